-- What is below a comment of one post, level by level and on each level in one order: its own replies from the cursor on, then
-- replies to these, `limit` comments altogether, or fewer where these would have more than `max_bytes` of text; two in any case,
-- because the first is known where there is a cursor. A comment that is not there, or that is another post's, has none. The cursor
-- is a number of upvotes and an id; in orders that a reader chose, the numbers of both votes and an id, whatever became of this reply
-- since; or in each order the id of a reply alone, for the place that it has now.
--
-- A recursive query goes level by level and no farther than it is read. Reads no other comments. The thread is looked up once:
-- joined to each of its comments, PostgreSQL would rather read all communities. Mutes are read once for all comments.
-- Uses posts_public_id_key, comments_best_replies, comments_sorted_…, comments_pkey, users_pkey and comment_votes_pkey, and those of the columns that
-- are shown. Takes no locks. One round trip; guests have no viewer.
--
-- Literal :limit: number
-- Literal :max_bytes: number
-- Literal :has_cursor: true | false
-- Literal :has_votes: true | false
-- Literal :sort: 'upvotes' | 'best' | 'top' | 'new' | 'old' | 'controversial'
-- Literal :is_guest: true | false
-- Literal :format: 'source' | 'html' | 'excerpt'
with recursive thread as materialized (
  select posts.id, posts.public_id, posts.community_id, communities.name as community_name
  from posts join communities on communities.id = posts.community_id
  where posts.public_id = :public_id
), below as (
  (select reply.id, reply.bytes
  from thread join comments as parent on parent.post_id = thread.id and parent.id = :comment_id
  left join comments as first_reply on :has_cursor and not :has_votes and first_reply.parent_id = parent.id
    and first_reply.id = :cursor_id?::bigint
  cross join lateral comments_in_order(parent.id, :sort, :limit,
    case when :has_cursor then case when not :has_votes then comment_key(:sort, first_reply)
      when :sort = 'upvotes' then :cursor_key?::bigint
      when :sort = 'best' then comment_best(:cursor_upvotes?::integer, :cursor_downvotes?::integer)
      when :sort = 'top' then comment_points(:cursor_upvotes, :cursor_downvotes)
      when :sort = 'controversial' then comment_controversy(:cursor_upvotes, :cursor_downvotes) end end,
    case when :has_cursor then case when :has_votes then :cursor_id else first_reply.id end end) as reply)
  union all
  select reply.id, reply.bytes
  from below cross join lateral comments_in_order(below.id, :sort, :limit, null, null) as reply
), page as materialized (
  select id, place
  from (
    select id, place, sum(bytes) over (order by place) as bytes_until
    from (select id, bytes, row_number() over () as place from below limit :limit) as in_order) as measured
  where place <= 2 or bytes_until <= :max_bytes
)
select shown_comment.*, attached.images, shown_author.*, thread.public_id as post_public_id, thread.community_id, thread.community_name,
  my_vote.up as my_vote,
  not :is_guest and comments.author_id in (
    select muted_user_id from user_mutes where user_id = :viewer_id?::bigint) as author_is_muted
from page join comments on comments.id = page.id
cross join lateral comment_columns(comments, :format, :renderer) as shown_comment
cross join lateral comment_attachments(comments.id, comments.attachment_count) as attached
cross join thread
join users on users.id = comments.author_id
cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
left join comment_votes as my_vote on not :is_guest and my_vote.post_id = comments.post_id
  and my_vote.user_id = :viewer_id and my_vote.comment_id = comments.id
order by comments.depth, case :sort when 'upvotes' then comments.upvotes end desc,
  case :sort when 'upvotes' then comments.id end desc, page.place
