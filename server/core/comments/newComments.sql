-- The comments of a post that others wrote after a time, the oldest first, with all that is above them and the version of the
-- item of each. Deleted ones are not new. Guests have no viewer, and nothing is new to them.
--
-- At most `limit` of them, or fewer where they and what is above them would have more than `max_bytes` of text; one in any case.
-- One row without a comment when there are none, no row when there is no such post. `read_at` is when this was asked, in
-- microseconds since 1970. `next_since` is the time after which the next page begins, in milliseconds; null at the end. Reads what it
-- returns, or would without `max_bytes`, and one more.
-- Uses posts_public_id_key, communities_pkey, comments_new, comments_pkey, users_pkey and images_pkey. Takes no locks. One round
-- trip.
--
-- Literal :limit: number
-- Literal :max_bytes: number
with thread as materialized (
  select posts.id, communities.name as community_name
  from posts join communities on communities.id = posts.community_id
  where posts.public_id = :public_id
), fresh as materialized (
  select id, ancestors, created_at, row_number() over (order by created_at, id) as place
  from (
    select id, ancestors, created_at from comments
    where post_id = (select id from thread) and deleted_at is null and author_id <> :viewer_id?::bigint
      and created_at > to_timestamp(:since::double precision / 1000)
    order by created_at limit :limit + 1) as ordered
), needed as (
  -- Each comment once, at the place where it is needed first: its own, or that of a comment below it.
  select id, min(place) as place
  from (
    select id, place from fresh
    union all
    select unnest(ancestors), place from fresh) as each_need
  group by id
), sized as materialized (
  select needed.id, needed.place, concat(shown.comment_version, shown_images.attachments_version) as comment_version,
    sum(bytes) over (order by needed.place) as bytes_until
  from needed join comments on comments.id = needed.id
  cross join lateral comment_bytes(comments) as bytes
  -- One by one (offset 0): PostgreSQL expects far more comments than `limit`, and would read all users for a hash join.
  cross join lateral (
    select users.xmin as row_version, users.picture_id from users where users.id = comments.author_id offset 0) as author
  cross join lateral comment_version(comments.xmin, comments.score_hidden_until, author.row_version, author.picture_id) as shown
  cross join lateral comment_attachments_version(comments.id, comments.attachment_count) as shown_images
), page as materialized (
  select greatest(1, least(:limit, min(place) - 1)) as length from sized where bytes_until > :max_bytes
)
select thread.id as post_id, thread.community_name, microseconds_of(statement_timestamp()) as "read_at!",
  -- A millisecond before the next comment: several may have the same.
  (select floor(extract(epoch from created_at) * 1000)::bigint - 1 from fresh where place = page.length + 1) as next_since,
  sized.id, sized.comment_version
from thread cross join page left join sized on sized.place <= page.length
order by sized.place, sized.id
