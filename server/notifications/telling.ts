import { type RawBuilder, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { pushing } from '../push/enqueue.ts'

/** A column of what is told, besides who, which kind and when. */
type Fact =
  | 'post_id'
  | 'comment_id'
  | 'about_comment_id'
  | 'actor_id'
  | 'community_id'
  | 'deleted_as'
  | 'badge_type'
  | 'body'

/**
 * The part of a statement that tells members something, to be put among its `with`. It belongs to the
 * statement of the cause, and is no job: so it can neither be lost nor happen twice, whenever the program
 * ends, and the count is right as soon as the cause is there.
 *
 * The statement must know `news` (`user_id`, `type`, `at` and the facts) and must have locked those members,
 * in the order of their ids. That lock comes before any on notifications, here and everywhere, so that nobody
 * waits for each other crosswise. Afterwards it adds each member's `change` of `count_changes` (`user_id`,
 * `change`) to their `notifications_new_count`, which only one update of the statement can do.
 *
 * What happens again to the same target, before the member has seen it, comes into the same notification; of
 * more than are kept the oldest go (API contract 3.8).
 *
 * @param options.isPushed false: of a kind that is never pushed.
 * @param options.mergesIf SQL, a condition on `notifications`, the one that is there; where it is false, nothing happens.
 */
export function telling(
  facts: readonly Fact[],
  { mergesIf = 'true', isPushed = true }: { mergesIf?: string; isPushed?: boolean } = {},
): RawBuilder<unknown> {
  const columns = facts.join(', ')
  // Texts without parameters, to be made once: they stand in statements that everybody sends all the time.
  const told = sql.raw(`
    told as (
      insert into notifications (user_id, type, created_at, updated_at, is_open, ${columns})
      select user_id, type, at, at, type in ('new_comment', 'comment_reply', 'new_votes'), ${columns} from news
      on conflict (user_id, type, post_id, about_comment_id) where is_open do update set
        happened = notifications.happened + 1,
        updated_at = greatest(notifications.updated_at, excluded.updated_at),
        was_new = notifications.is_new, is_new = true
      where ${mergesIf}
      returning id, user_id, type, happened = 1 as is_first, was_new)`)
  const counting = sql.raw(`
    ${droppingFor('select user_id from told where is_first')},
    count_changes as (
      select user_id, sum(change)::integer as change from (
        select user_id, 1 - was_new::integer as change from told
        union all
        select user_id, -1 from dropped where is_new
        ${isPushed ? 'union all select user_id, 0 from pushed' : ''}) as changes
      group by user_id)`)
  return isPushed ? sql`${told}, ${pushing}, ${counting}` : sql`${told}, ${counting}`
}

const droppingFor = (receivers: string) => `
    dropped as (
      delete from notifications using (${receivers}) as receivers cross join lateral (
        select own.id from notifications as own where own.user_id = receivers.user_id
        order by own.id desc offset ${limits.notificationsKept - 1}) as surplus
      where notifications.id = surplus.id
      returning notifications.user_id, notifications.is_new)`

/**
 * A part `dropped` (`user_id`, `is_new`) of a statement that makes one notification for each of `told`: of
 * those they had, what is too many then goes.
 */
export const dropping: RawBuilder<unknown> = sql.raw(droppingFor('select user_id from told'))
