-- Posts, comments and edits that wait for review, the oldest first: in the communities of a scope, with what moderators need to know.
-- Without those of suspended accounts, which come back if the suspension is lifted in time.
--
-- Uses held_items_waiting, and the indexes of the columns shown. Takes no locks. One round trip.
--
-- Literal :scope: 'moderating' | 'community' | 'all'
select held.id, held.kind, held.community_id, communities.name as community_name, held.post_id, posts.public_id, posts.title as post_title,
  held.comment_id, held.sent::json::held_sent_json as sent, held.reasons::json::held_reasons_json as reasons, held.created_at,
  coalesce(comments.body, posts.body) as body_before, communities.undecided,
  queue_author(author, held.community_id, null, null) as author,
  coalesce((
    select json_agg(image_json(images) order by array_position(held.image_ids, images.id)) from images
    where images.id = any(held.image_ids) and images.deleted_at is null), '[]')::images_json as "images!"
from held_items as held
join communities on communities.id = held.community_id
join users as author on author.id = held.author_id
left join posts on posts.id = held.post_id
left join comments on comments.id = held.comment_id
where held.decided_at is null and communities.deleted_at is null and author.banned_at is null and case :scope
    when 'all' then true
    when 'community' then held.community_id = :community_id?::bigint
    else held.community_id in (
      select community_id from moderators where user_id = :viewer_id and permissions && '{content}') end
  and (:after_id?::bigint is null or held.id > :after_id)
order by held.id limit :limit
