/** A semaphore with a limit in total and another for each key. */
export interface Semaphore {
  /** @returns a function that releases the permit; null, without waiting, when there is no free permit. */
  tryAcquire(key: string): (() => void) | null
}

export function createSemaphore(limits: { atOnce: number; atOncePerKey: number }): Semaphore {
  const heldByKey = new Map<string, number>()
  let total = 0
  return {
    tryAcquire(key) {
      const own = heldByKey.get(key) ?? 0
      if (total >= limits.atOnce || own >= limits.atOncePerKey) return null
      total += 1
      heldByKey.set(key, own + 1)
      return () => {
        total -= 1
        const left = (heldByKey.get(key) ?? 1) - 1
        if (left === 0) heldByKey.delete(key)
        else heldByKey.set(key, left)
      }
    },
  }
}
