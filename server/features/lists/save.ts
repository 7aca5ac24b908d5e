import type { ListItemsPage } from '../../../contract/entities/list.ts'
import { errors } from '../../../contract/errors.ts'
import type { ItemsViewAs } from '../../core/comments/itemsView.ts'
import { getOwnList, type ListCall, type ListKey } from '../../core/lists/queries.ts'
import { unreadableCommunities } from '../../core/permissions/bans.ts'
import { queryRow } from '../../platform/database/statement.ts'
import type { Json } from '../../platform/http/json.ts'
import { clientOf } from '../../platform/http/rateLimits.ts'
import { Refused } from '../../platform/http/refused.ts'
import { insertItem } from './insertItem.sql.ts'
import { getItemsPage, type ItemsQuery, parseItemsQuery } from './items.ts'
import { parseTarget } from './target.ts'

/** Per list. */
export const listItemsMax = 10_000

/**
 * Saves a post or a comment in the viewer's own list. Does nothing when it is in the list already.
 *
 * @returns the first page of the list afterwards.
 * @throws Refused as `getOwnList` and `parseTarget`, when the target does not exist, when a ban forbids to read it, or when the list is
 * full.
 */
export async function saveItem(
  call: ListCall,
  request: { key: ListKey; target: Parameters<typeof parseTarget>[0]; query: ItemsQuery },
  to: ItemsViewAs,
): Promise<Json<ListItemsPage>> {
  const { db, limiter, ip, config } = call
  const { list } = await getOwnList(db, request.key, call.viewer)
  await limiter.take('listItems', clientOf(call.viewer, ip))
  const target = parseTarget(request.target)
  const page = parseItemsQuery(request.query, config.pageSize)
  const result = await queryRow(db, insertItem, {
    listId: list.id,
    type: target.type,
    targetId: target.id,
    unreadableIds: unreadableCommunities(call.viewer),
    listItemsMax,
  })
  if (result?.refusal) throw new Refused(errors[result.refusal])
  return await getItemsPage(call, list.id, { ...page, cursor: null }, to)
}
