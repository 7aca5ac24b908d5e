import { type Expression, type SqlBool, sql } from 'kysely'
import type { ListItemsPage, RemovedListItem } from '../../../contract/entities/list.ts'
import { errors } from '../../../contract/errors.ts'
import type { ItemsViewAs } from '../../core/comments/itemsView.ts'
import type { ItemRow } from '../../core/lists/columns.ts'
import { createRefusal } from '../../core/lists/policy.ts'
import { getListToChange, getOwnList, type ListCall, type ListKey } from '../../core/lists/queries.ts'
import { listItemView } from '../../core/lists/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseIdOrNull } from '../../platform/http/ids.ts'
import type { Json } from '../../platform/http/json.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { getItemsPage, type ItemsQuery, parseItemsQuery } from './items.ts'
import { matchesTarget, parseTarget } from './target.ts'

/**
 * Removes a post or a comment from the viewer's own list, or everything. Does nothing when it is not in the list.
 *
 * @param request.target `{}` for everything.
 * @returns a page of the list afterwards.
 * @throws Refused as `getOwnList`.
 */
export async function removeItems(
  call: ListCall,
  request: { key: ListKey; target: Parameters<typeof parseTarget>[0]; query: ItemsQuery },
  to: ItemsViewAs,
): Promise<Json<ListItemsPage>> {
  const { db, config } = call
  const { list } = await getOwnList(db, request.key, call.viewer)
  // Only an object without keys means everything: a key without a value is a mistake of the client.
  const isEverything = Object.keys(request.target).length === 0
  const matches = isEverything ? sql<boolean>`true` : matchesTarget(parseTarget(request.target))
  const page = parseItemsQuery(request.query, config.pageSize)
  await deleteItems(db, list.id, matches)
  return await getItemsPage(call, list.id, page, to)
}

/**
 * Removes one item from the viewer's own list by the id of the item.
 *
 * @returns the item without its post or comment.
 * @throws Refused as `getListToChange`, then with `not_logged_in`, the error `invalidListItemId`, as `createRefusal`, or with the
 *   error `listItemNotFound`, in this order.
 */
export async function removeItem(
  db: Db,
  { listId, itemId }: { listId: string; itemId: string },
  viewer: Viewer | null,
): Promise<RemovedListItem> {
  const list = await getListToChange(db, { listId }, viewer)
  if (!viewer) throw new Refused(errors.notLoggedIn)
  const id = parseIdOrNull(itemId)
  if (id === null) throw new Refused(errors.invalidListItemId)
  enforce(createRefusal(viewer, { id: list.ownerId }))
  const item = await deleteItems(db, list.id, sql<boolean>`list_items.id = ${id}`)
  if (!item) throw new Refused(errors.listItemNotFound)
  return { ...listItemView(item), targetItem: null }
}

/**
 * Deletes the matching items of a list. Locks the list before its items, in the same order as saving does, so the two
 * cannot deadlock.
 *
 * @returns the first deleted item.
 */
function deleteItems(db: Db, listId: string, matches: Expression<SqlBool>): Promise<ItemRow | undefined> {
  return (
    db
      .with(
        (cte) => cte('list').materialized(),
        (q) => q.selectFrom('lists').where('id', '=', listId).select('id').forNoKeyUpdate(),
      )
      .with('deleted_item', (q) =>
        q
          .deleteFrom('list_items')
          .using('list')
          .whereRef('list_items.list_id', '=', 'list.id')
          .where(matches)
          .returning([
            'list_items.id as item_id',
            'list_items.list_id as item_list_id',
            'list_items.post_id as item_post_id',
            'list_items.comment_id as item_comment_id',
            'list_items.created_at as item_created_at',
          ]),
      )
      // By a function, as all that is updated after it was locked: see migration 0032_counts_of_locked_rows.
      .with(
        (cte) => cte('counted').materialized(),
        () =>
          sql<object>`(select count_list_items(${listId}, -(select count(*) from deleted_item)::integer))`,
      )
      .selectFrom(['deleted_item', 'counted'])
      .selectAll('deleted_item')
      .orderBy('item_id')
      .limit(1)
      .executeTakeFirst()
  )
}
