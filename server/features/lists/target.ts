import { type RawBuilder, sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import { parseIdOrNull } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'

/** A post or a comment in a list. */
export interface Target {
  readonly type: 'post' | 'comment'
  readonly id: string
}

/**
 * Parses the target of a request to save or remove an item.
 *
 * @throws Refused with the error `badListItem` when the id or the type is missing or invalid.
 */
export function parseTarget(body: { targetId?: string | null; targetType?: string | null }): Target {
  const { targetId, targetType: type } = body
  const id = parseIdOrNull(targetId ?? '')
  if (id === null || (type !== 'post' && type !== 'comment')) throw new Refused(errors.badListItem)
  return { type, id }
}

/** A condition on `list_items`: the items of this target in any list. An index that begins with the post serves it. */
export const matchesTarget = ({ type, id }: Target): RawBuilder<boolean> =>
  type === 'post'
    ? sql<boolean>`list_items.post_id = ${id} and list_items.comment_id is null`
    : sql<boolean>`list_items.post_id = (select post_id from comments where comments.id = ${id})
        and list_items.comment_id = ${id}`
