-- Which comments a page of a post has, best first over the whole tree, followed by all missing ancestors of the comments on it;
-- with the version of the shared part of each.
--
-- `place` counts from 1. The comment at `limit` + 1 is the first of the next page, if there is one; ancestors have `limit` + 2.
-- One row without a comment when there are none, no row when there is no such post. `read_at` is when this was asked, in
-- microseconds since 1970. Reads the `limit` + 1 best comments from an index, and otherwise only what it returns.
-- Uses posts_public_id_key, communities_pkey, comments_best, comments_pkey, users_pkey and images_pkey. Takes no locks. One round
-- trip.
--
-- Literal :limit: number
-- Literal :has_cursor: true | false
with thread as materialized (
  select posts.id, communities.name as community_name
  from posts join communities on communities.id = posts.community_id
  where posts.public_id = :public_id
), best as materialized (
  select id, ancestors, upvotes, row_number() over (order by upvotes desc, id desc)::integer as place
  from (
    select id, ancestors, upvotes from comments
    where post_id = (select id from thread)
      and (not :has_cursor or (upvotes, id) <= (:cursor_upvotes?::bigint, :cursor_id?::bigint))
    order by upvotes desc, id desc limit :limit + 1) as ordered
), wanted as (
  select id, place, upvotes from best
  union all
  select distinct ancestor, :limit + 2, 0 from best, unnest(ancestors) as ancestor
  where place <= :limit and ancestor not in (select id from best where place <= :limit)
)
select thread.id as post_id, thread.community_name, (extract(epoch from statement_timestamp()) * 1000000)::bigint as "read_at!",
  listed.id, listed.place, listed.upvotes, listed.comment_version
from thread left join (
  select wanted.id, wanted.place, wanted.upvotes, shown.comment_version
  from wanted join comments on comments.id = wanted.id
  join users on users.id = comments.author_id
  cross join lateral comment_version(comments.xmin, users.xmin, users.picture_id) as shown) as listed on true
order by listed.place, listed.id
