import { LRUCache } from 'lru-cache'
import type { CacheFigures } from '../../../contract/cacheFigures.ts'
import type { Pieces } from '../../../contract/pages.ts'
import { compressKept, type Encoded, type Encoding } from './compress.ts'

/** Answers that are the same for all guests, kept as compressed bytes for a few seconds. */
export interface Answers {
  /**
   * Returns the kept body of this key in this encoding, or calls `create`. Concurrent calls share one `create`. Failures are not kept.
   *
   * @param key the URL.
   */
  get(key: string, encoding: Encoding, create: () => Promise<Pieces>): Promise<Encoded>
  /** Returns the body only if it is kept. */
  peek(key: string, encoding: Encoding): Encoded | undefined
  /** Whether this key was kept in the last minute, in any encoding, so others ask for it, too. */
  wasKept(key: string): boolean
  /**
   * Lets answers whose key contains one of these texts be two seconds old at most. So whatever others write meanwhile, each is
   * made once in two seconds.
   */
  limitAge(about: readonly string[]): void
  /** Invalidates everything, so that guests see a write at once. */
  clear(): void
  figures(): CacheFigures
}

interface Kept extends Encoded {
  /** In milliseconds, by `performance.now()`. */
  readonly madeAt: number
}

const maxBytes = 64 * 1024 * 1024
/** Others may miss a new post or comment for so long. */
const mostMsAfterWrite = 2000
const recentMs = 60_000
const mostRecent = 1000

/** @param options.seconds time to live; 0 keeps nothing. */
export function createAnswers({ seconds }: { seconds: number }): Answers {
  const ttl = seconds * 1000
  // Without the resolution, the time of the last look counts for another millisecond.
  const kept = new LRUCache<string, Kept>({
    ttl,
    ttlResolution: 0,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes.length + 200,
  })
  const recent = new LRUCache<string, true>({ ttl: recentMs, ttlResolution: 0, max: mostRecent })
  const pending = new Map<string, Promise<Encoded>>()
  let hits = 0
  let misses = 0

  const peek = (name: string) => {
    const found = kept.get(name)
    if (found) hits += 1
    return found
  }
  const make = async (encoding: Encoding, create: () => Promise<Pieces>): Promise<Kept> => ({
    ...(await compressKept(await create(), encoding)),
    madeAt: performance.now(),
  })
  return {
    get(key, encoding, create) {
      if (ttl === 0) return make(encoding, create)
      const name = `${encoding} ${key}`
      const found = peek(name)
      if (found) return Promise.resolve(found)
      const shared = pending.get(name)
      if (shared) {
        hits += 1
        return shared
      }
      misses += 1
      const promise = make(encoding, create)
        .then((answer) => {
          // Not after clear(): it may show the state before the write.
          if (pending.get(name) === promise) kept.set(name, answer)
          recent.set(key, true)
          return answer
        })
        .finally(() => {
          if (pending.get(name) === promise) pending.delete(name)
        })
      pending.set(name, promise)
      return promise
    },
    peek: (key, encoding) => peek(`${encoding} ${key}`),
    wasKept: (key) => recent.has(key),
    limitAge(about) {
      if (ttl <= mostMsAfterWrite) return
      const isAbout = (name: string) => about.some((text) => name.includes(text))
      // What is being made may be from before the write, and would be kept for longer.
      for (const name of [...pending.keys()].filter(isAbout)) pending.delete(name)
      for (const name of [...kept.keys()].filter(isAbout)) {
        const answer = kept.peek(name)
        const left = answer ? answer.madeAt + mostMsAfterWrite - performance.now() : 0
        if (!answer || left <= 0) kept.delete(name)
        else kept.set(name, answer, { ttl: left })
      }
    },
    clear() {
      kept.clear()
      pending.clear()
    },
    figures: () => ({ entries: kept.size, bytes: kept.calculatedSize, hits, misses }),
  }
}
