import { LRUCache } from 'lru-cache'

/** Values that are the same for every viewer, cached for a few seconds. Each feature prefixes its keys with its name. */
export interface ShortCache {
  /**
   * Returns the cached value of this key, or calls `create`. Concurrent calls share one `create`. Failures are not
   * cached.
   */
  get<T extends object>(key: string, create: () => Promise<T>): Promise<T>
  /** Invalidates everything, pending values included. */
  clear(): void
}

const maxEntries = 2000

/** @param options.seconds time to live; 0 disables the cache. */
export function createShortCache(options: { seconds: number }): ShortCache {
  if (options.seconds === 0) return { get: (_key, create) => create(), clear: () => {} }
  const cache = new LRUCache<string, Promise<object>>({ max: maxEntries, ttl: options.seconds * 1000 })
  return {
    get<T extends object>(key: string, create: () => Promise<T>): Promise<T> {
      const cached = cache.get(key)
      if (cached) return cached as Promise<T>
      const promise = create()
      cache.set(key, promise)
      promise.catch(() => {
        if (cache.peek(key) === promise) cache.delete(key)
      })
      return promise
    },
    clear: () => cache.clear(),
  }
}
