import type { ListItemSort } from '../../../contract/entities/list.ts'
import { errors } from '../../../contract/errors.ts'
import { isKeyOf } from '../../../contract/objects.ts'
import { parseNumberCursor, parseTimestampCursor } from '../../platform/http/cursor.ts'
import { Refused } from '../../platform/http/refused.ts'

/** The first item of a page: its id, and the creation of its post or comment in microseconds since 1970. */
interface ItemCursor {
  readonly key: string
  readonly id: string
}

/** The orders of items outside SQL; listPosts.sql and listComments.sql sort the items themselves. */
interface SortRule {
  readonly parseCursor: (text: string | undefined) => ItemCursor | null
  readonly formatCursor: (cursor: ItemCursor) => string
  /** Merges posts and comments. */
  readonly compare: (a: ItemCursor, b: ItemCursor) => number
}

const difference = (a: string, b: string) => Number(BigInt(a) - BigInt(b))
const ascending = 1
const descending = -1

/** Ids are sequential, so the cursor of this order is the id alone. */
const byAdding = (direction: 1 | -1): SortRule => ({
  parseCursor: (text) => {
    const id = parseNumberCursor(text)
    return id === null ? null : { key: id, id }
  },
  formatCursor: ({ id }) => id,
  compare: (a, b) => direction * difference(a.id, b.id),
})

const byCreation = (direction: 1 | -1): SortRule => ({
  parseCursor: parseTimestampCursor,
  formatCursor: ({ key, id }) => `${key}.${id}`,
  compare: (a, b) => direction * (difference(a.key, b.key) || difference(a.id, b.id)),
})

export const itemSorts: Record<ListItemSort, SortRule> = {
  addedDsc: byAdding(descending),
  addedAsc: byAdding(ascending),
  createdDsc: byCreation(descending),
  createdAsc: byCreation(ascending),
}

/** @throws Refused with `invalid-list-sort`. */
export function parseItemSort(text: string): ListItemSort {
  if (!isKeyOf(itemSorts, text)) throw new Refused(errors.invalidListItemSort)
  return text
}
