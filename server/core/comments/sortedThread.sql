-- Which comments a page of a post has in an order that the reader chose, as pages of the site always do: comments on the post in this order, each with its best
-- replies in the same order, and the version of the item of each. Nothing on a later page belongs before these. The first page
-- begins with the pinned comment, and later ones do not repeat it.
--
-- Each comment on the post comes with two replies. What `limit` then leaves is divided among the comments of the page by the
-- number of their replies, so a discussion that has no more than `limit` comments is complete. Replies come level by level: without
-- what it replies to, there is none. A page ends before the comment with which it would have more than `max_bytes` of text; the
-- first one it has in any case, with as many replies as fit.
--
-- In the order of the page. The last row may have no version: the next page begins with it, at its `key`, which is null while its points
-- are hidden. Without :cursor_key, a page begins at :cursor_id, whatever its votes. One row without a comment when there
-- are none, no row when there is no such post. `read_at` is when this was asked, in microseconds since 1970. Reads at most `limit`
-- comments of each kind (there and deleted) on the post, and as many replies, from the indexes of comments_in_order.
-- Uses posts_public_id_key, communities_pkey, comments_sorted_…, comments_pinned, comments_pkey, users_pkey and images_pkey. Takes no locks. One round
-- trip.
--
-- Literal :limit: number
-- Literal :max_bytes: number
-- Literal :has_cursor: true | false
-- Literal :sort: 'best' | 'top' | 'new' | 'old' | 'controversial'
with thread as materialized (
  select posts.id, communities.name as community_name
  from posts join communities on communities.id = posts.community_id
  where posts.public_id = :public_id
), pinned as materialized (
  select comments.id, comments.reply_count from thread join comments on comments.post_id = thread.id and comments.is_pinned
), top as materialized (
  select id, key, reply_count, row_number() over (order by is_pinned desc, key desc, id desc) as place
  from (
    select id, null::bigint as key, reply_count, true as is_pinned from pinned where not :has_cursor
    union all
    -- One more where there is a pinned one, which may be among them.
    select top.id, top.key, top.reply_count, false
    from thread cross join lateral comments_in_order(-thread.id, :sort, :limit + 1 + (select count(*)::integer from pinned),
      case when :has_cursor then coalesce(:cursor_key?::bigint,
        (select comment_key(:sort, comments) from comments where comments.id = :cursor_id and comments.post_id = thread.id),
        -999999999999999999) end, case when :has_cursor then :cursor_id?::bigint end) as top
    where top.id not in (select id from pinned)) as candidate
), counted as (
  select id, place, reply_count, least(reply_count, 2, :limit - 1) as brings,
    sum(1 + least(reply_count, 2)) over (order by place) as until
  from top where place <= :limit
), on_page as materialized (
  select id, place, brings + case when others > 0 and free > 0
    then floor((reply_count - brings) * least(1, free::numeric / others))::integer else 0 end as replies
  from (
    select counted.*, :limit - max(until) over () as free, sum(reply_count - brings) over () as others
    from counted where until <= :limit or place = 1) as fitting
), reply as (
  select on_page.place, below.id, below.nth
  from on_page cross join lateral (
    with recursive below as (
      select reply.id, reply.reply_count from comments_in_order(on_page.id, :sort, on_page.replies, null, null) as reply
      union all
      select reply.id, reply.reply_count
      from below cross join lateral comments_in_order(below.id, :sort, on_page.replies, null, null) as reply
      where below.reply_count > 0
    )
    select id, row_number() over () as nth from below limit on_page.replies
  ) as below
  where on_page.replies > 0
), sized as materialized (
  select chosen.id, chosen.place, chosen.nth, concat(shown.comment_version, shown_images.attachments_version) as comment_version,
    sum(bytes) over (order by chosen.place, chosen.nth) as bytes_until
  from (select id, place, 0 as nth from on_page union all select id, place, nth from reply) as chosen
  join comments on comments.id = chosen.id
  cross join lateral comment_bytes(comments) as bytes
  -- One by one (offset 0): PostgreSQL expects far more comments than `limit`, and would read all users for a hash join.
  cross join lateral (
    select users.xmin as row_version, users.picture_id from users where users.id = comments.author_id offset 0) as author
  cross join lateral comment_version(comments.xmin, comments.score_hidden_until, author.row_version, author.picture_id) as shown
  cross join lateral comment_attachments_version(comments.id, comments.attachment_count) as shown_images
), page as materialized (
  select greatest(1, coalesce(min(place) filter (where bytes_until > :max_bytes) - 1, max(place))) as length from sized
), wanted as (
  select sized.id, sized.place, sized.nth, sized.comment_version, null::bigint as key
  from page join sized on sized.place <= page.length
  where sized.bytes_until <= :max_bytes or sized.place = 1 and sized.nth = 0
  union all
  select top.id, top.place, 0, null, case when comments.score_hidden_until > now() then null else top.key end
  from page join top on top.place = page.length + 1 join comments on comments.id = top.id
)
select thread.id as post_id, thread.community_name, microseconds_of(statement_timestamp()) as "read_at!",
  wanted.id, wanted.key, wanted.comment_version
from thread left join wanted on true
order by wanted.place, wanted.nth
