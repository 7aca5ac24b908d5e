import { LRUCache } from 'lru-cache'
import type { CacheFigures } from '../../../contract/cacheFigures.ts'

/** Something that was read for everybody. */
export interface SharedRead {
  /**
   * Shows all that was committed before; microseconds since 1970, by the clock of the database. Only for what is asked
   * for with `freshFrom`.
   */
  readonly readAt?: number
  /** About how much memory it takes. */
  readonly bytes: number
}

/**
 * What requests read that is the same for every viewer: orders, static pages, Atom feeds. Each feature prefixes its keys
 * with its name.
 */
export interface SharedReads {
  /** False when nothing is kept. */
  readonly isOn: boolean
  /**
   * What was read under this key, or reads it. Concurrent requests share one reading (single flight). Failures are not
   * kept.
   *
   * @param freshFrom what was read before this moment is too old for this viewer, and what is read now is kept for two
   * seconds at most; `Infinity`: read it again in any case. Without it, any cached value will do.
   */
  get<T extends SharedRead>(key: string, options: { freshFrom?: number; read: () => Promise<T> }): Promise<T>
  clear(): void
  figures(): CacheFigures
}

/** For what members read: posts and votes of others may be missing from it for so long. */
const maxSecondsForMembers = 2
const maxBytes = 16 * 1024 * 1024
/** Of an entry whose value is still being read. */
const pendingBytes = 1000

/** @param options.seconds for how long; 0: nothing is kept. */
export function createSharedReads(options: { seconds: number }): SharedReads {
  if (options.seconds === 0)
    return {
      isOn: false,
      get: (_key, { read }) => read(),
      clear: () => {},
      figures: () => ({ entries: 0, bytes: 0, hits: 0, misses: 0 }),
    }
  const cache = new LRUCache<string, { readonly value: Promise<SharedRead> }>({
    ttl: options.seconds * 1000,
    // Without it, the time of the last look counts for another millisecond.
    ttlResolution: 0,
    maxSize: maxBytes,
  })

  let hits = 0
  let misses = 0
  const start = <T extends SharedRead>(
    key: string,
    { freshFrom, read }: { freshFrom?: number; read: () => Promise<T> },
  ): Promise<T> => {
    const seconds =
      freshFrom === undefined ? options.seconds : Math.min(options.seconds, maxSecondsForMembers)
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
    async get<T extends SharedRead>(
      key: string,
      request: { freshFrom?: number; read: () => Promise<T> },
    ): Promise<T> {
      const { freshFrom = Number.NEGATIVE_INFINITY } = request
      for (;;) {
        const cached = freshFrom === Number.POSITIVE_INFINITY ? undefined : cache.get(key)
        if (!cached) return start(key, request)
        const value = await cached.value
        if ((value.readAt ?? 0) > freshFrom) {
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
