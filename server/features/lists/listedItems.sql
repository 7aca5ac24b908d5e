-- Pages of lists, posts and comments, also deleted ones, each for one viewer, in no particular order: the version of
-- each item (postItems.sql, commentItems.sql), and what it is to the viewer. Several requests that begin at the same place share
-- a statement: `place` is the position of the request, from 1. The arrays have equal lengths.
--
-- `item_key` is the creation of the post or comment in microseconds since 1970, for the cursor. The indexes of list_items by list and id,
-- and by list and target_created_at, serve the orders: the planner removes the sort keys and conditions of the other orders, because they
-- are constants. What is in a community of :unreadable_ids is excluded. Takes no locks. One round trip; guests have no viewer.
--
-- Literal :sort: 'addedDsc' | 'addedAsc' | 'createdDsc' | 'createdAsc'
-- Literal :has_cursor: true | false
with page as materialized (
  select given.place, given.viewer_id, listed.*
  from unnest(:list_ids::bigint[], :viewer_ids::bigint[]) with ordinality as given (list_id, viewer_id, place)
  cross join lateral (
    select id, list_id, post_id, comment_id, created_at,
      microseconds_of(target_created_at) as target_created_us
    from list_items
    where list_id = given.list_id and (not :has_cursor
      or (:sort = 'addedDsc' and id <= :cursor_id?::bigint)
      or (:sort = 'addedAsc' and id >= :cursor_id)
      or (:sort = 'createdDsc' and (target_created_at, id)
        <= (moment_of(:cursor_key?::bigint), :cursor_id))
      or (:sort = 'createdAsc' and (target_created_at, id)
        >= (moment_of(:cursor_key), :cursor_id)))
      and (cardinality(:unreadable_ids::bigint[]) = 0
        or (select community_id from posts where posts.id = post_id) <> all(:unreadable_ids))
    order by
      case when :sort = 'createdDsc' then target_created_at end desc, case when :sort = 'createdAsc' then target_created_at end,
      case when :sort in ('addedDsc', 'createdDsc') then id end desc, case when :sort in ('addedAsc', 'createdAsc') then id end
    limit :limit::integer) as listed
)
select page.place::integer as "place!", page.id as item_id, page.list_id as item_list_id, page.post_id as item_post_id,
  page.comment_id as item_comment_id, page.created_at as item_created_at, page.target_created_us as "item_key!",
  concat(shown.post_version, shown_images.attachments_version) as version, viewer_state.*,
  saved.is_in_list as "is_in_list!"
from page join posts on posts.id = page.post_id
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
where page.comment_id is null
union all
select page.place::integer, page.id, page.list_id, page.post_id, page.comment_id, page.created_at, page.target_created_us,
  lone_comment_version(shown.comment_version, shown_images.attachments_version, communities.name, communities.icon_id, posts.deleted_as, posts.title),
  my_vote.up, null, 0,
  exists (select from user_mutes where user_id = page.viewer_id and muted_user_id = comments.author_id), false, false
from page join comments on comments.id = page.comment_id
join posts on posts.id = comments.post_id
join users on users.id = comments.author_id
join communities on communities.id = posts.community_id
cross join lateral comment_version(comments.xmin, comments.score_hidden_until, users.xmin, users.picture_id) as shown
cross join lateral comment_attachments_version(comments.id, comments.attachment_count) as shown_images
left join comment_votes as my_vote on my_vote.post_id = comments.post_id and my_vote.user_id = page.viewer_id
  and my_vote.comment_id = comments.id
