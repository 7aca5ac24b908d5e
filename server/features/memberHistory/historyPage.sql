-- Moderation actions about a member in a community, newest first: a page from the entry :cursor_id on.
--
-- Considers the latest :entries_max entries about the member. Takes no locks. Uses moderation_log_of_member. One round trip.
with recent as materialized (
  select * from moderation_log where member_id = :member_id order by id desc limit :entries_max
)
select recent.id, recent.action, recent.acted_as, recent.comment_id, recent.reason, recent.details->>'rule' as rule,
  recent.details->>'kind' as ban_kind, recent.details->>'expiresAt' as expires_at,
  recent.created_at, posts.public_id as post_public_id, posts.title as post_title,
  case when actor.deleted_at is null then actor.username else 'ghost' end as "moderator!"
from recent join users as actor on actor.id = recent.actor_id
left join posts on posts.id = recent.post_id
where recent.community_id = :community_id and recent.action = any(:actions)
  and (not :has_cursor or recent.id <= :cursor_id?::bigint)
order by recent.id desc limit :limit
