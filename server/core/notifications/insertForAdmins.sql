-- Notifies every admin and counts the notifications.
--
-- Locks, in this order: the admins, their notifications. Uses users_who_are_admins.
with member as materialized (
  select id from users where is_admin and deleted_at is null and banned_at is null order by id for no key update
), notification as materialized (
  select id as user_id, notify_member(id, :type, now(), message => :body) as new_count_change from member
)
-- What the statement has locked is updated by a function; migration 0032_counts_of_locked_rows says why.
select (count_for_member(user_id, more_notifications => new_count_change)).id as "id" from notification
