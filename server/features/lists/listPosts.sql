-- The posts on a page of a list, also deleted ones, in no particular order. listComments.sql finds the rest of the same page.
--
-- `limit` counts posts and comments together. `item_key` is the creation of the post in microseconds since 1970, for the cursor.
-- The indexes of list_items by list and id, and by list and target_created_at, serve the orders: the planner removes the
-- sort keys and conditions of the other orders, because they are constants. One round trip; guests have no viewer.
--
-- Literal :sort: 'addedDsc' | 'addedAsc' | 'createdDsc' | 'createdAsc'
-- Literal :has_cursor: true | false
-- Literal :format: 'source' | 'html' | 'excerpt'
with page as materialized (
  select id, list_id, post_id, comment_id, created_at,
    (extract(epoch from target_created_at) * 1000000)::bigint as target_created_us
  from list_items
  where list_id = :list_id and (not :has_cursor
    or (:sort = 'addedDsc' and id <= :cursor_id?::bigint)
    or (:sort = 'addedAsc' and id >= :cursor_id)
    or (:sort = 'createdDsc' and (target_created_at, id)
      <= (timestamptz 'epoch' + :cursor_key?::bigint * interval '1 microsecond', :cursor_id))
    or (:sort = 'createdAsc' and (target_created_at, id)
      >= (timestamptz 'epoch' + :cursor_key * interval '1 microsecond', :cursor_id)))
  order by
    case when :sort = 'createdDsc' then target_created_at end desc, case when :sort = 'createdAsc' then target_created_at end,
    case when :sort in ('addedDsc', 'createdDsc') then id end desc, case when :sort in ('addedAsc', 'createdAsc') then id end
  limit :limit::integer
)
select page.id as item_id, page.list_id as item_list_id, page.post_id as item_post_id, page.comment_id as item_comment_id,
  page.created_at as item_created_at, page.target_created_us as "item_key!",
  shown_post.*, shown_author.*, viewer_state.*
from page join posts on posts.id = page.post_id
  cross join lateral post_columns(posts, posts.id, posts.link_image_id, :format, :renderer) as shown_post
  join users on users.id = shown_post.author_id
  cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
  cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, :viewer_id?) as viewer_state
where page.comment_id is null
