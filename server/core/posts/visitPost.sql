-- Notes that a member opens a post now, and returns the post as they see it, also a deleted one. `visited_at` and
-- `new_comments` are those of the visit before, because all parts of a statement see what was stored before it.
--
-- Returns one row, or none when there is no such post. Locks: the member's visit of the post. Uses posts_public_id_key,
-- post_visits_pkey, communities_pkey and users_pkey, and those of the columns that are shown. One round trip.
--
-- Literal :format: 'source' | 'html' | 'excerpt'
with visit as (
  insert into post_visits (user_id, post_id, visited_at)
  select :member_id, id, now() from posts where public_id = :public_id
  -- Of two visits at once, the later moment stays.
  on conflict (user_id, post_id) do update set visited_at = greatest(post_visits.visited_at, excluded.visited_at)
)
select shown_post.*, shown_author.*, viewer_state.*
from posts
cross join lateral post_columns(posts, posts.id, posts.link_image_id, :format, :renderer) as shown_post
join users on users.id = posts.author_id
cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, :member_id) as viewer_state
where posts.public_id = :public_id
