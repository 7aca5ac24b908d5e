import { sql } from 'kysely'
import type { Comment } from '../../contract/entities/comment.ts'
import { errors } from '../../contract/errors.ts'
import { commentColumns, commentJoins } from '../comments/read.ts'
import { type CommentRow, commentView } from '../comments/view.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import type { ViewFor } from '../posts/view.ts'
import { type EstablishedRule, isEstablished } from './established.ts'
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

/**
 * Presses an arrow under a comment, in one statement exactly as `votePost`.
 *
 * @throws Refused for comments that are unknown or deleted, whose post is locked, and to members banned
 * from the community.
 */
export async function voteComment(db: Db, press: Press, to: ViewFor): Promise<Comment> {
  const { member } = press
  const { rows } = await sql<Outcome>`
    with target as materialized (
      select comments.id, comments.post_id, comments.author_id, comments.deleted_at, posts.community_id,
        posts.locked_at
      from comments join posts on posts.id = comments.post_id
      where comments.id = ${press.commentId} for no key update of comments),
    vote as (
      insert into comment_votes (post_id, comment_id, user_id, up, moves_points)
      select post_id, id, ${member.id}, ${press.up},
        ${isEstablished(member, press.established)} and author_id <> ${member.id}
      from target
      where locked_at is null and deleted_at is null and community_id <> all(${[...member.bannedFrom]}::bigint[])
      on conflict (post_id, user_id, comment_id) do update set
        up = case when comment_votes.up = excluded.up then null else excluded.up end,
        previous_up = comment_votes.up,
        moves_points =
          case when comment_votes.up is null then excluded.moves_points else comment_votes.moves_points end
      returning comment_id, up, previous_up, moves_points),
    change as (
      select comment_id, up, moves_points,
        (up is true)::integer - (previous_up is true)::integer as upvotes,
        (up is false)::integer - (previous_up is false)::integer as downvotes
      from vote),
    counted as (
      update comments set upvotes = comments.upvotes + change.upvotes,
        downvotes = comments.downvotes + change.downvotes
      from change where comments.id = change.comment_id
      returning comments.*, change.up as cast_vote),
    rewarded as (
      update users set points = points + change.upvotes
      from change, target
      where users.id = target.author_id and change.moves_points and change.upvotes <> 0)
    select ${commentColumns(to.text)}, null::boolean as my_vote, comments.cast_vote,
      target.deleted_at is not null as is_deleted, target.locked_at is not null as is_locked,
      comments.id is not null as was_counted
    from target left join (counted as comments ${commentJoins}) on true`.execute(db)
  const [outcome] = rows
  if (!outcome) throw new Refused(errors.commentNotFound)
  if (outcome.is_deleted) throw new Refused(errors.commentDeleted)
  if (outcome.is_locked) throw new Refused(errors.postLocked)
  if (!outcome.was_counted) throw new Refused(errors.bannedFromCommunity)
  return { ...commentView(outcome, to), ...votedBy(outcome.cast_vote) }
}
