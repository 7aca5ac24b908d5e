-- The items of posts by their ids, deleted ones too, in no particular order: what is the same for everyone. `post_version`
-- changes whenever the part does.
--
-- Ids without a post are skipped. Takes no locks. Uses posts_pkey, communities_pkey and users_pkey, and those of the columns
-- that are shown. One round trip.
--
-- Literal :format: 'source' | 'html' | 'excerpt'
select concat(shown.post_version, shown_images.attachments_version) as post_version, shown_post.*, shown_author.*
from posts
join users on users.id = posts.author_id
join communities on communities.id = posts.community_id
cross join lateral post_version(posts.id, posts.type, posts.link_image_id, posts.xmin, users.xmin, users.picture_id,
  communities.name, communities.icon_id, communities.banner_id, communities.downvoters, posts.score_hidden_until) as shown
cross join lateral post_attachments_version(posts.id, posts.attachment_count) as shown_images
cross join lateral post_columns(posts, posts.id, posts.link_image_id, :format, :renderer) as shown_post
cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
where posts.id = any(:ids::bigint[])
