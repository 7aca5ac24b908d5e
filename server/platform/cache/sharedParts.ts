import { LRUCache } from 'lru-cache'
import type { CacheFigures } from '../../../contract/cacheFigures.ts'

/** The part of something that is the same for every viewer, ready to be sent. */
export interface SharedPart {
  readonly id: string
  /** Another one whenever the part is; from the database, so that it is right in every process. */
  readonly version: string
  /** About how much memory it takes. */
  readonly bytes: number
}

/** Shared parts by their ids, for as long as their version is the one that the database names. */
export interface SharedParts {
  /**
   * The parts with these ids. Those that are not here in this version are read.
   *
   * @param kind what they are, and in which form.
   * @param read gives those that there are, in any order.
   * @returns by id, and without those that are no longer there.
   */
  getAll<Part extends SharedPart>(
    kind: string,
    wanted: readonly Pick<SharedPart, 'id' | 'version'>[],
    read: (ids: readonly string[]) => Promise<readonly Part[]>,
  ): Promise<Map<string, Part>>
  figures(): CacheFigures
}

const maxBytes = 40 * 1024 * 1024

/** @param options.maxBytes how much memory they may take; 0: nothing is kept. */
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
