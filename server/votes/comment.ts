import { sql } from 'kysely'
import type { Comment } from '../../contract/entities/comment.ts'
import { errors } from '../../contract/errors.ts'
import { commentColumns, commentJoins, muteColumn } from '../comments/read.ts'
import { type CommentRow, commentView } from '../comments/view.ts'
import { compileOnce, onceFor } from '../database/compileOnce.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { isBarred } from '../moderation/standing.ts'
import type { TextForm, ViewFor } from '../posts/view.ts'
import {
  differences,
  type PressValues,
  receiversOfNews,
  receiving,
  rewarding,
  valuesOf,
} from './consequences.ts'
import type { EstablishedRule } from './established.ts'
import { tellingOfVotes, toldAgain, toldAtFirst } from './news.ts'
import { votedBy } from './outcome.ts'

interface Press {
  readonly member: Viewer
  readonly commentId: string
  /** Which arrow. */
  readonly up: boolean
  readonly established: EstablishedRule
}

interface Outcome extends CommentRow {
  is_deleted: boolean
  is_locked: boolean
  was_counted: boolean
  cast_vote: boolean | null
}

const pressing = onceFor((text: TextForm) =>
  compileOnce(
    (_db, press: PressValues) => sql<Outcome>`
    with target as materialized (
      select comments.id, comments.post_id, comments.author_id, comments.deleted_at, comments.upvotes,
        comments.downvotes, is_thread_locked(comments.post_id) as is_locked,
        ${isBarred(press.memberId, sql`posts.community_id`)} as is_banned
      from comments join posts on posts.id = comments.post_id
      where comments.id = ${press.targetId} for no key update of comments),
    vote as (
      insert into comment_votes (post_id, comment_id, user_id, up, moves_points, told_at)
      select post_id, id, ${press.memberId}, ${press.up},
        ${press.isEstablished} and author_id <> ${press.memberId}, ${toldAtFirst(press)}
      from target
      where deleted_at is null and not is_locked and not is_banned
      on conflict (post_id, user_id, comment_id) do update set
        up = case when comment_votes.up = excluded.up then null else excluded.up end,
        previous_up = comment_votes.up,
        ${toldAgain.ofComment},
        moves_points =
          case when comment_votes.up is null then excluded.moves_points else comment_votes.moves_points end
      returning comment_id, up, previous_up, moves_points, told_at, previous_told_at),
    change as (
      select comment_id, up, moves_points, told_at, previous_told_at,
        ${differences}
      from vote),
    counted as (
      -- From the locked row: what this statement saw before may be so old that the difference makes it negative.
      update comments set upvotes = target.upvotes + change.upvotes, downvotes = target.downvotes + change.downvotes
      from change cross join target where comments.id = change.comment_id
      returning comments.*, change.up as cast_vote),
    ${receiving},
    news as (
      select receiver.id as user_id, 'new_votes' as type, told_at as at, target.post_id as post_id,
        target.id as about_comment_id
      from ${receiversOfNews}),
    ${tellingOfVotes},
    ${rewarding}
    select ${commentColumns(text)}, null::boolean as my_vote, ${muteColumn(press.memberId)}, comments.cast_vote,
      target.deleted_at is not null as is_deleted, target.is_locked,
      comments.id is not null as was_counted
    from target left join (counted as comments ${commentJoins}) on true`,
  ),
)

/**
 * Presses an arrow under a comment, in one statement exactly as `votePost`.
 *
 * @throws Refused for comments that are unknown or deleted, whose post is locked, and to members banned
 * from the community.
 */
export async function voteComment(db: Db, press: Press, to: ViewFor): Promise<Comment> {
  const [outcome] = await pressing(to.text)(db, valuesOf(press.commentId, press))
  if (!outcome) throw new Refused(errors.commentNotFound)
  if (outcome.is_deleted) throw new Refused(errors.commentDeleted)
  if (outcome.is_locked) throw new Refused(errors.postLocked)
  if (!outcome.was_counted) throw new Refused(errors.bannedFromCommunity)
  return { ...commentView(outcome, to), ...votedBy(outcome.cast_vote) }
}
