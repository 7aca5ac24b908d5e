-- Notifies one member and counts the notification. A deleted account is not notified.
--
-- Locks, in this order: the member, their notifications. Uses users_pkey.
with member as materialized (
  select id from users where id = :user_id and deleted_at is null for no key update
), notification as materialized (
  select notify_with_details(id, :type, :details::jsonb, post => :post_id?::bigint, about_comment => :comment_id?::bigint,
    actor => :actor_id?::bigint, community => :community_id?::bigint, role => :deleted_as?, badge => :badge_type?,
    message => :body?) as new_count_change
  from member
)
-- What the statement has locked is updated by a function; migration 0032_counts_of_locked_rows says why.
select (count_for_member(:user_id, more_notifications => new_count_change)).id from notification
