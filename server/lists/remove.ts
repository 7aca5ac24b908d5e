import { type RawBuilder, sql } from 'kysely'
import type { ListItemsPage, RemovedListItem } from '../../contract/entities/list.ts'
import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { parseId } from '../http/ids.ts'
import { enforce, Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { type ItemsQuery, type ItemsViewFor, readItems, readItemsQuery } from './items.ts'
import { createRefusal } from './policy.ts'
import { getList, getOwnList, type ListAddress, type ListCall } from './read.ts'
import { isTarget, readTarget } from './target.ts'
import { type ItemRow, listItemView } from './view.ts'

/**
 * Takes a post or a comment out of a list, or everything, which only its owner can do. What is not in it may be
 * taken out too.
 *
 * @param request.target an empty one stands for everything.
 * @returns a page of the list afterwards.
 * @throws Refused as `getOwnList`.
 */
export async function removeItems(
  call: ListCall,
  request: { address: ListAddress; target: Parameters<typeof readTarget>[0]; query: ItemsQuery },
  to: ItemsViewFor,
): Promise<ListItemsPage> {
  const { db, config } = call
  const { list } = await getOwnList(db, request.address, call.viewer)
  // A key without a value is a mistake, not the wish to lose everything.
  const isEverything = Object.keys(request.target).length === 0
  const which = isEverything ? sql`true` : isTarget(readTarget(request.target))
  const page = readItemsQuery(request.query, config.pageSize)
  await deleteItems(db, list.id, which)
  return await readItems(db, list.id, page, to)
}

/**
 * Takes one item out of a list by its own id.
 *
 * @returns the item, without what it was about.
 * @throws Refused in the order of the API contract 4.7.
 */
export async function removeItem(
  db: Db,
  { listId, itemId }: { listId: string; itemId: string },
  viewer: Viewer | null,
): Promise<RemovedListItem> {
  const list = await getList(db, { listId }, viewer)
  if (!viewer) throw new Refused(errors.notLoggedIn)
  const id = parseId(itemId)
  if (id === null) throw new Refused(errors.invalidListItemId)
  enforce(createRefusal(viewer, { id: list.ownerId }))
  const [item] = await deleteItems(db, list.id, sql`list_items.id = ${id}`)
  if (!item) throw new Refused(errors.listItemNotFound)
  return { ...listItemView(item), targetItem: null }
}

/** Locks the list before its items, as saving does: in another order the two could wait for one another. */
async function deleteItems(db: Db, listId: string, which: RawBuilder<unknown>): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    with list as materialized (select id from lists where id = ${listId} for no key update),
    removed as (
      delete from list_items using list where list_items.list_id = list.id and ${which}
      returning list_items.*),
    counted as (
      update lists set item_count = item_count - (select count(*) from removed)::integer
      where id = ${listId} and exists (select from removed))
    select id as item_id, list_id as item_list_id, post_id as item_post_id, comment_id as item_comment_id,
      created_at as item_created_at
    from removed order by id limit 1`.execute(db)
  return rows
}
