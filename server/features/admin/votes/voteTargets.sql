-- Members who received at least :votes_min votes in the last hours (:post_hours for posts, :comment_hours for comments), of which at least half, and twice the share that is usual here,
-- are of accounts that have something in common: a group that votes together (:voter_ids, :groups), the day on which they signed up, or
-- trust level 0. The first of these that applies; at most :rows_max members, those with most such votes first.
--
-- Who voted for what stays private: these votes are on at least :items_min posts and comments of the member.
-- `voter_ids`: those of these accounts that cast at least half of their votes for this member, at most :voters_max, but none that must
-- have voted on each of the posts and comments then. Not how many votes they gave.
-- Looks at no more than the newest :votes_max votes on posts, and on comments. Takes no locks. Uses post_votes_by_time,
-- comment_votes_by_time, posts_pkey, comments_pkey and users_pkey. One round trip; at most some seconds.
--
-- Literal :post_hours: number
-- Literal :comment_hours: number
-- Literal :votes_max: number
with cast_vote as materialized (
  select voter_id, author_id, item from votes_since(
    now() - make_interval(hours => :post_hours), now() - make_interval(hours => :comment_hours), :votes_max) where author_id <> voter_id
), voter as materialized (
  select users.id as voter_id, total.votes, sign_up.kinds, sign_up.marks
  from (select voter_id, count(*)::integer as votes from cast_vote group by voter_id) as total
  join users on users.id = total.voter_id
  left join unnest(:voter_ids::bigint[], :groups::integer[]) as grouped (id, number) on grouped.id = users.id
  cross join lateral (
    select array['group', 'day', 'new'] as kinds,
      array[grouped.number::text, (users.created_at at time zone 'UTC')::date::text,
        case when users.trust_level = 0 and trust_of(users) = 0 then 'new' end] as marks
  ) as sign_up
), given as materialized (
  select author_id, voter_id, count(*)::integer as votes
  from cast_vote group by author_id, voter_id
), received as materialized (
  select author_id, sum(votes)::integer as votes from given group by author_id having sum(votes) >= :votes_min
), usual as materialized (
  -- The share of all votes.
  select kind, mark, sum(votes)::float8 / (select greatest(count(*), 1) from cast_vote) as share
  from voter cross join lateral unnest(kinds, marks) as marked (kind, mark) where mark is not null group by kind, mark
), from_set as materialized (
  select author_id, kind, mark, count(*)::integer as votes, count(distinct voter_id)::integer as voters, count(distinct item)::integer as items
  from cast_vote join voter using (voter_id) cross join lateral unnest(kinds, marks) as marked (kind, mark)
  where mark is not null group by author_id, kind, mark
), unusual as (
  select distinct on (author_id) from_set.author_id, from_set.kind, from_set.mark, from_set.votes as from_votes, from_set.voters, from_set.items,
    received.votes, usual.share as usual
  from from_set
  join received on received.author_id = from_set.author_id
  join usual on usual.kind = from_set.kind and usual.mark = from_set.mark
  join users on users.id = from_set.author_id
  where from_set.voters >= :voters_min and 2 * from_set.votes >= received.votes
    and from_set.votes::float8 / received.votes >= 2 * usual.share and users.deleted_at is null and not is_built_in
  order by author_id, array_position(array['group', 'day', 'new'], from_set.kind), from_set.votes desc, from_set.mark
), shown as (
  select * from unusual where items >= :items_min order by from_votes desc, author_id limit :rows_max
)
select author_id as "author_id!", kind as "kind!", mark as "mark!", from_votes as "from_votes!", voters as "voter_count!", votes as "votes!",
  usual as "usual!",
  array(
    select given.voter_id::text from given join voter on voter.voter_id = given.voter_id
    where given.author_id = shown.author_id and voter.marks[array_position(voter.kinds, shown.kind)] = shown.mark
      and 2 * given.votes >= voter.votes and (voter.votes + 1) / 2 < shown.items
    order by voter.votes desc, given.voter_id limit :voters_max
  ) as "voter_ids!"
from shown
order by from_votes desc, author_id
