-- postState.sql for guests, without a member.
--
-- Returns one row, or none when there is no such post. Takes no locks. Uses posts_public_id_key, users_pkey, communities_pkey,
-- images_pkey. One round trip.
select posts.id, posts.community_id, concat(shown.post_version, shown_images.attachments_version) as post_version, viewer_state.*,
  case when posts.deleted_at is not null then (
    select public_id from posts as target where target.id = merged_into(posts.id)) end as merged_into
from posts
join users on users.id = posts.author_id
join communities on communities.id = posts.community_id
cross join lateral post_version(posts.id, posts.type, posts.link_image_id, posts.xmin, users.xmin, users.picture_id,
  communities.name, communities.icon_id, communities.banner_id, communities.downvoters, posts.score_hidden_until) as shown
cross join lateral post_attachments_version(posts.id, posts.attachment_count) as shown_images
cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, null) as viewer_state
where posts.public_id = :public_id
