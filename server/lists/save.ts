import { sql } from 'kysely'
import type { ListItemsPage } from '../../contract/entities/list.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'
import { type ItemsQuery, type ItemsViewFor, readItems, readItemsQuery } from './items.ts'
import { getOwnList, type ListAddress, type ListCall } from './read.ts'
import { isTarget, readTarget, selectTarget, type Target } from './target.ts'

/**
 * Puts a post or a comment into a list, which only its owner can do; once, however often they ask.
 *
 * @returns the first page of the list afterwards.
 * @throws Refused as `getOwnList`, and when there is no such thing or no room.
 */
export async function saveItem(
  call: ListCall,
  request: { address: ListAddress; target: Parameters<typeof readTarget>[0]; query: ItemsQuery },
  to: ItemsViewFor,
): Promise<ListItemsPage> {
  const { db, limiter, ip, config } = call
  const { list, owner } = await getOwnList(db, request.address, call.viewer)
  await limiter.take('listItems', { ip, member: owner.id })
  const target = readTarget(request.target)
  const page = readItemsQuery(request.query, config.pageSize)
  await insertItem(db, list.id, target)
  return await readItems(db, list.id, { ...page, cursor: null }, to)
}

interface Outcome {
  has_target: boolean
  has_list: boolean
  /** Whether it is in the list now. */
  is_saved: boolean
}

/** The list is locked first: of two that are saved at once the second sees how full the list then is. */
async function insertItem(db: Db, listId: string, target: Target): Promise<void> {
  const { rows } = await sql<Outcome>`
    with list as materialized (
      select id, item_count from lists where id = ${listId} for no key update),
    target as materialized (${selectTarget(target)}),
    saved as (
      insert into list_items (list_id, post_id, comment_id, target_created_at)
      select list.id, target.post_id, target.comment_id, target.created_at from list, target
      where list.item_count < ${sql.lit(limits.listItemsMax)}
      on conflict do nothing
      returning id),
    counted as (
      update lists set item_count = item_count + 1, last_updated_at = greatest(last_updated_at, now())
      where id = ${listId} and exists (select from saved))
    select exists (select from target) as has_target, exists (select from list) as has_list,
      exists (select from saved)
        or exists (select from list_items where list_id = ${listId} and ${isTarget(target)})
        or exists (select from list where item_count < ${sql.lit(limits.listItemsMax)}) as is_saved`.execute(
    db,
  )
  const [outcome] = rows
  if (!outcome?.has_list) throw new Refused(errors.listNotFound)
  if (!outcome.has_target)
    throw new Refused(target.type === 'post' ? errors.postNotFound : errors.commentNotFound)
  if (!outcome.is_saved) throw new Refused(errors.listFull)
}
