/** Caches the last result for a while, so that frequent calls are cheap. At most one `make` runs at a time. */
export function recent<T>(keptMs: number, make: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null
  return () => {
    if (current) return current
    const forget = () => {
      setTimeout(() => {
        current = null
      }, keptMs).unref()
    }
    current = make()
    current.then(forget, forget)
    return current
  }
}

/**
 * Calls something that may never answer. While a call has no answer, no other one is made.
 *
 * @returns null for a timeout or a failure.
 */
export function askWithin<T>(limitMs: number, ask: () => Promise<T>): () => Promise<T | null> {
  let pending: Promise<T | null> | null = null
  return async () => {
    pending ??= ask()
      .catch(() => null)
      .finally(() => {
        pending = null
      })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), limitMs)
    })
    try {
      return await Promise.race([pending, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
