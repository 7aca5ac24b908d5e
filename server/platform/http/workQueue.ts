/** The queue is full, or has enough of this owner's tasks. */
export class TooBusy extends Error {}

/** The caller left before the work began. */
export class NobodyWaits extends TooBusy {}

interface Limits {
  /** Tasks that run at the same time. */
  readonly atOnce: number
  /** Total weight of the running tasks; a task of more runs alone. */
  readonly weight: number
  /** Tasks in the queue. */
  readonly waiting: number
  /** Tasks of one owner, queued and running; unlimited when missing. */
  readonly perOwner?: number
}

/** The caller of a task. */
interface Asked {
  /** Tasks with the same owner are counted together; null for no owner. */
  readonly owner?: string | null | undefined
  /** Aborted when the result is not needed any more; a task that has not begun is then dropped. */
  readonly signal?: AbortSignal | undefined
  /** Before the others that wait, in place of the last of them if the queue is full. */
  readonly isFirst?: boolean | undefined
}

/**
 * A weighted semaphore with two bounded first-in-first-out queues, for work that needs much memory or CPU.
 *
 * @returns runs a task and gives its result. @throws TooBusy when the queue is full; NobodyWaits.
 */
export function createWorkQueue(limits: Limits) {
  const waiting: {
    weight: number
    start: () => void
    drop: () => void
    signal: AbortSignal | undefined
    isFirst: boolean
  }[] = []
  const countOf = new Map<string, number>()
  let [running, runningWeight] = [0, 0]

  const startNext = () => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (next.signal?.aborted) {
        waiting.shift()
        next.drop()
        continue
      }
      const fits = running < limits.atOnce && runningWeight + next.weight <= limits.weight
      if (!fits && running > 0) return
      waiting.shift()
      running += 1
      runningWeight += next.weight
      next.start()
    }
  }

  const count = (owner: string | null | undefined, change: number) => {
    if (typeof owner !== 'string') return
    const tasks = (countOf.get(owner) ?? 0) + change
    if (tasks > 0) countOf.set(owner, tasks)
    else countOf.delete(owner)
  }

  return <T>(
    weight: number,
    work: () => Promise<T>,
    { owner, signal, isFirst = false }: Asked = {},
  ): Promise<T> => {
    const run = async () => {
      try {
        return await work()
      } finally {
        running -= 1
        runningWeight -= weight
        count(owner, -1)
        startNext()
      }
    }
    return new Promise((resolve, reject) => {
      const drop = () => {
        count(owner, -1)
        reject(new NobodyWaits('nobody waits for it'))
      }
      if (waiting.length >= limits.waiting) {
        // The queue may contain tasks whose callers have left.
        for (const gone of waiting.filter((one) => one.signal?.aborted)) {
          waiting.splice(waiting.indexOf(gone), 1)
          gone.drop()
        }
      }
      if (isFirst && waiting.length >= limits.waiting && waiting.at(-1)?.isFirst === false)
        waiting.pop()?.drop()
      const ofOwner = typeof owner === 'string' ? (countOf.get(owner) ?? 0) : 0
      if (waiting.length >= limits.waiting || ofOwner >= (limits.perOwner ?? Number.POSITIVE_INFINITY))
        return reject(new TooBusy('the queue is full'))
      count(owner, 1)
      const place = isFirst ? waiting.findIndex((one) => !one.isFirst) : -1
      const task = { weight, start: () => resolve(run()), drop, signal, isFirst }
      waiting.splice(place === -1 ? waiting.length : place, 0, task)
      startNext()
    })
  }
}
