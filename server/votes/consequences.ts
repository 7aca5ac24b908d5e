import { sql } from 'kysely'
import type { Viewer } from '../http/viewer.ts'
import { type EstablishedRule, isEstablished } from './established.ts'

/*
 * What a press of an arrow leads to is the same for posts and for comments. These are parts of the statement of one,
 * which knows `vote` (what the press made of the vote), `target` (what it is about, locked) and `change` (`vote` with the
 * differences).
 */

/** Columns of `change`: by how much the counts move, and whether the author is told. */
export const differences = sql.raw(`
  up and previous_up is null and told_at is not null as is_news,
  (up is true)::integer - (previous_up is true)::integer as upvotes,
  (up is false)::integer - (previous_up is false)::integer as downvotes`)

/** The author, locked, where the press concerns them. */
export const receiving = sql.raw(`
  receiver as materialized (
    select users.id, users.deleted_at, users.upvote_notifications_off
    from change cross join target join users on users.id = target.author_id
    where is_news or (change.moves_points and change.upvotes <> 0)
    for no key update of users)`)

/** Where the `news` of a press come from: none, where the author is not told. */
export const receiversOfNews = sql.raw(`
  receiver cross join change cross join target
  where is_news and receiver.deleted_at is null and not receiver.upvote_notifications_off`)

/** The points of the author and the count of what is new to them. */
export const rewarding = sql.raw(`
  rewarded as (
    update users set points = points + case when change.moves_points then change.upvotes else 0 end,
      notifications_new_count = notifications_new_count + coalesce((select change from count_changes), 0)
    from change cross join receiver where users.id = receiver.id)`)

/** What the statement of a press is filled in with. */
export interface PressValues {
  readonly targetId: string
  readonly memberId: string
  readonly up: boolean
  readonly isEstablished: boolean
}

export const valuesOf = (
  targetId: string,
  press: { readonly member: Viewer; readonly up: boolean; readonly established: EstablishedRule },
): PressValues => ({
  targetId,
  memberId: press.member.id,
  up: press.up,
  isEstablished: isEstablished(press.member, press.established),
})
