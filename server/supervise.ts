import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { CannotStart } from './platform/database/cannotStart.ts'

/** Orders for a worker at its start, passed in the environment variable `workerVariable`. */
export interface WorkerOrders {
  /** Settings of pg. */
  readonly connection: Record<string, unknown>
  readonly connections: number
  readonly performsJobs: boolean
}

const workerVariable = 'FOLKMOOT_WORKER'
type Dismissal = 'replaced' | 'stopped'
/** Messages between supervisor and workers; `question` is the id of a request for figures. */
type Message =
  | { readonly kind: 'dismissed'; readonly why: Dismissal }
  /** From a worker: requests the figures of all. To a worker: requests its own. */
  | { readonly kind: 'figuresWanted'; readonly question: number }
  | { readonly kind: 'figures'; readonly question: number; readonly figures: unknown }
/** Longer than a worker takes to stop on its own. */
const killAfterMs = 25_000
const firstPauseMs = 100
const longestPauseMs = 30_000
/** A worker that ran this long did not fail because of its start. */
const healthyMs = 60_000
/** A worker without an answer for this long is excluded from the figures of all. */
const figuresMs = 1000

export interface Supervisor {
  /** Where the workers listen. */
  readonly port: number
  /** Replaces the workers one after the other, without downtime. */
  restart(): Promise<void>
  /** Stops all workers and waits for their end. */
  stop(): Promise<void>
}

interface Place {
  readonly number: number
  worker: Worker | null
  failures: number
}

/**
 * Starts workers that share one port, and replaces each that ends. When this process is killed, they end on their own: Node.js ends a
 * worker whose channel to it closes.
 *
 * @param ordersOf returns the orders for the worker with this index, from 0.
 * @param log receives messages for the operator.
 * @throws CannotStart when a worker ends while it starts for the first time; it has logged the reason.
 */
export async function superviseWorkers(
  count: number,
  ordersOf: (place: number) => WorkerOrders,
  log: (line: string) => void,
): Promise<Supervisor> {
  // Workers accept connections themselves. By default the supervisor does and hands them over; one on its way to a worker that has just
  // been killed would then stay open forever, without an answer.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const places = Array.from({ length: count }, (_, number): Place => ({ number, worker: null, failures: 0 }))
  let isStopping = false
  let restarting: Promise<void> | null = null

  /** Resolves with the port when it accepts requests; rejects when it ends before. */
  function start({ number }: Place): { worker: Worker; listening: Promise<number> } {
    const worker = cluster.fork({ [workerVariable]: JSON.stringify(ordersOf(number)) })
    worker.on('error', () => {}) // A message to a worker that has just ended.
    worker.on('message', (message: Message) => {
      if (message.kind === 'figuresWanted')
        void collectFigures().then((figures) => tell(worker, { ...message, kind: 'figures', figures }))
    })
    const listening = new Promise<number>((resolve, reject) => {
      worker.once('listening', ({ port }) => resolve(port))
      worker.once('exit', () => reject(new CannotStart('A worker does not start.')))
    })
    return { worker, listening }
  }

  /** From now on, this worker has the slot. */
  function appoint(place: Place, worker: Worker): void {
    place.worker = worker
    const startedAt = performance.now()
    worker.once('exit', (code, signal) => {
      if (isStopping || place.worker !== worker) return
      place.worker = null
      place.failures = performance.now() - startedAt < healthyMs ? place.failures + 1 : 0
      const pauseMs = Math.min(longestPauseMs, place.failures && firstPauseMs * 2 ** (place.failures - 1))
      log(
        `Worker ${place.number + 1} has ended (${signal ?? `exit code ${code}`}) and is started again in ${pauseMs} ms.`,
      )
      setTimeout(() => {
        if (isStopping || place.worker) return
        const next = start(place)
        next.listening.catch(() => {}) // Its end starts the next one.
        appoint(place, next.worker)
      }, pauseMs)
    })
  }

  async function dismiss(worker: Worker, why: Dismissal): Promise<void> {
    if (worker.isDead()) return
    const ended = once(worker, 'exit')
    const kill = setTimeout(() => worker.process.kill('SIGKILL'), killAfterMs)
    tell(worker, { kind: 'dismissed', why })
    await ended
    clearTimeout(kill)
  }

  async function replace(place: Place): Promise<void> {
    const next = start(place)
    try {
      await next.listening
    } catch {
      if (isStopping) return
      log(`The successor of worker ${place.number + 1} does not start, so the restart ends here.`)
      throw new CannotStart('A worker does not start.')
    }
    const former = place.worker
    appoint(place, next.worker)
    if (former) await dismiss(former, 'replaced')
  }

  async function startAll(): Promise<number> {
    const ports: number[] = []
    // Only the first one reports, because the others fail for the same reason.
    for (const some of [places.slice(0, 1), places.slice(1)])
      ports.push(
        ...(await Promise.all(
          some.map(async (place) => {
            const { worker, listening } = start(place)
            place.worker = worker
            const port = await listening
            appoint(place, worker)
            return port
          }),
        )),
      )
    return ports[0] ?? 0
  }

  async function stop(): Promise<void> {
    isStopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(workers.map((worker) => dismiss(worker, 'stopped')))
  }

  const port = await startAll().catch(async (error) => {
    await stop()
    throw error
  })
  return {
    port,
    restart() {
      restarting ??= (async () => {
        for (const place of places) if (!isStopping) await replace(place)
      })()
        .catch(() => {})
        .finally(() => {
          restarting = null
        })
      return restarting
    },
    stop,
  }
}

const tell = (worker: Worker, message: Message): void => {
  worker.send(message, () => {})
}

let questions = 0

/** The figures of all workers that answer in time. Never rejects. */
async function collectFigures(): Promise<unknown[]> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const given = await Promise.all(workers.map(figuresOf))
  return given.flatMap((figures) => (figures === null ? [] : [figures]))
}

function figuresOf(worker: Worker): Promise<unknown> {
  questions += 1
  const question = questions
  return new Promise((resolve) => {
    const end = (figures: unknown) => {
      clearTimeout(timer)
      worker.off('message', listen)
      worker.off('exit', leave)
      resolve(figures)
    }
    const listen = (message: Message) => {
      if (message.kind === 'figures' && message.question === question) end(message.figures)
    }
    const leave = () => end(null)
    const timer = setTimeout(leave, figuresMs)
    worker.on('message', listen)
    worker.once('exit', leave)
    tell(worker, { kind: 'figuresWanted', question })
  })
}

/**
 * In a worker: provides its figures to the others.
 *
 * @param own its figures, as JSON.
 * @returns a function that returns the figures of all workers, or only its own if the supervisor does not answer.
 */
export function shareFigures<Figures>(own: () => Promise<Figures>): () => Promise<Figures[]> {
  const send = (message: Message) => process.send?.(message, () => {})
  const waiting = new Map<number, (figures: Figures[]) => void>()
  process.on('message', (message: Message) => {
    // Each worker sends what `own` returns, and the supervisor a list of these.
    if (message.kind === 'figures') waiting.get(message.question)?.(message.figures as Figures[])
    if (message.kind === 'figuresWanted')
      own().then(
        (figures) => send({ ...message, kind: 'figures', figures }),
        () => {}, // This worker is excluded.
      )
  })
  return async () => {
    questions += 1
    const question = questions
    const figures = await new Promise<Figures[]>((resolve) => {
      const timer = setTimeout(() => resolve([]), 2 * figuresMs)
      waiting.set(question, (all) => {
        clearTimeout(timer)
        resolve(all)
      })
      send({ kind: 'figuresWanted', question })
    })
    waiting.delete(question)
    return figures.length > 0 ? figures : [await own()]
  }
}

/** The orders of this process where it is a worker. */
export const workerOrders = (): WorkerOrders | null =>
  cluster.isWorker ? JSON.parse(process.env[workerVariable] ?? 'null') : null

/**
 * In a worker: calls `stop` on a message of the supervisor, which also handles signals, because a terminal sends them to all processes.
 *
 * @param stop gets whether other workers accept new connections.
 */
export function stopWhenDismissed(stop: (hasSuccessor: boolean) => Promise<void>): void {
  process.on('message', (message: Message) => {
    if (message.kind === 'dismissed') void stop(message.why === 'replaced')
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
}
