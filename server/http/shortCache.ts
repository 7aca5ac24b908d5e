import { LRUCache } from 'lru-cache'

/** What is the same for everybody, kept for a moment; each room uses keys that begin with its name. */
export interface ShortCache {
  /** Whether anything is kept at all. */
  readonly isOn: boolean
  /** The value under this key, made once however many ask for it at the same moment. A failure is not kept. */
  get<T extends object>(key: string, make: () => Promise<T>): Promise<T>
  /** Forgets everything, also what is being made. */
  clear(): void
}

const maxEntries = 2000

export function createShortCache(options: { seconds: number }): ShortCache {
  if (options.seconds === 0) return { isOn: false, get: (_key, make) => make(), clear: () => {} }
  const kept = new LRUCache<string, Promise<object>>({ max: maxEntries, ttl: options.seconds * 1000 })
  return {
    isOn: true,
    get<T extends object>(key: string, make: () => Promise<T>): Promise<T> {
      const known = kept.get(key)
      if (known) return known as Promise<T>
      const making = make()
      kept.set(key, making)
      making.catch(() => {
        if (kept.peek(key) === making) kept.delete(key)
      })
      return making
    },
    clear: () => kept.clear(),
  }
}
