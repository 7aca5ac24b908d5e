-- The posts on a page of what a member wrote, in no particular order. userComments.sql finds the comments of the same page.
--
-- `limit` counts posts and comments together. `feed_key` is the creation of the post in microseconds since 1970; a cursor
-- orders what was written in the same microsecond by twice the id, and one more for a post.
-- Uses users_username_key_key, posts_by_author and posts_by_author_deleted, as far as the page goes. Takes no locks. One round
-- trip; guests have no viewer.
--
-- Literal :includes_deleted: true | false
-- Literal :has_cursor: true | false
-- Literal :limit: number
-- Literal :format: 'source' | 'html' | 'excerpt'
with page as materialized (
  select id, (extract(epoch from created_at) * 1000000)::bigint as key from (
    (select id, created_at from posts
    where author_id = (select id from users where username_key = :username_key) and deleted_at is null
      and (not :has_cursor or (created_at, id)
        <= (timestamptz 'epoch' + :cursor_key?::bigint * interval '1 microsecond', (:cursor_id?::bigint - 1) / 2))
    order by created_at desc, id desc limit :limit)
    union all
    (select id, created_at from posts
    where :includes_deleted and author_id = (select id from users where username_key = :username_key)
      and deleted_at is not null
      and (not :has_cursor or (created_at, id)
        <= (timestamptz 'epoch' + :cursor_key * interval '1 microsecond', (:cursor_id - 1) / 2))
    order by created_at desc, id desc limit :limit)) as part
  order by created_at desc, id desc limit :limit
)
select page.key as "feed_key!", shown_post.*, shown_author.*, viewer_state.*
from page join posts on posts.id = page.id
cross join lateral post_columns(posts, posts.id, posts.link_image_id, :format, :renderer) as shown_post
join users on users.id = posts.author_id
cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, :viewer_id?) as viewer_state
