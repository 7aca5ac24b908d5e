-- The viewer state of posts for several members, where it is not the default, and which posts have changed since they were read.
-- `place` is the number of the batched call that the post belongs to; `new_version` is null if the post itself has not changed. No row
-- for a post that has not changed and has no viewer state.
-- The arrays are of equal length, one element for each post of each member.
--
-- Uses posts_pkey, post_votes_pkey, post_visits_pkey and those of mutes, lists and their items, and for a changed post those of its version. Takes no
-- locks. One round trip.
with given as materialized (
  select * from unnest(:places::integer[], :viewer_ids::bigint[], :post_ids::bigint[], :versions::text[])
    as given (place, viewer_id, post_id, version)
), own_list as materialized (
  select id, user_id from lists where user_id = any(:viewer_ids) and item_count > 0
), saved as materialized (
  select distinct given.viewer_id, given.post_id
  from given join own_list on own_list.user_id = given.viewer_id
  join list_items on list_items.post_id = given.post_id and list_items.comment_id is null and list_items.list_id = own_list.id
)
select given.place as "place!", posts.id, posts.deleted_at is not null as is_deleted,
  case when posts.xmin::text <> split_part(given.version, '.', 1) then (
    select concat(shown.post_version, shown_images.attachments_version) as post_version
    from users join communities on communities.id = posts.community_id
    cross join lateral post_version(posts.id, posts.type, posts.link_image_id, posts.xmin, users.xmin, users.picture_id,
      communities.name, communities.icon_id, communities.banner_id, communities.downvoters, posts.score_hidden_until) as shown
    cross join lateral post_attachments_version(posts.id, posts.attachment_count) as shown_images
    where users.id = posts.author_id) end as new_version,
  viewer_state.*, saved.post_id is not null as "is_in_list!"
from given
join posts on posts.id = given.post_id
cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, given.viewer_id) as viewer_state
left join saved on saved.viewer_id = given.viewer_id and saved.post_id = given.post_id
where posts.deleted_at is not null or posts.xmin::text <> split_part(given.version, '.', 1) or viewer_state.my_vote is not null
  or viewer_state.visited_at is not null or viewer_state.is_author_muted or viewer_state.is_community_muted or saved.post_id is not null
