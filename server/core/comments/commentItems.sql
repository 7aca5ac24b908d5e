-- The items of comments by their ids, deleted ones too, in no particular order: what is the same for everyone. `comment_version`
-- changes whenever the part does, and `lone_version` whenever that of a comment outside its thread does, which has the title of
-- its post and the icon of the community, too.
--
-- Ids without a comment are skipped. Takes no locks. Uses comments_pkey, posts_pkey, communities_pkey and users_pkey, and those
-- of the columns that are shown. One round trip.
--
-- Literal :format: 'source' | 'html' | 'excerpt'
select concat(shown.comment_version, shown_images.attachments_version) as comment_version,
  lone_comment_version(shown.comment_version, shown_images.attachments_version, communities.name, communities.icon_id, posts.deleted_as, posts.title)
    as lone_version,
  shown_comment.*, attached.images, shown_author.*, posts.public_id as post_public_id, posts.community_id,
  communities.name as community_name, posts.title as post_title, posts.author_id as post_author_id,
  posts.deleted_as as post_deleted_as,
  (case when communities.icon_id is not null then (
    select image_json(icon) from images as icon where icon.id = communities.icon_id) end)::image_json as community_icon
from comments
cross join lateral comment_columns(comments, :format, :renderer) as shown_comment
cross join lateral comment_attachments(comments.id, comments.attachment_count) as attached
join posts on posts.id = comments.post_id
join communities on communities.id = posts.community_id
join users on users.id = comments.author_id
cross join lateral comment_version(comments.xmin, comments.score_hidden_until, users.xmin, users.picture_id) as shown
cross join lateral comment_attachments_version(comments.id, comments.attachment_count) as shown_images
cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
where comments.id = any(:ids::bigint[])
