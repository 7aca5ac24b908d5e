import { sql } from 'kysely'
import type { ListItem, ListItemSort, ListItemsPage } from '../../contract/entities/list.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import {
  commentColumns,
  commentJoins,
  overlayColumns as commentOverlayColumns,
  voteJoin,
  whereaboutsColumns,
} from '../comments/read.ts'
import { type LoneCommentRow, loneCommentView } from '../comments/view.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'
import { overlayColumns, overlayJoins, postColumns, postJoins } from '../posts/read.ts'
import { type PostRow, postView, type ViewFor, viewFor } from '../posts/view.ts'
import { getList, type ListAddress, type ListCall } from './read.ts'
import { itemKey, itemSorts, readItemSort } from './sorts.ts'
import { type ItemRow, listItemView } from './view.ts'

/** A page of what is in a list as a client asks for it: texts of the address, none of them trusted. */
export interface ItemsQuery {
  readonly limit?: string
  readonly next?: string
  readonly sort?: string
}

export interface ItemsRequest {
  readonly sort: ListItemSort
  readonly limit: number
  readonly cursor: { readonly key: string; readonly id: string } | null
}

/** @throws Refused with `invalid-limit`, `invalid-list-sort` or `invalid_cursor`. */
export function readItemsQuery(query: ItemsQuery, pageSize: number): ItemsRequest {
  const limit = query.limit ? Number(query.limit) : pageSize
  if (!Number.isInteger(limit) || limit < 1 || limit > limits.pageSizeMax)
    throw new Refused(errors.invalidListLimit)
  const sort = readItemSort(query.sort || 'addedDsc')
  return { sort, limit, cursor: itemSorts[sort].readCursor(query.next) }
}

type Item = ItemRow & { item_key: string }

const itemColumns = sql`page.id as item_id, page.list_id as item_list_id, page.post_id as item_post_id,
  page.comment_id as item_comment_id, page.created_at as item_created_at, page.key as item_key`

/** How posts and comments are shown; our own feeds show the beginning of a post, but a comment whole. */
export interface ItemsViewFor {
  readonly post: ViewFor
  readonly comment: ViewFor
}

/** For whom what is in a list is shown, from the call that asks for it. */
export function itemsViewFor(
  call: Parameters<typeof viewFor>[0] & { query: { render?: string } },
): ItemsViewFor {
  const isPage = call.query.render === 'page'
  return {
    post: viewFor(call, isPage ? 'excerpt' : 'source'),
    comment: viewFor(call, isPage ? 'html' : 'source'),
  }
}

/**
 * A page of a list that the viewer may see.
 *
 * @throws Refused as `getList` and `readItemsQuery`.
 */
export async function listItems(
  call: ListCall,
  address: ListAddress,
  query: ItemsQuery & { render?: string },
): Promise<ListItemsPage> {
  const { db, config, viewer } = call
  // Not side by side: whether they may see the list comes before everything that can be wrong with the query.
  const list = await getList(db, address, viewer)
  return await readItems(
    db,
    list.id,
    readItemsQuery(query, config.pageSize),
    itemsViewFor({ ...call, query }),
  )
}

/**
 * A page of what is in a list, read side by side as posts and as comments. What was deleted stays in it, as
 * much of it as this viewer may see; mutes leave nothing out here.
 */
export async function readItems(
  db: Db,
  listId: string,
  { sort, limit, cursor }: ItemsRequest,
  { post: toPost, comment: toComment }: ItemsViewFor,
): Promise<ListItemsPage> {
  const viewerId = toPost.viewer?.id ?? null
  const rule = itemSorts[sort]
  const page = sql`page as materialized (
    select list_items.*, ${itemKey} as key from list_items
    where list_items.list_id = ${listId} ${cursor ? sql`and ${rule.from(cursor)}` : sql``}
    order by ${rule.order} limit ${sql.lit(limit + 1)})`
  const [posts, comments] = await Promise.all([
    sql<PostRow & Item>`
      with ${page}
      select ${postColumns(toPost.text)}, ${overlayColumns(viewerId)}, ${itemColumns}
      from page join posts on posts.id = page.post_id ${postJoins} ${overlayJoins(viewerId)}
      where page.comment_id is null`.execute(db),
    sql<LoneCommentRow & Item>`
      with ${page}
      select ${commentColumns(toComment.text)}, ${commentOverlayColumns(viewerId)}, ${whereaboutsColumns},
        ${itemColumns}
      from page join comments on comments.id = page.comment_id ${commentJoins} ${voteJoin(viewerId)}`.execute(
      db,
    ),
  ])
  const items = [
    ...posts.rows.map((row) => found(row, postView(row, toPost))),
    ...comments.rows.map((row) => found(row, loneCommentView(row, toComment))),
  ].sort((a, b) => rule.compare(a.cursor, b.cursor))
  const following = items[limit]
  return {
    items: items.slice(0, limit).map(({ item }) => item),
    next: following ? rule.writeCursor(following.cursor) : null,
  }
}

const found = (row: Item, targetItem: ListItem['targetItem']) => ({
  item: { ...listItemView(row), targetItem },
  cursor: { key: row.item_key, id: row.item_id },
})
