-- Comments by their ids, as guests see them, also deleted ones, each with the title of its post and whether that is deleted;
-- in no particular order.
--
-- Uses comments_pkey, posts_pkey, and the indexes of the columns that are shown. Takes no locks. One round trip.
--
-- Literal :format: 'source' | 'html' | 'excerpt'
select shown_comment.*, attached.images, shown_author.*, posts.public_id as post_public_id, posts.title as post_title,
  posts.deleted_at as post_deleted_at, posts.deleted_as as post_deleted_as,
  posts.community_id, communities.name as community_name, null::boolean as my_vote, false as author_is_muted
from comments
cross join lateral comment_columns(comments, :format, :renderer) as shown_comment
cross join lateral comment_attachments(comments.id, comments.attachment_count) as attached
join posts on posts.id = comments.post_id
join communities on communities.id = posts.community_id
join users on users.id = comments.author_id
cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
where comments.id = any(:ids)
