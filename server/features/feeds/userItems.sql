-- Pages of what members wrote, posts and comments, each for one viewer, newest first: the version of each item
-- (postItems.sql, commentItems.sql), and what it is to the viewer. Several requests that begin at the same place share a
-- statement: `place` is the position of the request, from 1. The arrays have equal lengths.
--
-- One row without an item for an author who has nothing on the page, and none for an unknown one. `key` is the creation of the item
-- in microseconds since 1970; a cursor orders what was written in the same microsecond by twice the id, and one more for a post.
-- What is in a community of :unreadable_ids is excluded. Uses users_username_key_key, and posts_by_author, posts_by_author_deleted, comments_by_author and comments_by_author_removed as far as the
-- page goes. Takes no locks. One round trip; guests have no viewer.
--
-- Literal :posts: true | false
-- Literal :comments: true | false
-- Literal :has_cursor: true | false
-- Literal :limit: number
with author as materialized (
  select given.place, given.viewer_id, given.includes_deleted, given.includes_removed, users.id, users.banned_at, users.deleted_at
  from unnest(:username_keys::text[], :viewer_ids::bigint[], :includes_deleted::boolean[], :includes_removed::boolean[])
    with ordinality as given (username_key, viewer_id, includes_deleted, includes_removed, place)
  join users on users.username_key = given.username_key
), page as materialized (
  select author.place, author.viewer_id, written.is_post, written.id, written.created_at
  from author cross join lateral (
    select part.is_post, part.id, part.created_at from (
      (select true as is_post, id, created_at from posts
      where :posts and author_id = author.id and deleted_at is null and community_id <> all(:unreadable_ids::bigint[])
        and (not :has_cursor or (created_at, id)
          <= (moment_of(:cursor_key?::bigint), (:cursor_id?::bigint - 1) / 2))
      order by created_at desc, id desc limit :limit)
      union all
      (select true, id, created_at from posts
      where :posts and author.includes_deleted and author_id = author.id and deleted_at is not null
        and community_id <> all(:unreadable_ids)
        and (not :has_cursor or (created_at, id)
          <= (moment_of(:cursor_key), (:cursor_id - 1) / 2))
      order by created_at desc, id desc limit :limit)
      union all
      (select false, id, created_at from comments
      where :comments and author_id = author.id and deleted_at is null
        and (cardinality(:unreadable_ids) = 0
          or (select community_id from posts where posts.id = post_id) <> all(:unreadable_ids))
        and (not :has_cursor or (created_at, id)
          <= (moment_of(:cursor_key), :cursor_id / 2))
      order by created_at desc, id desc limit :limit)
      union all
      (select false, id, created_at from comments
      where :comments and author.includes_removed and author_id = author.id and deleted_as in ('mods', 'admins')
        and (cardinality(:unreadable_ids) = 0
          or (select community_id from posts where posts.id = post_id) <> all(:unreadable_ids))
        and (not :has_cursor or (created_at, id)
          <= (moment_of(:cursor_key), :cursor_id / 2))
      order by created_at desc, id desc limit :limit)) as part
    order by part.created_at desc, 2 * part.id + part.is_post::integer desc limit :limit) as written
)
select author.place::integer as "place!", author.banned_at, author.deleted_at, item.is_post, item.id, item.key, item.version, item.my_vote,
  item.visited_at, item.new_comments, item.is_author_muted, item.is_community_muted, item.is_in_list
from author left join (
  select page.place, true as is_post, page.id, microseconds_of(page.created_at) as key,
    concat(shown.post_version, shown_images.attachments_version) as version, viewer_state.*,
    saved.is_in_list
  from page join posts on posts.id = page.id
  join users on users.id = posts.author_id
  join communities on communities.id = posts.community_id
  cross join lateral post_version(posts.id, posts.type, posts.link_image_id, posts.xmin, users.xmin, users.picture_id,
    communities.name, communities.icon_id, communities.banner_id, communities.downvoters, posts.score_hidden_until) as shown
  cross join lateral post_attachments_version(posts.id, posts.attachment_count) as shown_images
  cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, page.viewer_id) as viewer_state
  left join (
    select user_id, array_agg(id) as ids from lists where user_id = any(:viewer_ids) and item_count > 0 group by user_id
  ) as own_list on own_list.user_id = page.viewer_id
  cross join lateral post_is_saved(posts.id, own_list.ids) as saved
  where page.is_post
  union all
  select page.place, false, page.id, microseconds_of(page.created_at),
    lone_comment_version(shown.comment_version, shown_images.attachments_version, communities.name, communities.icon_id, posts.deleted_as, posts.title),
    my_vote.up, null, 0,
    exists (select from user_mutes where user_id = page.viewer_id and muted_user_id = comments.author_id), false, false
  from page join comments on comments.id = page.id
  join posts on posts.id = comments.post_id
  join users on users.id = comments.author_id
  join communities on communities.id = posts.community_id
  cross join lateral comment_version(comments.xmin, comments.score_hidden_until, users.xmin, users.picture_id) as shown
  cross join lateral comment_attachments_version(comments.id, comments.attachment_count) as shown_images
  left join comment_votes as my_vote on my_vote.post_id = comments.post_id and my_vote.user_id = page.viewer_id
    and my_vote.comment_id = comments.id
  where not page.is_post) as item on item.place = author.place
