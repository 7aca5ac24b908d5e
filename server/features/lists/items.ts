import { endpoints } from '../../../contract/endpoints/index.ts'
import type { ListItem, ListItemSort, ListItemsPage } from '../../../contract/entities/list.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { type ItemsViewAs, itemsViewAs } from '../../core/comments/itemsView.ts'
import { loneCommentView } from '../../core/comments/serialize.ts'
import type { ItemRow } from '../../core/lists/columns.ts'
import { getList, type ListCall, type ListKey } from '../../core/lists/queries.ts'
import { listItemView } from '../../core/lists/serialize.ts'
import { postView } from '../../core/posts/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { parseChoice, parseInteger } from '../../platform/http/parameters.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import { listComments } from './listComments.sql.ts'
import { listPosts } from './listPosts.sql.ts'
import { itemSorts } from './sorts.ts'

/** The query parameters of a page of a list, as the client sent them. */
export interface ItemsQuery {
  readonly limit?: string
  readonly next?: string
  readonly sort?: string
}

export interface ItemsPageRequest {
  readonly sort: ListItemSort
  readonly limit: number
  readonly cursor: { readonly key: string; readonly id: string } | null
}

/** @throws Refused with `invalid-limit`, `invalid-list-sort` or `invalid_cursor`. */
export function parseItemsQuery(query: ItemsQuery, pageSize: number): ItemsPageRequest {
  const parameters = endpoints.listItems.query.properties
  const limit = parseInteger(parameters.limit, query.limit, pageSize)
  const sort = parseChoice(parameters.sort, query.sort)
  return { sort, limit, cursor: itemSorts[sort].parseCursor(query.next) }
}

/**
 * A page of a list that the viewer may see.
 *
 * @throws Refused as `getList` and `parseItemsQuery`.
 */
export async function listItems(
  call: ListCall & { readonly viewAs: ViewAs },
  key: ListKey,
  query: ItemsQuery,
): Promise<ListItemsPage> {
  const { db, config, viewer } = call
  // Sequential: `list-not-found` comes before all errors of the query.
  const list = await getList(db, key, viewer)
  return await getItemsPage(db, list.id, parseItemsQuery(query, config.pageSize), itemsViewAs(call.viewAs))
}

/**
 * A page of the items of a list. Deleted posts and comments stay in it, with as much content as this viewer may see;
 * mutes do not filter it. Two statements run in parallel, one for posts and one for comments.
 */
export async function getItemsPage(
  db: Db,
  listId: string,
  { sort, limit, cursor }: ItemsPageRequest,
  { post: toPost, comment: toComment }: ItemsViewAs,
): Promise<ListItemsPage> {
  const rule = itemSorts[sort]
  const page = {
    listId,
    sort,
    hasCursor: cursor !== null,
    cursorKey: cursor?.key ?? null,
    cursorId: cursor?.id ?? null,
    limit: limit + 1,
    viewerId: toPost.viewer?.id ?? null,
    renderer: rendererVersion,
  }
  const [posts, comments] = await Promise.all([
    queryRows(db, listPosts, { ...page, format: toPost.format }),
    queryRows(db, listComments, { ...page, format: toComment.format }),
  ])
  const items = [
    ...posts.map((row) => toItem(row, postView(row, toPost))),
    ...comments.map((row) => toItem(row, loneCommentView(row, toComment))),
  ].sort((a, b) => rule.compare(a.cursor, b.cursor))
  const following = items[limit]
  return {
    items: items.slice(0, limit).map(({ item }) => item),
    next: following ? rule.formatCursor(following.cursor) : null,
  }
}

const toItem = (row: ItemRow & { item_key: string }, targetItem: ListItem['targetItem']) => ({
  item: { ...listItemView(row), targetItem },
  cursor: { key: row.item_key, id: row.item_id },
})
