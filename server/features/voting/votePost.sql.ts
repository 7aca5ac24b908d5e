// Made from votePost.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, PostColumns, PostViewerColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly voterId: string
  readonly postId: string
  readonly up: boolean | null
  readonly isVoterEstablished: boolean
  readonly toggles: boolean
  readonly renderer: number
  readonly format: 'source' | 'html' | 'excerpt'
}

export type VotePostRow = { refusal: 'postNotFound' | 'postLocked' | 'bannedFromCommunity' } | (PostColumns & AuthorColumns & PostViewerColumns & {
  refusal: null
  new_vote: boolean | null
})

export const votePost: Statement<Parameters, VotePostRow> = {
  name: 'votePost',
  text: `with post as materialized ( select id, author_id, deleted_at, locked_at, is_banned($1, community_id) as is_voter_banned from posts where id = $2 for no key update ), checked_post as ( select id, author_id, case when deleted_at is not null then 'postNotFound' when locked_at is not null then 'postLocked' when is_voter_banned then 'bannedFromCommunity' end as refusal from post ), vote as ( insert into post_votes (post_id, user_id, up, moves_points, told_at) select id, $1, $3, $4 and author_id <> $1, case when $3 and author_id <> $1 then clock_timestamp() end from checked_post where refusal is null on conflict (post_id, user_id) do update set up = case when $5 then nullif(excluded.up, post_votes.up) else excluded.up end, moves_points = case when post_votes.up is null then excluded.moves_points else post_votes.moves_points end, told_at = case when post_votes.up is null and excluded.up then excluded.told_at else post_votes.told_at end, previous_up = post_votes.up, previous_told_at = post_votes.told_at returning post_id, up, moves_points, told_at, previous_up, previous_told_at ), vote_change as ( select post_id, moves_points, told_at, previous_told_at, (up is true)::integer - (previous_up is true)::integer as upvotes, (up is false)::integer - (previous_up is false)::integer as downvotes, up and previous_up is null and told_at is not null as is_new_upvote from vote ), updated_post as materialized ( select count_post_votes(post_id, upvotes, downvotes) as post from vote_change ), author as materialized ( select users.id, is_new_upvote and users.deleted_at is null and not users.upvote_notifications_off as is_notified from vote_change cross join post join users on users.id = post.author_id where is_new_upvote or (moves_points and vote_change.upvotes <> 0) for no key update of users ), author_notification as materialized ( select notify_member(author.id, 'new_votes', told_at, post => post_id, counted_at => previous_told_at) as new_count_change from author cross join vote_change where is_notified ), updated_author as materialized ( select count_for_member(author.id, more_points => case when moves_points then vote_change.upvotes else 0 end, more_notifications => coalesce(new_count_change, 0)) from author cross join vote_change left join author_notification on true ) select refusal, vote.up as new_vote, shown_post.*, shown_author.*, viewer_state.* from checked_post left join ( vote cross join updated_post cross join lateral post_columns(post, (post).id, (post).link_image_id, \${format}, $6) as shown_post join users on users.id = shown_post.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author cross join lateral post_viewer_columns( shown_post.id, shown_post.author_id, shown_post.community_id, $1) as viewer_state) on true left join updated_author on true`,
  parameters: ['voterId', 'postId', 'up', 'isVoterEstablished', 'toggles', 'renderer'],
  literals: ['format'],
}
