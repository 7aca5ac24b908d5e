import { Type } from 'typebox'
import { endpoints } from '../../../contract/endpoints/index.ts'
import {
  type ListItem,
  type ListItemSort,
  type ListItemsPage,
  RemovedListItem,
} from '../../../contract/entities/list.ts'
import type { SharedServices } from '../../core/api/route.ts'
import { serializerOf } from '../../core/api/serializer.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { getPostsAndComments } from '../../core/comments/items.ts'
import { type ItemsViewAs, itemsViewAs } from '../../core/comments/itemsView.ts'
import { getList, type ListCall, type ListKey } from '../../core/lists/queries.ts'
import { listItemView } from '../../core/lists/serialize.ts'
import { unreadableCommunities } from '../../core/permissions/bans.ts'
import { guestId } from '../../core/sessions/viewer.ts'
import { batched } from '../../platform/database/batch.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { Json, jsonList, jsonObject, withFields } from '../../platform/http/json.ts'
import { parseChoice, parseInteger } from '../../platform/http/parameters.ts'
import { type ListedItemsRow, listedItems } from './listedItems.sql.ts'
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
): Promise<Json<ListItemsPage>> {
  const { db, config, viewer } = call
  // Sequential: `list-not-found` comes before all errors of the query.
  const list = await getList(db, key, viewer)
  return await getItemsPage(call, list.id, parseItemsQuery(query, config.pageSize), itemsViewAs(call.viewAs))
}

/** A page of one list for one viewer. */
interface Requested {
  readonly listId: string
  readonly viewerId: string | null
  readonly unreadableIds: readonly string[]
  readonly page: ItemsPageRequest
}

/** The items of a page and one more, in no particular order. */
const findItems = batched<Requested, ListedItemsRow[]>(
  async (db, asked) => {
    const [first] = asked
    if (!first) return []
    const { page, unreadableIds } = first
    const { sort, limit, cursor } = page
    const rows = await queryRows(db, listedItems, {
      listIds: asked.map(({ listId }) => listId),
      viewerIds: asked.map(({ viewerId }) => viewerId ?? guestId),
      unreadableIds,
      sort,
      hasCursor: cursor !== null,
      cursorKey: cursor?.key ?? null,
      cursorId: cursor?.id ?? null,
      limit: limit + 1,
    })
    const pages: ListedItemsRow[][] = asked.map(() => [])
    for (const row of rows) pages[row.place - 1]?.push(row)
    return pages
  },
  { groupOf: ({ page, unreadableIds }) => JSON.stringify([page, unreadableIds]) },
)

/**
 * A page of the items of a list. Deleted posts and comments stay in it, with as much content as this viewer may see;
 * what they may not read does not, and mutes do not filter it.
 */
export async function getItemsPage(
  services: Pick<SharedServices, 'db' | 'items'>,
  listId: string,
  page: ItemsPageRequest,
  to: ItemsViewAs,
): Promise<Json<ListItemsPage>> {
  const rule = itemSorts[page.sort]
  const { viewer } = to.post
  const rows = await findItems(services.db, {
    listId,
    viewerId: viewer?.id ?? null,
    unreadableIds: unreadableCommunities(viewer),
    page,
  })
  const items = rows
    .map((row) => ({
      row,
      cursor: { key: row.item_key, id: row.item_id },
      isPost: row.item_comment_id === null,
      id: row.item_comment_id ?? row.item_post_id,
      version: row.version,
      state: row,
    }))
    .sort((a, b) => rule.compare(a.cursor, b.cursor))
  const following = items[page.limit]
  const shown = await getPostsAndComments(services, items.slice(0, page.limit), to)
  const next = following ? rule.formatCursor(following.cursor) : null
  const json = shown.map(({ item: { row }, json }) =>
    withFields<ListItem>(
      new Json(writeItem(listItemView(row), to.comment.format)),
      jsonObject({ targetItem: json }),
    ),
  )
  return jsonObject<ListItemsPage>({ items: jsonList(json), next })
}

const writeItem = serializerOf({ response: Type.Omit(RemovedListItem, ['targetItem']) })
