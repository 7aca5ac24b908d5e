-- What of a member waits for review or was refused, the latest first.
--
-- Uses held_items_of_author. Takes no locks. One round trip.
select held.id, held.kind, held.community_id, communities.name as community_name, held.post_id, posts.public_id, posts.title as post_title,
  held.comment_id, held.sent::json::held_sent_json as sent, held.created_at, held.outcome, held.reason,
  coalesce((
    select json_agg(image_json(images) order by array_position(held.image_ids, images.id)) from images
    where images.id = any(held.image_ids) and images.deleted_at is null), '[]')::images_json as "images!"
from held_items as held
join communities on communities.id = held.community_id
left join posts on posts.id = held.post_id
where held.author_id = :author_id and held.outcome is distinct from 'approved'
  and (:post_id?::bigint is null or held.post_id = :post_id)
  and (:community_id?::bigint is null or (held.community_id = :community_id and held.kind = 'post'))
order by held.id desc limit :limit
