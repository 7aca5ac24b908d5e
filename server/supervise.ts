import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { CannotStart } from './platform/database/cannotStart.ts'

/** What a worker is told at its start, in the environment variable `workerVariable`. */
export interface WorkerOrders {
  /** Settings of pg. */
  readonly connection: Record<string, unknown>
  readonly connections: number
  readonly performsJobs: boolean
}

const workerVariable = 'FOLKMOOT_WORKER'
type Dismissal = 'replaced' | 'stopped'
/** What supervisor and workers tell each other; `question` names one of a worker, or of the supervisor. */
type Message =
  | { readonly kind: 'dismissed'; readonly why: Dismissal }
  /** From a worker: it wants the figures of all. To a worker: the supervisor wants its own. */
  | { readonly kind: 'figuresWanted'; readonly question: number }
  | { readonly kind: 'figures'; readonly question: number; readonly figures: unknown }
/** Longer than a worker takes to stop by itself. */
const killAfterMs = 25_000
const firstPauseMs = 100
const longestPauseMs = 30_000
/** A worker that has lived so long has not failed because it started. */
const healthyMs = 60_000
/** A worker that does not answer for so long is left out of the figures of all. */
const figuresMs = 1000

export interface Supervisor {
  /** Where the workers listen. */
  readonly port: number
  /** Replaces the workers one after the other. What arrives meanwhile is answered. */
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
 * Starts workers that share one port, and replaces each that ends. When this process is killed, they end by themselves: Node.js ends a
 * worker whose channel to it closes.
 *
 * @param ordersOf what the worker at a place, from 0, is told.
 * @param log receives messages for the operator.
 * @throws CannotStart when a worker ends while it starts for the first time; it has said why.
 */
export async function superviseWorkers(
  count: number,
  ordersOf: (place: number) => WorkerOrders,
  log: (line: string) => void,
): Promise<Supervisor> {
  // Workers accept connections themselves. By default the supervisor does and hands them over; one on its way to a worker that has just
  // been killed would then stay open for ever, without an answer.
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

  /** From now on the place is this worker's. */
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
    // The first one alone: what hinders it hinders all, and one message is enough.
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
 * In a worker: gives its figures to the others.
 *
 * @param own its figures, as JSON.
 * @returns asks for those of all workers; where the supervisor does not answer, there are only its own.
 */
export function shareFigures(own: () => Promise<unknown>): () => Promise<unknown[]> {
  const send = (message: Message) => process.send?.(message, () => {})
  const waiting = new Map<number, (figures: unknown[]) => void>()
  process.on('message', (message: Message) => {
    if (message.kind === 'figures') waiting.get(message.question)?.(message.figures as unknown[])
    if (message.kind === 'figuresWanted')
      own().then(
        (figures) => send({ ...message, kind: 'figures', figures }),
        () => {}, // This worker is left out.
      )
  })
  return async () => {
    questions += 1
    const question = questions
    const figures = await new Promise<unknown[]>((resolve) => {
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
 * In a worker: calls `stop` when the supervisor says so. It also decides about signals, which a terminal sends to all processes.
 *
 * @param stop is told whether other workers accept what arrives from now on.
 */
export function stopWhenDismissed(stop: (hasSuccessor: boolean) => Promise<void>): void {
  process.on('message', (message: Message) => {
    if (message.kind === 'dismissed') void stop(message.why === 'replaced')
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
}
