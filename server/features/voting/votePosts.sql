-- Sets the votes of several members on posts to :votes ('up', 'down' or 'none'), with all consequences: the counts
-- of the posts, the points of their authors, and the authors' notifications. With :toggle, a vote that already has this
-- state is removed; otherwise nothing changes. The arrays have one element per vote; no member votes twice on one post.
--
-- Returns a row for each vote whose post exists, with its `place` in the arrays, from 1: the post with its new counts and
-- `new_vote`, the vote as it is now (null: none), or in `refusal` the error that the API answers with; nothing is stored then.
-- Locks, in this order and each kind by ascending id: permission locks of the voters (shared), the posts, their authors, the
-- authors' notifications. Waits for no lock longer than :lock_timeout (null: as long as the connection does).
-- Uses posts_pkey, post_votes_pkey and users_pkey, and those of the columns that are shown. One round trip.
--
-- Literal :format: 'source' | 'html' | 'excerpt'
with lock_limit as materialized (
  select set_config('lock_timeout', coalesce(:lock_timeout?::text, current_setting('lock_timeout')), true)
), wanted as materialized (
  select place::integer, post_id, voter_id, is_voter_established, posts.community_id,
    case vote when 'up' then true when 'down' then false end as up
  from lock_limit
  cross join unnest(:ids::bigint[], :voter_ids::bigint[], :votes::text[], :are_voters_established::boolean[])
    with ordinality as given (post_id, voter_id, vote, is_voter_established, place)
  join posts on posts.id = post_id
  order by voter_id
), allowed as materialized (
  -- The permission checks take their locks before the first row is locked.
  select wanted.*, is_forbidden(voter_id, community_id, 'voting') as is_voter_banned from wanted
), post as materialized (
  select posts.* from posts where id in (select post_id from allowed) order by id for no key update
), checked as materialized (
  select place, post_id, voter_id, up, is_voter_established, author_id,
    case when deleted_at is not null then 'postNotFound'
      when locked_at is not null then 'postLocked'
      when is_voter_banned then 'bannedFromCommunity'
      when not :bots_vote and is_bot(voter_id) then 'botsCannotVote'
      -- A downvote that is there can be removed.
      when up is false and not exists (
        select from post_votes as own where own.post_id = allowed.post_id and own.user_id = voter_id and own.up is false)
        then case when :downvotes_on then downvote_refusal(voter_id, allowed.community_id) else 'downvotesOff' end
      end as refusal,
    -- Asked after the permission lock is taken.
    author_id = voter_id or votes_count(voter_id) as counts
  from allowed join post on post.id = post_id
), vote as (
  -- The new and the old vote. `counts`: a vote that is changed counts if it did before. `told_at`: when the author was notified of it. A
  -- vote that is removed and cast again keeps this time, by which the notification counts each voter once.
  insert into post_votes (post_id, user_id, up, moves_points, counts, told_at)
  select post_id, voter_id, up, is_voter_established and author_id <> voter_id, counts,
    case when up and author_id <> voter_id and counts then clock_timestamp() end
  from checked where refusal is null
  on conflict (post_id, user_id) do update set
    up = case when :toggle then nullif(excluded.up, post_votes.up) else excluded.up end,
    moves_points = case when post_votes.up is null then excluded.moves_points else post_votes.moves_points end,
    counts = case when post_votes.up is null then excluded.counts else post_votes.counts end,
    told_at = case when post_votes.up is null and excluded.up then excluded.told_at else post_votes.told_at end,
    previous_up = post_votes.up,
    previous_told_at = post_votes.told_at
  returning post_id, user_id, up, moves_points, counts, told_at, previous_up, previous_told_at
), vote_change as materialized (
  select vote.post_id, author_id, vote.told_at, previous_told_at,
    case when vote.counts then (vote.up is true)::integer - (previous_up is true)::integer else 0 end as upvotes,
    case when vote.counts then (vote.up is false)::integer - (previous_up is false)::integer else 0 end as downvotes,
    case when vote.counts and moves_points then (vote.up is true)::integer - (previous_up is true)::integer else 0 end as points,
    vote.up and previous_up is null and vote.told_at is not null as is_new_upvote
  from vote join checked on checked.post_id = vote.post_id and voter_id = user_id
), updated_post as materialized (
  -- What the statement has locked is updated by a function; migration 0032_counts_of_locked_rows says why.
  select counted.*
  from (
    select array_agg(post_id) as ids, array_agg(upvotes) as upvotes, array_agg(downvotes) as downvotes
    from (
      select post_id, sum(upvotes)::integer as upvotes, sum(downvotes)::integer as downvotes from vote_change group by post_id
    ) as change
  ) as change
  cross join lateral count_votes_of_posts(ids, change.upvotes, change.downvotes) as counted
), author as materialized (
  select id, deleted_at is null and not upvote_notifications_off as is_notified from users
  where id in (select author_id from vote_change where is_new_upvote or points <> 0) order by id for no key update
), author_notification as materialized (
  select member_id as author_id, sum(new_count_change)::integer as new_count_change
  from (
    select array_agg(author_id) as ids, array_agg('new_votes'::text) as kinds, array_agg(told_at) as times,
      array_agg(post_id) as post_ids, array_agg(previous_told_at) as counted
    from (
      select vote_change.* from author join vote_change on author_id = author.id
      where is_notified and is_new_upvote order by author_id
    ) as upvote
    having count(*) > 0
  ) as event
  cross join lateral notify_members(ids, kinds, times, post_ids, '{}', '{}', '{}', counted) as notified
  group by member_id
), updated_author as materialized (
  select counted.id
  from (
    select array_agg(author.id) as ids, array_agg(points) as points, array_agg(0) as comments,
      array_agg(coalesce(new_count_change, 0)) as notifications
    from author
    join (select author_id, sum(points)::integer as points from vote_change group by author_id) as change
      on change.author_id = author.id
    left join author_notification on author_notification.author_id = author.id
    having count(*) > 0
  ) as change
  cross join lateral count_for_members(ids, points, comments, notifications) as counted
)
select place as "place!", refusal, vote.up as new_vote, updated_post.upvotes as "new_upvotes!", updated_post.downvotes as "new_downvotes!",
  updated_post.hotness as "new_hotness!", shown_post.*, shown_author.*, viewer_state.*
from checked left join (
  vote join updated_post on updated_post.post_id = vote.post_id
  join post on post.id = vote.post_id
  cross join lateral post_columns(row(post.*)::posts, post.id, post.link_image_id, :format, :renderer) as shown_post
  join users on users.id = post.author_id
  cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
  cross join lateral post_viewer_columns(post.id, post.author_id, post.community_id, vote.user_id) as viewer_state
) on vote.post_id = checked.post_id and vote.user_id = voter_id
-- Reads updated_author, because PostgreSQL does not execute a CTE that nobody reads unless it is a write itself.
where (select count(*) from updated_author) >= 0
