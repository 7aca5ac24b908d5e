-- Makes one member's vote on a comment what :up says (null: none), with everything that follows from it: the counts of the
-- comment, the points of its author, and the author's notification. Where it :toggles, a vote that is so already becomes none;
-- otherwise it stays, and nothing changes. The same as votePost.sql, but that a locked post
-- refuses it.
--
-- Returns one row, or none when there is no such comment: the comment with its new counts and `new_vote`, the vote as it is
-- now (null: none), or in `refusal` the error that the API answers with; nothing is stored then.
-- Locks, in this order: thread lock of the post (shared), permission lock of the voter (shared), the comment, its author, the
-- author's notification. Not the post, which all comments and votes of a thread would wait for.
-- Uses comments_pkey, posts_pkey, comment_votes_pkey and users_pkey, and those of the columns that are shown. One round trip.
--
-- Literal :format: 'source' | 'html' | 'excerpt'
with comment as materialized (
  -- Both checks take their locks before the row is locked.
  select comments.id, comments.post_id, comments.author_id, comments.deleted_at,
    is_thread_locked(comments.post_id) as is_post_locked,
    is_banned(:voter_id, posts.community_id) as is_voter_banned
  from comments join posts on posts.id = comments.post_id
  where comments.id = :comment_id for no key update of comments
), checked_comment as (
  select id, post_id, author_id,
    case when deleted_at is not null then 'commentDeleted'
      when is_post_locked then 'postLocked'
      when is_voter_banned then 'bannedFromCommunity' end as refusal
  from comment
), vote as (
  -- The vote as it is now, and as it was. `told_at`: when the author was notified of it. A vote that is taken back and cast
  -- again keeps that moment, by which the notification knows whether it counts this voter already.
  insert into comment_votes (post_id, comment_id, user_id, up, moves_points, told_at)
  select post_id, id, :voter_id, :up?, :is_voter_established and author_id <> :voter_id,
    case when :up and author_id <> :voter_id then clock_timestamp() end
  from checked_comment where refusal is null
  on conflict (post_id, user_id, comment_id) do update set
    up = case when :toggles then nullif(excluded.up, comment_votes.up) else excluded.up end,
    moves_points =
      case when comment_votes.up is null then excluded.moves_points else comment_votes.moves_points end,
    told_at = case when comment_votes.up is null and excluded.up then excluded.told_at else comment_votes.told_at end,
    previous_up = comment_votes.up,
    previous_told_at = comment_votes.told_at
  returning post_id, comment_id, up, moves_points, told_at, previous_up, previous_told_at
), vote_change as (
  select post_id, comment_id, moves_points, told_at, previous_told_at,
    (up is true)::integer - (previous_up is true)::integer as upvotes,
    (up is false)::integer - (previous_up is false)::integer as downvotes,
    up and previous_up is null and told_at is not null as is_new_upvote
  from vote
), updated_comment as materialized (
  -- By a function, as all that is updated after it was locked: see migration 0032_counts_of_locked_rows.
  select count_comment_votes(comment_id, upvotes, downvotes) as comment from vote_change
), author as materialized (
  select users.id, is_new_upvote and users.deleted_at is null and not users.upvote_notifications_off as is_notified
  from vote_change cross join comment join users on users.id = comment.author_id
  where is_new_upvote or (moves_points and vote_change.upvotes <> 0)
  for no key update of users
), author_notification as materialized (
  select notify_member(author.id, 'new_votes', told_at, post => post_id, about_comment => comment_id,
    counted_at => previous_told_at) as new_count_change
  from author cross join vote_change where is_notified
), updated_author as materialized (
  select count_for_member(author.id,
    more_points => case when moves_points then vote_change.upvotes else 0 end,
    more_notifications => coalesce(new_count_change, 0))
  from author cross join vote_change left join author_notification on true
)
select refusal, vote.up as new_vote, shown_comment.*, shown_author.*, posts.public_id as post_public_id,
  posts.community_id, communities.name as community_name,
  exists (
    select from user_mutes where user_id = :voter_id and muted_user_id = shown_comment.author_id) as author_is_muted
from checked_comment left join (
  vote cross join updated_comment
  cross join lateral comment_columns(comment, :format, :renderer) as shown_comment
  join posts on posts.id = shown_comment.post_id
  join communities on communities.id = posts.community_id
  join users on users.id = shown_comment.author_id
  cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author) on true
left join updated_author on true
