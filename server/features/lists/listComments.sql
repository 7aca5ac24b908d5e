-- The comments on a page of a list, also deleted ones, in no particular order. listPosts.sql finds the rest of the same page.
--
-- `limit` counts posts and comments together. `item_key` is the creation of the comment in microseconds since 1970, for the cursor.
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
  shown_comment.*, attached.images, shown_author.*, posts.public_id as post_public_id, posts.title as post_title,
  posts.author_id as post_author_id, posts.deleted_as as post_deleted_as,
  posts.community_id, communities.name as community_name,
  (case when communities.icon_id is not null then (
    select image_json(icon) from images as icon where icon.id = communities.icon_id) end)::image_json as community_icon,
  my_vote.up as my_vote,
  exists (
    select from user_mutes
    where user_id = :viewer_id and muted_user_id = shown_comment.author_id) as author_is_muted
from page join comments on comments.id = page.comment_id
  cross join lateral comment_columns(comments, :format, :renderer) as shown_comment
  cross join lateral comment_attachments(comments.id, comments.attachment_count) as attached
  join posts on posts.id = shown_comment.post_id
  join communities on communities.id = posts.community_id
  join users on users.id = shown_comment.author_id
  cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
  left join comment_votes as my_vote on my_vote.post_id = shown_comment.post_id and my_vote.user_id = :viewer_id?::bigint
    and my_vote.comment_id = shown_comment.id
