-- Accounts with at least :votes_min votes in the last hours (:post_hours for posts, :comment_hours for comments) that either wrote nothing that is still there, or cast at least
-- :per_minute_min votes within a minute: at most :rows_max of each. `only_votes_place` and `fast_place` are their places in the two lists,
-- null if they are not in it. Each row has the number of votes that were looked at, and the first one may be of no account; `is_partial`:
-- whether there may be more votes.
--
-- Looks at no more than the newest :votes_max votes on posts, and on comments. Takes no locks. Uses post_votes_by_time,
-- comment_votes_by_time, posts_pkey, comments_pkey and users_pkey. One round trip; at most some seconds.
--
-- Literal :post_hours: number
-- Literal :comment_hours: number
-- Literal :votes_max: number
with any_vote as materialized (
  select voter_id, author_id, item, up, at from votes_since(
    now() - make_interval(hours => :post_hours), now() - make_interval(hours => :comment_hours), :votes_max)
), vote as materialized (
  select voter_id, up, at from any_vote where author_id <> voter_id
), busy as materialized (
  select voter_id from vote group by voter_id having count(*) >= :votes_min
), paced as (
  select voter_id, up, extract(epoch from at - lag(at) over of_voter)::float8 as gap,
    count(*) over (of_voter range between interval '1 minute' preceding and current row) as in_minute
  from vote where voter_id in (select voter_id from busy)
  window of_voter as (partition by voter_id order by at)
), voter as (
  select voter_id, count(*)::integer as votes, (count(*) filter (where up))::integer as upvotes, max(in_minute)::integer as per_minute,
    percentile_cont(0.5) within group (order by gap) as median_gap
  from paced group by voter_id
), marked as (
  select voter.*, post_count + comment_count = 0 as only_votes, per_minute >= :per_minute_min as is_fast
  from voter join users on users.id = voter_id
  where users.deleted_at is null and not is_admin and not is_built_in
), placed as (
  select *, case when only_votes then row_number() over (partition by only_votes order by votes desc, voter_id) end as only_votes_place,
    case when is_fast then row_number() over (partition by is_fast order by per_minute desc, votes desc, voter_id) end as fast_place
  from marked
)
select (select count(*)::integer from vote) as "looked_at!",
  (select greatest(count(*) filter (where item % 2 = 0), count(*) filter (where item % 2 = 1)) >= :votes_max from any_vote) as "is_partial!",
  placed.voter_id, placed.votes, placed.upvotes, placed.per_minute,
  placed.median_gap, placed.only_votes_place::integer, placed.fast_place::integer
from (select) as always left join placed on least(only_votes_place, fast_place) <= :rows_max
order by placed.voter_id
