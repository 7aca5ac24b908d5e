import { type RawBuilder, sql } from 'kysely'
import { errors } from '../../contract/errors.ts'
import { parseId } from '../http/ids.ts'
import { Refused } from '../http/refused.ts'

/** What can be in a list. */
export interface Target {
  readonly type: 'post' | 'comment'
  readonly id: string
}

/**
 * Reads what a client wants in a list, or out of it.
 *
 * @throws Refused with 400 when one of the two is missing or makes no sense.
 */
export function readTarget(body: { targetId?: string | null; targetType?: string | null }): Target {
  const { targetId, targetType: type } = body
  const id = parseId(targetId ?? '')
  if (id === null || (type !== 'post' && type !== 'comment')) throw new Refused(errors.badListItem)
  return { type, id }
}

/** The rows of `list_items` for a target, in whatever list, by the index that begins with the post. */
export const isTarget = ({ type, id }: Target): RawBuilder<boolean> =>
  type === 'post'
    ? sql<boolean>`list_items.post_id = ${id} and list_items.comment_id is null`
    : sql<boolean>`list_items.post_id = (select post_id from comments where comments.id = ${id})
        and list_items.comment_id = ${id}`

/** (post_id, comment_id, created_at) of a target that is there, deleted ones too. */
export const selectTarget = ({ type, id }: Target): RawBuilder<unknown> =>
  type === 'post'
    ? sql`select id as post_id, null::bigint as comment_id, created_at from posts where id = ${id}`
    : sql`select post_id, id as comment_id, created_at from comments where id = ${id}`
