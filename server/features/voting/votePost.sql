-- Makes one member's vote on a post what :up says (null: none), with everything that follows from it: the counts of the
-- post, the points of its author, and the author's notification. Where it :toggles, a vote that is so already becomes none;
-- otherwise it stays, and nothing changes.
--
-- Returns one row, or none when there is no such post: the post with its new counts and `new_vote`, the vote as it is now
-- (null: none), or in `refusal` the error that the API answers with; nothing is stored then.
-- Locks, in this order: permission lock of the voter (shared), the post, its author, the author's notification.
-- Uses posts_pkey, post_votes_pkey and users_pkey, and those of the columns that are shown. One round trip.
--
-- Literal :format: 'source' | 'html' | 'excerpt'
with post as materialized (
  -- The permission check takes its lock before the row is locked.
  select id, author_id, deleted_at, locked_at,
    is_banned(:voter_id, community_id) as is_voter_banned
  from posts where id = :post_id for no key update
), checked_post as (
  select id, author_id,
    case when deleted_at is not null then 'postNotFound'
      when locked_at is not null then 'postLocked'
      when is_voter_banned then 'bannedFromCommunity' end as refusal
  from post
), vote as (
  -- The vote as it is now, and as it was. `told_at`: when the author was notified of it. A vote that is taken back and cast
  -- again keeps that moment, by which the notification knows whether it counts this voter already.
  insert into post_votes (post_id, user_id, up, moves_points, told_at)
  select id, :voter_id, :up?, :is_voter_established and author_id <> :voter_id,
    case when :up and author_id <> :voter_id then clock_timestamp() end
  from checked_post where refusal is null
  on conflict (post_id, user_id) do update set
    up = case when :toggles then nullif(excluded.up, post_votes.up) else excluded.up end,
    moves_points = case when post_votes.up is null then excluded.moves_points else post_votes.moves_points end,
    told_at = case when post_votes.up is null and excluded.up then excluded.told_at else post_votes.told_at end,
    previous_up = post_votes.up,
    previous_told_at = post_votes.told_at
  returning post_id, up, moves_points, told_at, previous_up, previous_told_at
), vote_change as (
  select post_id, moves_points, told_at, previous_told_at,
    (up is true)::integer - (previous_up is true)::integer as upvotes,
    (up is false)::integer - (previous_up is false)::integer as downvotes,
    up and previous_up is null and told_at is not null as is_new_upvote
  from vote
), updated_post as materialized (
  -- By a function, as all that is updated after it was locked: see migration 0032_counts_of_locked_rows.
  select count_post_votes(post_id, upvotes, downvotes) as post from vote_change
), author as materialized (
  select users.id, is_new_upvote and users.deleted_at is null and not users.upvote_notifications_off as is_notified
  from vote_change cross join post join users on users.id = post.author_id
  where is_new_upvote or (moves_points and vote_change.upvotes <> 0)
  for no key update of users
), author_notification as materialized (
  select notify_member(author.id, 'new_votes', told_at, post => post_id, counted_at => previous_told_at) as new_count_change
  from author cross join vote_change where is_notified
), updated_author as materialized (
  select count_for_member(author.id,
    more_points => case when moves_points then vote_change.upvotes else 0 end,
    more_notifications => coalesce(new_count_change, 0))
  from author cross join vote_change left join author_notification on true
)
select refusal, vote.up as new_vote, shown_post.*, shown_author.*, viewer_state.*
from checked_post left join (
  vote cross join updated_post
  cross join lateral post_columns(post, (post).id, (post).link_image_id, :format, :renderer) as shown_post
  join users on users.id = shown_post.author_id
  cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
  cross join lateral post_viewer_columns(
    shown_post.id, shown_post.author_id, shown_post.community_id, :voter_id) as viewer_state) on true
left join updated_author on true
