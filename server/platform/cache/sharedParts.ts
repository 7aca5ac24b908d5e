import { LRUCache } from 'lru-cache'
import type { CacheFigures } from '../../../contract/cacheFigures.ts'

/** The part of something that is the same for every viewer, ready to be sent. */
export interface SharedPart {
  readonly id: string
  /** Changes whenever the part does. It comes from the database, so it is the same in every process. */
  readonly version: string
  /** Approximate memory use. */
  readonly bytes: number
}

/** A cache of shared parts by id; an entry counts while its version is the one that the database names. */
export interface SharedParts {
  /**
   * Returns the parts with these ids. Missing or outdated ones are loaded.
   *
   * @param kind type and format of the parts.
   * @param read loads the parts that exist, in any order.
   * @returns the parts by id, without those that no longer exist.
   */
  getAll<Part extends SharedPart>(
    kind: string,
    wanted: readonly Pick<SharedPart, 'id' | 'version'>[],
    read: (ids: readonly string[]) => Promise<readonly Part[]>,
  ): Promise<Map<string, Part>>
  figures(): CacheFigures
}

const maxBytes = 40 * 1024 * 1024

/** @param options.maxBytes limit of memory; 0 keeps nothing. */
export function createSharedParts(options: { maxBytes?: number } = {}): SharedParts {
  const cache =
    options.maxBytes === 0
      ? null
      : new LRUCache<string, SharedPart>({
          maxSize: options.maxBytes ?? maxBytes,
          sizeCalculation: ({ bytes }) => Math.ceil(bytes) + 300,
        })
  let hits = 0
  let misses = 0
  return {
    async getAll<Part extends SharedPart>(
      kind: string,
      wanted: readonly Pick<SharedPart, 'id' | 'version'>[],
      read: (ids: readonly string[]) => Promise<readonly Part[]>,
    ): Promise<Map<string, Part>> {
      const parts = new Map<string, Part>()
      const missing: string[] = []
      for (const { id, version } of wanted) {
        const part = cache?.get(`${kind} ${id}`)
        if (part?.version === version) parts.set(id, part as Part)
        else missing.push(id)
      }
      hits += wanted.length - missing.length
      misses += missing.length
      if (missing.length === 0) return parts
      for (const part of await read(missing)) {
        cache?.set(`${kind} ${part.id}`, part)
        parts.set(part.id, part)
      }
      return parts
    },
    figures: () => ({ entries: cache?.size ?? 0, bytes: cache?.calculatedSize ?? 0, hits, misses }),
  }
}
