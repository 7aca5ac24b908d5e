-- Locks a comment, as moderator or as admin, and records it if it was not locked in this way before.
--
-- Returns one row: whether anything has changed (null if the comment is deleted), and when.
-- The caller has locked the permissions of the moderator. Locks the comment (in lock_comment). Cost: one round trip.
with locked as materialized (
  select lock_comment(:comment_id, :actor_id, :acted_as) as has_changed
), log_entry as (
  insert into moderation_log (action, actor_id, acted_as, community_id, post_id, comment_id, reason, is_public)
  select 'lock_comment', :actor_id, :acted_as, :community_id, :post_id, :comment_id, :reason?, :is_public from locked where has_changed
)
select has_changed, now() as locked_at from locked
