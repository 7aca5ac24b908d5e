-- A page of the posts of a community that are deleted, locked, or of all of them, newest first, as guests see them except for
-- what the view adds for moderators.
--
-- Reads each index in its own order as far as the page goes: the conditions of the parts are those of the indexes.
-- Uses posts_new_in_community, posts_removed_in_community and posts_locked_in_community. Takes no locks. One round trip.
--
-- Literal :filter: 'all' | 'deleted' | 'locked'
-- Literal :format: 'source' | 'html' | 'excerpt'
with page as materialized (
  select id, created_at from (
    (select id, created_at from posts
    where :filter = 'all' and community_id = :community_id and deleted_at is null
    order by created_at desc, id desc limit :end::bigint)
    union all
    (select id, created_at from posts
    where :filter in ('all', 'deleted') and community_id = :community_id and deleted_at is not null
    order by created_at desc, id desc limit :end)
    union all
    (select id, created_at from posts
    where :filter = 'locked' and community_id = :community_id and locked_at is not null and deleted_at is null
    order by created_at desc, id desc limit :end)) as part
  order by created_at desc, id desc limit :limit::bigint offset :end - :limit
)
select shown_post.*, shown_author.*, viewer_state.*
from page join posts on posts.id = page.id
cross join lateral post_columns(posts, posts.id, posts.link_image_id, :format, :renderer) as shown_post
join users on users.id = posts.author_id
cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, null) as viewer_state
order by page.created_at desc, page.id desc
