-- Notifies one member and counts the notification. A deleted account is not notified.
--
-- Locks, in this order: the member, their notifications. Uses users_pkey.
with member as materialized (
  select id from users where id = :user_id and deleted_at is null for no key update
), notification as materialized (
  select notify_member(id, :type, now(), post => :post_id?::bigint, actor => :actor_id?::bigint,
    community => :community_id?::bigint, role => :deleted_as?, badge => :badge_type?, message => :body?) as new_count_change
  from member
)
update users set notifications_new_count = notifications_new_count + new_count_change
from notification where users.id = :user_id
