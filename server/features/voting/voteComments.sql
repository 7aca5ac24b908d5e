-- Sets the votes of several members on comments to :votes ('up', 'down' or 'none'), with all consequences: the counts of the comments, the points of their authors, and the authors' notifications. With
-- :toggle, a vote that already has this state is removed; otherwise nothing changes. The arrays have one element per vote; no member votes
-- twice on one comment. Like votePosts.sql, except that the lock of the post counts. They are two statements because they lock,
-- write and return rows of different tables: only the consequences for authors, which are functions, are the same.
--
-- Returns a row for each vote whose comment exists, with its `place` in the arrays, from 1: the comment with its new counts and
-- `new_vote`, the vote as it is now (null: none), or in `refusal` the error that the API answers with; nothing is stored then.
-- Locks, in this order and each kind by ascending id: thread locks of the posts (shared), permission locks of the voters
-- (shared), the comments, their authors, the authors' notifications. Not the posts, which all comments and votes of a thread
-- would wait for. Waits for no lock longer than :lock_timeout (null: as long as the connection does).
-- Uses comments_pkey, posts_pkey, comment_votes_pkey and users_pkey, and those of the columns that are shown. One round trip.
--
-- Literal :format: 'source' | 'html' | 'excerpt'
with lock_limit as materialized (
  select set_config('lock_timeout', coalesce(:lock_timeout?::text, current_setting('lock_timeout')), true)
), wanted as materialized (
  select place::integer, comment_id, voter_id, is_voter_established, comments.post_id, posts.community_id,
    case vote when 'up' then true when 'down' then false end as up
  from lock_limit
  cross join unnest(:ids::bigint[], :voter_ids::bigint[], :votes::text[], :are_voters_established::boolean[])
    with ordinality as given (comment_id, voter_id, vote, is_voter_established, place)
  join comments on comments.id = comment_id
  join posts on posts.id = comments.post_id
), thread as materialized (
  -- All checks take their locks before the first row is locked, one kind after the other.
  select post_id, is_thread_locked(post_id) as is_locked
  from (select distinct post_id from wanted order by post_id) as wanted_thread
), allowed as materialized (
  select wanted.*, is_forbidden(voter_id, community_id, 'voting') as is_voter_banned
  from (select * from wanted where (select count(*) from thread) > 0 order by voter_id) as wanted
), comment as materialized (
  select comments.* from comments
  where id in (select comment_id from allowed) order by id for no key update
), checked as materialized (
  -- Its post as it is now: comments move to another one when posts are merged.
  select place, comment_id, comment.post_id, voter_id, up, is_voter_established, author_id,
    case when deleted_at is not null then 'commentDeleted'
      when thread.is_locked then 'postLocked'
      when is_voter_banned then 'bannedFromCommunity'
      when not :bots_vote and is_bot(voter_id) then 'botsCannotVote'
      -- A downvote that is there can be removed.
      when up is false and not exists (
        select from comment_votes as own
        where own.post_id = comment.post_id and own.comment_id = allowed.comment_id and own.user_id = voter_id and own.up is false)
        then case when :downvotes_on then downvote_refusal(voter_id, allowed.community_id) else 'downvotesOff' end
      end as refusal,
    -- Asked after the permission lock is taken.
    author_id = voter_id or votes_count(voter_id) as counts
  from allowed join comment on comment.id = comment_id join thread on thread.post_id = allowed.post_id
), vote as (
  -- The new and the old vote. `counts`: a vote that is changed counts if it did before. `told_at`: when the author was notified of it. A
  -- vote that is removed and cast again keeps this time, by which the notification counts each voter once.
  insert into comment_votes (post_id, comment_id, user_id, up, moves_points, counts, told_at)
  -- The program's account, to which comments in the name of a community belong, gets no points and no notification: its row is shared.
  select post_id, comment_id, voter_id, up,
    is_voter_established and author_id <> voter_id and author_id <> (select program_account()), counts,
    case when up and author_id <> voter_id and counts then clock_timestamp() end
  from checked where refusal is null
  on conflict (post_id, user_id, comment_id) do update set
    up = case when :toggle then nullif(excluded.up, comment_votes.up) else excluded.up end,
    moves_points =
      case when comment_votes.up is null then excluded.moves_points else comment_votes.moves_points end,
    counts = case when comment_votes.up is null then excluded.counts else comment_votes.counts end,
    told_at = case when comment_votes.up is null and excluded.up then excluded.told_at else comment_votes.told_at end,
    previous_up = comment_votes.up,
    previous_told_at = comment_votes.told_at
  returning post_id, comment_id, user_id, up, moves_points, counts, told_at, previous_up, previous_told_at
), vote_change as materialized (
  select vote.post_id, vote.comment_id, author_id, vote.told_at, previous_told_at,
    case when vote.counts then (vote.up is true)::integer - (previous_up is true)::integer else 0 end as upvotes,
    case when vote.counts then (vote.up is false)::integer - (previous_up is false)::integer else 0 end as downvotes,
    case when vote.counts and moves_points then (vote.up is true)::integer - (previous_up is true)::integer else 0 end as points,
    vote.up and previous_up is null and vote.told_at is not null as is_new_upvote
  from vote join checked on checked.comment_id = vote.comment_id and voter_id = user_id
), updated_comment as materialized (
  -- What the statement has locked is updated by a function; migration 0032_counts_of_locked_rows says why.
  select counted.*
  from (
    select array_agg(comment_id) as ids, array_agg(upvotes) as upvotes, array_agg(downvotes) as downvotes
    from (
      select comment_id, sum(upvotes)::integer as upvotes, sum(downvotes)::integer as downvotes from vote_change group by comment_id
    ) as change
  ) as change
  cross join lateral count_votes_of_comments(ids, change.upvotes, change.downvotes) as counted
), author as materialized (
  select id, deleted_at is null and not upvote_notifications_off as is_notified from users
  where id in (select author_id from vote_change where is_new_upvote or points <> 0) and id <> (select program_account())
  order by id for no key update
), author_notification as materialized (
  select member_id as author_id, sum(new_count_change)::integer as new_count_change
  from (
    select array_agg(author_id) as ids, array_agg('new_votes'::text) as kinds, array_agg(told_at) as times,
      array_agg(post_id) as post_ids, array_agg(comment_id) as comment_ids, array_agg(previous_told_at) as counted
    from (
      select vote_change.* from author join vote_change on author_id = author.id
      where is_notified and is_new_upvote order by author_id
    ) as upvote
    having count(*) > 0
  ) as event
  cross join lateral notify_members(ids, kinds, times, post_ids, '{}', comment_ids, '{}', counted) as notified
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
select place as "place!", refusal, vote.up as new_vote, updated_comment.upvotes as "new_upvotes!",
  updated_comment.downvotes as "new_downvotes!", shown_comment.*, attached.images, shown_author.*,
  posts.public_id as post_public_id, posts.community_id, communities.name as community_name,
  exists (
    select from user_mutes where user_id = voter_id and muted_user_id = shown_comment.author_id) as author_is_muted
from checked left join (
  vote join updated_comment on updated_comment.comment_id = vote.comment_id
  join comment on comment.id = vote.comment_id
  cross join lateral comment_columns(row(comment.*)::comments, :format, :renderer) as shown_comment
  cross join lateral comment_attachments(comment.id, comment.attachment_count) as attached
  join posts on posts.id = comment.post_id
  join communities on communities.id = posts.community_id
  join users on users.id = comment.author_id
  cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
) on vote.comment_id = checked.comment_id and vote.user_id = voter_id
-- Reads updated_author, because PostgreSQL does not execute a CTE that nobody reads unless it is a write itself.
where (select count(*) from updated_author) >= 0
