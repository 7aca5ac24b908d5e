import { LRUCache } from 'lru-cache'
import type { CacheFigures } from '../../../contract/cacheFigures.ts'

/** Something that was read for everybody. */
export interface SharedRead {
  /** Shows all that was committed before; microseconds since 1970, by the clock of the database. */
  readonly readAt: number
  /** About how much memory it takes. */
  readonly bytes: number
}

/** What requests read that is the same for every viewer: orders, for example. Kept for two seconds at most. */
export interface SharedReads {
  /** False when nothing is kept. */
  readonly isOn: boolean
  /**
   * What was read under this key, or reads it. Requests that come at the same time share one reading. Failures are not
   * kept.
   *
   * @param freshFrom what was read before does not do for this viewer; `Infinity`: read it again in any case.
   */
  get<T extends SharedRead>(key: string, options: { freshFrom: number; read: () => Promise<T> }): Promise<T>
  /** Forgets what was read under keys that contain one of these texts. */
  drop(about: readonly string[]): void
  clear(): void
  figures(): CacheFigures
}

const longestSeconds = 2
const maxBytes = 16 * 1024 * 1024
/** Of an entry whose value is still being read. */
const pendingBytes = 1000

/** @param options.seconds for how long; 0: nothing is kept. */
export function createSharedReads(options: { seconds: number }): SharedReads {
  if (options.seconds === 0)
    return {
      isOn: false,
      get: (_key, { read }) => read(),
      drop: () => {},
      clear: () => {},
      figures: () => ({ entries: 0, bytes: 0, hits: 0, misses: 0 }),
    }
  const ttl = Math.min(options.seconds, longestSeconds) * 1000
  const cache = new LRUCache<string, { readonly value: Promise<SharedRead> }>({
    ttl,
    // Without it, the time of the last look counts for another millisecond.
    ttlResolution: 0,
    maxSize: maxBytes,
  })

  let hits = 0
  let misses = 0
  const start = <T extends SharedRead>(key: string, read: () => Promise<T>): Promise<T> => {
    misses += 1
    const startedAt = performance.now()
    const value = read()
    const entry = { value }
    cache.set(key, entry, { size: pendingBytes })
    value.then(
      ({ bytes }) => {
        if (cache.peek(key) === entry)
          cache.set(key, entry, { size: Math.ceil(pendingBytes + bytes), start: startedAt })
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
      { freshFrom, read }: { freshFrom: number; read: () => Promise<T> },
    ): Promise<T> {
      for (;;) {
        const cached = freshFrom === Number.POSITIVE_INFINITY ? undefined : cache.get(key)
        if (!cached) return start(key, read)
        const value = await cached.value
        if (value.readAt > freshFrom) {
          hits += 1
          return value as T
        }
        if (cache.peek(key) === cached) return start(key, read)
      }
    },
    drop(about) {
      for (const key of [...cache.keys()]) if (about.some((text) => key.includes(text))) cache.delete(key)
    },
    clear: () => cache.clear(),
    figures: () => ({ entries: cache.size, bytes: cache.calculatedSize, hits, misses }),
  }
}
