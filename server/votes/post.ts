import { sql } from 'kysely'
import type { Post } from '../../contract/entities/post.ts'
import { errors } from '../../contract/errors.ts'
import { compileOnce, onceFor } from '../database/compileOnce.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { isBarred } from '../moderation/standing.ts'
import { overlayColumns, overlayJoins, postColumns, postJoins } from '../posts/read.ts'
import { type PostRow, postView, type TextForm, type ViewFor } from '../posts/view.ts'
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
  readonly postId: string
  /** Which arrow. */
  readonly up: boolean
  readonly established: EstablishedRule
}

interface Outcome extends PostRow {
  is_deleted: boolean
  is_locked: boolean
  was_counted: boolean
  cast_vote: boolean | null
}

const pressing = onceFor((text: TextForm) =>
  compileOnce(
    (_db, press: PressValues) => sql<Outcome>`
    with target as materialized (
      select id, author_id, locked_at, deleted_at, upvotes, downvotes,
        ${isBarred(press.memberId, sql`community_id`)} as is_banned
      from posts where id = ${press.targetId} for no key update),
    vote as (
      insert into post_votes (post_id, user_id, up, moves_points, told_at)
      select id, ${press.memberId}, ${press.up}, ${press.isEstablished} and author_id <> ${press.memberId},
        ${toldAtFirst(press)}
      from target
      where locked_at is null and deleted_at is null and not is_banned
      on conflict (post_id, user_id) do update set
        up = case when post_votes.up = excluded.up then null else excluded.up end,
        previous_up = post_votes.up,
        ${toldAgain.ofPost},
        moves_points = case when post_votes.up is null then excluded.moves_points else post_votes.moves_points end
      returning post_id, up, previous_up, moves_points, told_at, previous_told_at),
    change as (
      select post_id, up, moves_points, told_at, previous_told_at,
        ${differences}
      from vote),
    counted as (
      -- From the locked row: what this statement saw before may be so old that the difference makes it negative.
      update posts set upvotes = target.upvotes + change.upvotes, downvotes = target.downvotes + change.downvotes
      from change cross join target where posts.id = change.post_id
      returning posts.*, change.up as cast_vote),
    ${receiving},
    news as (
      select receiver.id as user_id, 'new_votes' as type, told_at as at, target.id as post_id,
        null::bigint as about_comment_id
      from ${receiversOfNews}),
    ${tellingOfVotes},
    ${rewarding}
    select ${postColumns(text)}, ${overlayColumns(press.memberId)}, posts.cast_vote,
      target.deleted_at is not null as is_deleted, target.locked_at is not null as is_locked,
      posts.id is not null as was_counted
    from target left join (counted as posts ${postJoins} ${overlayJoins(press.memberId)}) on true`,
  ),
)

/**
 * Presses an arrow: the same again takes the vote back, the other one moves it. One statement, exact
 * however many press at the same moment: the post is locked first, the difference is taken from the vote
 * that this statement itself replaced, and counters and points move by it.
 *
 * @returns the post with its new counts; `userVoted` is null after a vote was taken back.
 * @throws Refused for posts that are unknown, deleted or locked, and to members banned from the community.
 */
export async function votePost(db: Db, press: Press, to: ViewFor): Promise<Post> {
  const [outcome] = await pressing(to.text)(db, valuesOf(press.postId, press))
  if (!outcome || outcome.is_deleted) throw new Refused(errors.postNotFound)
  if (outcome.is_locked) throw new Refused(errors.postLocked)
  if (!outcome.was_counted) throw new Refused(errors.bannedFromCommunity)
  return { ...postView(outcome, to), ...votedBy(outcome.cast_vote) }
}
