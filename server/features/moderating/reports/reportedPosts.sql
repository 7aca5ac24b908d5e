-- Posts by their ids, as guests see them, also deleted ones; in no particular order.
--
-- Uses posts_pkey, and the indexes of the columns that are shown. Takes no locks. One round trip.
--
-- Literal :format: 'source' | 'html' | 'excerpt'
select shown_post.*, shown_author.*, viewer_state.*
from posts
cross join lateral post_columns(posts, posts.id, posts.link_image_id, :format, :renderer) as shown_post
join users on users.id = posts.author_id
cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, null) as viewer_state
where posts.id = any(:ids)
