import { LRUCache } from 'lru-cache'
import type { CacheFigures } from '../../../contract/cacheFigures.ts'

/** The result of a query that is the same for everyone, such as the ids and versions of a feed in their order. */
export interface Order {
  /**
   * Everything committed before this time is included; microseconds since 1970, by the clock of the database. Needed only
   * for calls with `notBefore`.
   */
  readonly readAt?: number
  /** About how much memory it takes. */
  readonly bytes: number
}

/** Orders that are kept for seconds: feeds, threads, also static pages and Atom feeds. Each feature prefixes its keys with its name. */
export interface Orders {
  /** False when nothing is kept. */
  readonly isOn: boolean
  /**
   * Returns the cached result for this key, or runs `read`. Concurrent requests share one read (single flight). Failures are
   * not cached.
   *
   * @param notBefore a result read before this time is too old for this viewer, and a new one is kept for two seconds
   * at most. With `Infinity`, the read begins after the call. Without it, any cached value is used.
   */
  get<T extends Order>(key: string, options: { notBefore?: number; read: () => Promise<T> }): Promise<T>
  clear(): void
  figures(): CacheFigures
}

/** For members: how long new posts and votes of others may be missing from a result. */
const maxSecondsForMembers = 2
const maxBytes = 16 * 1024 * 1024
/** The size of an entry that is still being read. */
const pendingBytes = 1000

/** @param options.seconds how long results are kept; 0 keeps nothing. */
export function createOrders(options: { seconds: number }): Orders {
  if (options.seconds === 0)
    return {
      isOn: false,
      get: (_key, { read }) => read(),
      clear: () => {},
      figures: () => ({ entries: 0, bytes: 0, hits: 0, misses: 0 }),
    }
  const cache = new LRUCache<string, { readonly value: Promise<Order> }>({
    ttl: options.seconds * 1000,
    // Without it, the time of the last look counts for another millisecond.
    ttlResolution: 0,
    maxSize: maxBytes,
  })

  let hits = 0
  let misses = 0
  const start = <T extends Order>(
    key: string,
    { notBefore, read }: { notBefore?: number; read: () => Promise<T> },
  ): Promise<T> => {
    const seconds =
      notBefore === undefined ? options.seconds : Math.min(options.seconds, maxSecondsForMembers)
    const ttl = seconds * 1000
    misses += 1
    const startedAt = performance.now()
    const value = read()
    const entry = { value }
    cache.set(key, entry, { size: pendingBytes, ttl })
    value.then(
      ({ bytes }) => {
        if (cache.peek(key) === entry)
          cache.set(key, entry, { size: Math.ceil(pendingBytes + bytes), ttl, start: startedAt })
      },
      () => {
        if (cache.peek(key) === entry) cache.delete(key)
      },
    )
    return value
  }
  return {
    isOn: true,
    async get<T extends Order>(
      key: string,
      request: { notBefore?: number; read: () => Promise<T> },
    ): Promise<T> {
      const { notBefore = Number.NEGATIVE_INFINITY } = request
      if (notBefore === Number.POSITIVE_INFINITY) return start(key, request)
      for (;;) {
        const cached = cache.get(key)
        if (!cached) return start(key, request)
        const value = await cached.value
        if ((value.readAt ?? 0) > notBefore) {
          hits += 1
          return value as T
        }
        if (cache.peek(key) === cached) return start(key, request)
      }
    },
    clear: () => cache.clear(),
    figures: () => ({ entries: cache.size, bytes: cache.calculatedSize, hits, misses }),
  }
}
