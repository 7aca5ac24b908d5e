-- What is below a comment of one post, level by level and best first on each level: its own replies from the cursor on, then
-- replies to these, `limit` comments altogether, or fewer where these would have more than `max_bytes` of text; two in any case,
-- because the first is known where there is a cursor. A comment that is not there, or that is another post's, has none.
--
-- A recursive query goes level by level and no farther than it is read. Reads no other comments. The thread is looked up once:
-- joined to each of its comments, PostgreSQL would rather read all communities. Mutes are read once for all comments.
-- Uses posts_public_id_key, comments_by_parent, comments_pkey, users_pkey and comment_votes_pkey, and those of the columns that
-- are shown. Takes no locks. One round trip; guests have no viewer.
--
-- Literal :limit: number
-- Literal :max_bytes: number
-- Literal :has_cursor: true | false
-- Literal :is_guest: true | false
-- Literal :format: 'source' | 'html' | 'excerpt'
with recursive thread as materialized (
  select posts.id, posts.public_id, posts.community_id, communities.name as community_name
  from posts join communities on communities.id = posts.community_id
  where posts.public_id = :public_id
), below as (
  (select id, comment_bytes(comments) as bytes from comments
  where parent_id = :comment_id and post_id = (select id from thread)
    and (not :has_cursor or (upvotes, id) <= (:cursor_upvotes?::bigint, :cursor_id?::bigint))
  order by upvotes desc, id desc limit :limit)
  union all
  select reply.id, reply.bytes from below cross join lateral (
    select id, comment_bytes(comments) as bytes from comments where parent_id = below.id
    order by upvotes desc, id desc limit :limit) as reply
), page as materialized (
  select id
  from (
    select id, place, sum(bytes) over (order by place) as bytes_until
    from (select id, bytes, row_number() over () as place from below limit :limit) as in_order) as measured
  where place <= 2 or bytes_until <= :max_bytes
)
select shown_comment.*, shown_author.*, thread.public_id as post_public_id, thread.community_id, thread.community_name,
  my_vote.up as my_vote,
  not :is_guest and comments.author_id in (
    select muted_user_id from user_mutes where user_id = :viewer_id?::bigint) as author_is_muted
from page join comments on comments.id = page.id
cross join lateral comment_columns(comments, :format, :renderer) as shown_comment
cross join thread
join users on users.id = comments.author_id
cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
left join comment_votes as my_vote on not :is_guest and my_vote.post_id = comments.post_id
  and my_vote.user_id = :viewer_id and my_vote.comment_id = comments.id
order by comments.depth, comments.upvotes desc, comments.id desc
