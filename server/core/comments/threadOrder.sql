-- Which comments a page of a post has if nobody chose an order: the most upvoted of the whole tree first, followed by all missing
-- ancestors of the comments on it; with the version of the item of each. The orders that readers choose are those of sortedThread.sql. The first page begins with the pinned comment, and later ones do not repeat it.
--
-- Without :cursor_upvotes, a page begins at :cursor_id, whatever its votes. The first comment of the next page has no `upvotes` while
-- they are hidden.
--
-- A page ends after `limit` comments, or before the first with which it and its ancestors would have more than `max_bytes` of text;
-- one comment it has in any case. The lengths of texts are known without reading them.
--
-- `place` counts from 1. The first comment of the next page, if there is one, has `limit` + 1; ancestors have `limit` + 2.
-- One row without a comment when there are none, no row when there is no such post. `read_at` is when this was asked, in
-- microseconds since 1970. Reads the `limit` + 1 best comments from an index, and otherwise only what it returns,
-- or would without `max_bytes`.
-- Uses posts_public_id_key, communities_pkey, comments_best, comments_pinned, comments_pkey, users_pkey and images_pkey. Takes no locks. One round
-- trip.
--
-- Literal :limit: number
-- Literal :max_bytes: number
-- Literal :has_cursor: true | false
with thread as materialized (
  select posts.id, communities.name as community_name
  from posts join communities on communities.id = posts.community_id
  where posts.public_id = :public_id
), ordered as materialized (
  select id, ancestors, upvotes, row_number() over (order by is_pinned desc, upvotes desc, id desc)::integer as place
  from (
    select id, ancestors, upvotes, is_pinned from comments
    where not :has_cursor and post_id = (select id from thread) and is_pinned
    union all
    (select id, ancestors, upvotes, false from comments
    where post_id = (select id from thread) and not is_pinned
      and (not :has_cursor or (upvotes, id) <= (
        coalesce(:cursor_upvotes?::bigint, (select comments.upvotes from comments
          where comments.id = :cursor_id and comments.post_id = (select id from thread))),
        :cursor_id?::bigint))
    order by upvotes desc, id desc limit :limit + 1)) as candidate
), best as materialized (
  select * from ordered where place <= :limit + 1
), needed as (
  -- Each comment once, at the place where it is needed first: its own, or that of a comment below it.
  select id, min(place) as place
  from (
    select id, place from best
    union all
    select unnest(ancestors), place from best) as each_need
  group by id
), sized as materialized (
  select needed.id, needed.place, concat(shown.comment_version, shown_images.attachments_version) as comment_version,
    sum(bytes) over (order by needed.place) as bytes_until
  from needed join comments on comments.id = needed.id
  cross join lateral comment_bytes(comments) as bytes
  join users on users.id = comments.author_id
  cross join lateral comment_version(comments.xmin, comments.score_hidden_until, users.xmin, users.picture_id) as shown
  cross join lateral comment_attachments_version(comments.id, comments.attachment_count) as shown_images
), page as materialized (
  select greatest(1, least(:limit, min(place) - 1)) as length from sized where bytes_until > :max_bytes
), wanted as (
  select sized.id, sized.comment_version, best.upvotes, coalesce(best.place, :limit + 2) as place
  from page join sized on sized.place <= page.length
  left join best on best.id = sized.id and best.place <= page.length
  union all
  -- It may also be above a comment of this page.
  select best.id, null, case when comments.score_hidden_until > now() then null else best.upvotes end, :limit + 1
  from page join best on best.place = page.length + 1 join comments on comments.id = best.id
)
select thread.id as post_id, thread.community_name, microseconds_of(statement_timestamp()) as "read_at!",
  wanted.id, wanted.place, wanted.upvotes, wanted.comment_version
from thread left join wanted on true
order by wanted.place, wanted.id
