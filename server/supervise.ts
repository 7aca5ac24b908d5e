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
/** Longer than a worker takes to stop by itself. */
const killAfterMs = 25_000
const firstPauseMs = 100
const longestPauseMs = 30_000
/** A worker that has lived so long has not failed because it started. */
const healthyMs = 60_000

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
  const places = Array.from({ length: count }, (_, number): Place => ({ number, worker: null, failures: 0 }))
  let isStopping = false
  let restarting: Promise<void> | null = null

  /** Resolves with the port when it accepts requests; rejects when it ends before. */
  function start({ number }: Place): { worker: Worker; listening: Promise<number> } {
    const worker = cluster.fork({ [workerVariable]: JSON.stringify(ordersOf(number)) })
    worker.on('error', () => {}) // A message to a worker that has just ended.
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
    worker.send(why, () => {})
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

/** The orders of this process where it is a worker. */
export const workerOrders = (): WorkerOrders | null =>
  cluster.isWorker ? JSON.parse(process.env[workerVariable] ?? 'null') : null

/**
 * In a worker: calls `stop` when the supervisor says so. It also decides about signals, which a terminal sends to all processes.
 *
 * @param stop is told whether other workers accept what arrives from now on.
 */
export function stopWhenDismissed(stop: (hasSuccessor: boolean) => Promise<void>): void {
  process.once('message', (dismissal: Dismissal) => void stop(dismissal === 'replaced'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
}
