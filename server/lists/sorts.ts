import { type RawBuilder, sql } from 'kysely'
import type { ListItemSort } from '../../contract/entities/list.ts'
import { errors } from '../../contract/errors.ts'
import { readMomentCursor, readNumberCursor } from '../http/cursor.ts'
import { Refused } from '../http/refused.ts'
import { isKeyOf } from '../http/route.ts'

/** Where a page starts: at the item of this id; `key` is when its target was made, in microseconds. */
interface ItemCursor {
  readonly key: string
  readonly id: string
}

interface SortRule {
  /** Matches the index that serves the order. */
  readonly order: RawBuilder<unknown>
  readonly from: (cursor: ItemCursor) => RawBuilder<unknown>
  readonly readCursor: (text: string | undefined) => ItemCursor | null
  readonly writeCursor: (cursor: ItemCursor) => string
  /** How two rows of a page are compared. */
  readonly compare: (a: ItemCursor, b: ItemCursor) => number
}

/** What the cursor carries of an item, as a 64-bit number. */
export const itemKey = sql`(extract(epoch from list_items.target_created_at) * 1000000)::bigint`

const difference = (a: string, b: string) => Number(BigInt(a) - BigInt(b))
const directions = {
  rising: { order: sql`asc`, comparison: sql`>=`, sign: 1 },
  falling: { order: sql`desc`, comparison: sql`<=`, sign: -1 },
}

/** Ids rise with time, so the id alone says in which order things were added. */
const byAdding = ({ order, comparison, sign }: (typeof directions)['rising']): SortRule => ({
  order: sql`list_items.id ${order}`,
  from: ({ id }) => sql`list_items.id ${comparison} ${id}::bigint`,
  readCursor: (text) => {
    const id = readNumberCursor(text)
    return id === null ? null : { key: id, id }
  },
  writeCursor: ({ id }) => id,
  compare: (a, b) => sign * difference(a.id, b.id),
})

const byCreation = ({ order, comparison, sign }: (typeof directions)['rising']): SortRule => ({
  order: sql`list_items.target_created_at ${order}, list_items.id ${order}`,
  from: ({ key, id }) => sql`(list_items.target_created_at, list_items.id) ${comparison}
    (timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond', ${id}::bigint)`,
  readCursor: readMomentCursor,
  writeCursor: ({ key, id }) => `${key}.${id}`,
  compare: (a, b) => sign * (difference(a.key, b.key) || difference(a.id, b.id)),
})

/** How what is in a list is ordered: by the moment of adding, or by that in which the post or comment was made. */
export const itemSorts: Record<ListItemSort, SortRule> = {
  addedDsc: byAdding(directions.falling),
  addedAsc: byAdding(directions.rising),
  createdDsc: byCreation(directions.falling),
  createdAsc: byCreation(directions.rising),
}

/** @throws Refused with `invalid-list-sort`. */
export function readItemSort(text: string): ListItemSort {
  if (!isKeyOf(itemSorts, text)) throw new Refused(errors.invalidListItemSort)
  return text
}
