-- The comments on a page of what a member wrote, in no particular order. userPosts.sql finds the posts of the same page.
--
-- `limit` counts posts and comments together. `feed_key` is the creation of the comment in microseconds since 1970; a cursor
-- orders what was written in the same microsecond by twice the id, and one more for a post.
-- Uses users_username_key_key, comments_by_author and comments_by_author_removed, as far as the page goes. Takes no locks. One
-- round trip; guests have no viewer.
--
-- Literal :includes_removed: true | false
-- Literal :has_cursor: true | false
-- Literal :limit: number
-- Literal :format: 'source' | 'html' | 'excerpt'
with page as materialized (
  select id, (extract(epoch from created_at) * 1000000)::bigint as key from (
    (select id, created_at from comments
    where author_id = (select id from users where username_key = :username_key) and deleted_at is null
      and (not :has_cursor or (created_at, id)
        <= (timestamptz 'epoch' + :cursor_key?::bigint * interval '1 microsecond', :cursor_id?::bigint / 2))
    order by created_at desc, id desc limit :limit)
    union all
    (select id, created_at from comments
    where :includes_removed and author_id = (select id from users where username_key = :username_key)
      and deleted_as in ('mods', 'admins')
      and (not :has_cursor or (created_at, id)
        <= (timestamptz 'epoch' + :cursor_key * interval '1 microsecond', :cursor_id / 2))
    order by created_at desc, id desc limit :limit)) as part
  order by created_at desc, id desc limit :limit
)
select page.key as "feed_key!", shown_comment.*, attached.images, shown_author.*, posts.public_id as post_public_id, posts.title as post_title,
  posts.author_id as post_author_id, posts.deleted_as as post_deleted_as,
  posts.community_id, communities.name as community_name,
  (case when communities.icon_id is not null then (
    select image_json(icon) from images as icon where icon.id = communities.icon_id) end)::image_json as community_icon,
  my_vote.up as my_vote,
  exists (
    select from user_mutes
    where user_id = :viewer_id?::bigint and muted_user_id = shown_comment.author_id) as author_is_muted
from page join comments on comments.id = page.id
cross join lateral comment_columns(comments, :format, :renderer) as shown_comment
cross join lateral comment_attachments(comments.id, comments.attachment_count) as attached
join posts on posts.id = shown_comment.post_id
join communities on communities.id = posts.community_id
join users on users.id = shown_comment.author_id
cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
left join comment_votes as my_vote on my_vote.post_id = shown_comment.post_id and my_vote.user_id = :viewer_id
  and my_vote.comment_id = shown_comment.id
