-- Pairs of accounts that voted together in the last hours (:post_hours for posts, :comment_hours for comments): in the same direction on at least :common_min of the same posts and
-- comments, which are at least :overlap_percent percent of the votes of each, and twice as many as chance explains. The most common votes first.
--
-- What many vote on makes readers alike, so posts and comments with more than :popular votes are left out, and so are those with most
-- votes, until there are at most :pairs_max pairs of votes to compare. `chance`: how many of the votes on what the one voted on would be
-- the other's if everyone spread their votes like all do.
-- Looks at no more than the newest :votes_max votes on posts, and on comments. Takes no locks. Uses post_votes_by_time,
-- comment_votes_by_time, posts_pkey and comments_pkey. One round trip; at most some seconds.
--
-- Literal :post_hours: number
-- Literal :comment_hours: number
-- Literal :votes_max: number
-- Literal :popular: number
-- Literal :pairs_max: number
-- Literal :common_min: number
with vote as materialized (
  select voter_id, item, up from votes_since(
    now() - make_interval(hours => :post_hours), now() - make_interval(hours => :comment_hours), :votes_max) where author_id <> voter_id
), item as materialized (
  select item, up, count(*)::integer as votes from vote group by item, up having count(*) <= :popular
), ranked as materialized (
  select item, up, votes, sum(votes::bigint * (votes - 1) / 2) over (order by votes, item, up) as pairs from item
), rare as materialized (
  select voter_id, vote.item, vote.up, ranked.votes
  from vote join ranked on ranked.item = vote.item and ranked.up = vote.up where pairs <= :pairs_max
), voter as materialized (
  select voter_id, count(*)::integer as votes, sum(votes - 1)::float8 as met from rare group by voter_id having count(*) >= :common_min
), compared as materialized (
  select rare.voter_id, item, up, voter.votes from rare join voter on voter.voter_id = rare.voter_id where rare.votes > 1
), pair as materialized (
  select one.voter_id as one_id, other.voter_id as other_id, count(*)::integer as common
  from compared as one join compared as other on other.item = one.item and other.up = one.up and other.voter_id > one.voter_id
    and 100 * least(one.votes, other.votes) >= :overlap_percent::integer * greatest(one.votes, other.votes)
  group by one.voter_id, other.voter_id having count(*) >= :common_min
), total as materialized (
  select count(*)::float8 as votes from rare
)
select one_id as "one_id!", other_id as "other_id!", common as "common!", one.votes as "one_votes!", other.votes as "other_votes!"
from pair
join voter as one on one.voter_id = one_id
join voter as other on other.voter_id = other_id
cross join total
where 100 * common >= :overlap_percent::integer * greatest(one.votes, other.votes)
  and common >= 2 * greatest(
    one.met * other.votes / greatest(total.votes - one.votes, 1), other.met * one.votes / greatest(total.votes - other.votes, 1))
order by common desc, one_id, other_id
limit :pairs_shown::integer
