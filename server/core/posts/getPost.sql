-- One post, deleted ones too, as one viewer sees it. Guests have no viewer.
--
-- Returns one row, or none when there is no such post. Takes no locks. Uses posts_public_id_key, communities_pkey and users_pkey,
-- and those of the columns that are shown. One round trip.
--
-- Literal :format: 'source' | 'html' | 'excerpt'
select shown_post.*, shown_author.*, viewer_state.*
from posts
cross join lateral post_columns(posts, posts.id, posts.link_image_id, :format, :renderer) as shown_post
join users on users.id = posts.author_id
cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, :viewer_id?) as viewer_state
where posts.public_id = :public_id
