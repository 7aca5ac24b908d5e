import { LRUCache } from 'lru-cache'
import type { CacheFigures } from '../../../contract/cacheFigures.ts'

/** A post, comment or community as it is for everyone. */
export interface Item {
  readonly id: string
  /** Changes whenever the item does. It comes from the database, so it is the same in every process. */
  readonly version: string
  /** Approximate memory use. */
  readonly bytes: number
}

export type ItemVersion = Pick<Item, 'id' | 'version'>

/** A cache of items by id; an entry counts while its version is the one that the database names. */
export interface Items {
  /**
   * Returns the items with these ids. Missing or outdated ones are loaded.
   *
   * @param kind type and format of the items.
   * @param load finds the items that exist, in any order.
   * @returns the items by id, without those that no longer exist.
   */
  getAll<Kept extends Item>(
    kind: string,
    versions: readonly ItemVersion[],
    load: (ids: readonly string[]) => Promise<readonly Kept[]>,
  ): Promise<Map<string, Kept>>
  figures(): CacheFigures
}

/** @param maxBytes limit of memory; 0 keeps nothing. */
export function createItems(maxBytes = 40 * 1024 * 1024): Items {
  const cache =
    maxBytes === 0
      ? null
      : new LRUCache<string, Item>({
          maxSize: maxBytes,
          sizeCalculation: ({ bytes }) => Math.ceil(bytes) + 300,
        })
  let hits = 0
  let misses = 0
  return {
    async getAll<Kept extends Item>(
      kind: string,
      versions: readonly ItemVersion[],
      load: (ids: readonly string[]) => Promise<readonly Kept[]>,
    ): Promise<Map<string, Kept>> {
      const items = new Map<string, Kept>()
      const missing: string[] = []
      for (const { id, version } of versions) {
        const item = cache?.get(`${kind} ${id}`)
        if (item?.version === version) items.set(id, item as Kept)
        else missing.push(id)
      }
      hits += versions.length - missing.length
      misses += missing.length
      if (missing.length === 0) return items
      for (const item of await load(missing)) {
        cache?.set(`${kind} ${item.id}`, item)
        items.set(item.id, item)
      }
      return items
    },
    figures: () => ({ entries: cache?.size ?? 0, bytes: cache?.calculatedSize ?? 0, hits, misses }),
  }
}
