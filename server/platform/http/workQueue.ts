/** The queue is full. */
export class TooBusy extends Error {}

interface Limits {
  /** Tasks that run at the same time. */
  readonly atOnce: number
  /** Total weight of the running tasks; a task of more runs alone. */
  readonly weight: number
  /** Tasks in the queue. */
  readonly waiting: number
}

/**
 * A weighted semaphore with a bounded first-in-first-out queue, for work that takes much memory or CPU.
 *
 * @returns runs a task and gives its result. @throws TooBusy when the queue is full.
 */
export function createWorkQueue(limits: Limits) {
  const waiting: { weight: number; start: () => void }[] = []
  let [running, runningWeight] = [0, 0]

  const startNext = () => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const fits = running < limits.atOnce && runningWeight + next.weight <= limits.weight
      if (!fits && running > 0) return
      waiting.shift()
      running += 1
      runningWeight += next.weight
      next.start()
    }
  }

  return <T>(weight: number, task: () => Promise<T>): Promise<T> => {
    const run = async () => {
      try {
        return await task()
      } finally {
        running -= 1
        runningWeight -= weight
        startNext()
      }
    }
    return new Promise((resolve, reject) => {
      if (waiting.length >= limits.waiting) return reject(new TooBusy('the queue is full'))
      waiting.push({ weight, start: () => resolve(run()) })
      startNext()
    })
  }
}
