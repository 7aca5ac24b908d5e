// Made from voteComments.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns, CommentAttachments, CommentColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly lockTimeout: string | null
  readonly ids: readonly string[]
  readonly voterIds: readonly string[]
  readonly votes: readonly string[]
  readonly areVotersEstablished: readonly boolean[]
  readonly toggle: boolean
  readonly renderer: number
  readonly format: 'source' | 'html' | 'excerpt'
}

export type VoteCommentsRow = {
  place: number
} & ({ refusal: 'commentDeleted' | 'postLocked' | 'bannedFromCommunity' } | (CommentColumns & CommentAttachments & AuthorColumns & {
  refusal: null
  new_vote: boolean | null
  post_public_id: string
  community_id: string
  community_name: string
  author_is_muted: boolean
}))

export const voteComments: Statement<Parameters, VoteCommentsRow> = {
  name: 'voteComments',
  text: `with lock_limit as materialized ( select set_config('lock_timeout', coalesce($1::text, current_setting('lock_timeout')), true) ), wanted as materialized ( select place::integer, comment_id, voter_id, is_voter_established, comments.post_id, posts.community_id, case vote when 'up' then true when 'down' then false end as up from lock_limit cross join unnest($2::bigint[], $3::bigint[], $4::text[], $5::boolean[]) with ordinality as given (comment_id, voter_id, vote, is_voter_established, place) join comments on comments.id = comment_id join posts on posts.id = comments.post_id ), thread as materialized ( select post_id, is_thread_locked(post_id) as is_locked from (select distinct post_id from wanted order by post_id) as wanted_thread ), allowed as materialized ( select wanted.*, is_forbidden(voter_id, community_id, 'voting') as is_voter_banned from (select * from wanted where (select count(*) from thread) > 0 order by voter_id) as wanted ), comment as materialized ( select id, author_id, deleted_at from comments where id in (select comment_id from allowed) order by id for no key update ), checked as materialized ( select place, comment_id, allowed.post_id, voter_id, up, is_voter_established, author_id, case when deleted_at is not null then 'commentDeleted' when thread.is_locked then 'postLocked' when is_voter_banned then 'bannedFromCommunity' end as refusal from allowed join comment on comment.id = comment_id join thread on thread.post_id = allowed.post_id ), vote as ( insert into comment_votes (post_id, comment_id, user_id, up, moves_points, told_at) select post_id, comment_id, voter_id, up, is_voter_established and author_id <> voter_id, case when up and author_id <> voter_id then clock_timestamp() end from checked where refusal is null on conflict (post_id, user_id, comment_id) do update set up = case when $6 then nullif(excluded.up, comment_votes.up) else excluded.up end, moves_points = case when comment_votes.up is null then excluded.moves_points else comment_votes.moves_points end, told_at = case when comment_votes.up is null and excluded.up then excluded.told_at else comment_votes.told_at end, previous_up = comment_votes.up, previous_told_at = comment_votes.told_at returning post_id, comment_id, user_id, up, moves_points, told_at, previous_up, previous_told_at ), vote_change as materialized ( select vote.post_id, vote.comment_id, author_id, vote.told_at, previous_told_at, (vote.up is true)::integer - (previous_up is true)::integer as upvotes, (vote.up is false)::integer - (previous_up is false)::integer as downvotes, case when moves_points then (vote.up is true)::integer - (previous_up is true)::integer else 0 end as points, vote.up and previous_up is null and vote.told_at is not null as is_new_upvote from vote join checked on checked.comment_id = vote.comment_id and voter_id = user_id ), updated_comment as materialized ( select comment_id, count_comment_votes(comment_id, sum(upvotes)::integer, sum(downvotes)::integer) as comment from vote_change group by comment_id ), author as materialized ( select id, deleted_at is null and not upvote_notifications_off as is_notified from users where id in (select author_id from vote_change where is_new_upvote or points <> 0) order by id for no key update ), author_notification as materialized ( select author_id, sum(notify_member(author_id, 'new_votes', told_at, post => post_id, about_comment => comment_id, counted_at => previous_told_at)) as new_count_change from author join vote_change on author_id = author.id where is_notified and is_new_upvote group by author_id ), updated_author as materialized ( select count_for_member(author.id, more_points => points::integer, more_notifications => coalesce(new_count_change, 0)::integer) from author join (select author_id, sum(points) as points from vote_change group by author_id) as change on change.author_id = author.id left join author_notification on author_notification.author_id = author.id ) select place as "place", refusal, vote.up as new_vote, shown_comment.*, attached.images, shown_author.*, posts.public_id as post_public_id, posts.community_id, communities.name as community_name, exists ( select from user_mutes where user_id = voter_id and muted_user_id = shown_comment.author_id) as author_is_muted from checked left join ( vote join updated_comment on updated_comment.comment_id = vote.comment_id cross join lateral comment_columns(comment, \${format}, $7) as shown_comment cross join lateral comment_attachments((comment).id, (comment).attachment_count) as attached join posts on posts.id = shown_comment.post_id join communities on communities.id = posts.community_id join users on users.id = shown_comment.author_id cross join lateral author_columns(users, users.id, users.picture_id, \${format}) as shown_author ) on vote.comment_id = checked.comment_id and vote.user_id = voter_id where (select count(*) from updated_author) >= 0`,
  parameters: ['lockTimeout', 'ids', 'voterIds', 'votes', 'areVotersEstablished', 'toggle', 'renderer'],
  literals: ['format'],
}
