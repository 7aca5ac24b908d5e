-- Notifies members and counts the notifications. Deleted accounts are not notified.
--
-- :notifications is an array of { user_id, type, post_id, comment_id, deleted_as, details, community_id, actor_id, badge_type, body }.
-- Locks, in this order: the members by ascending id, their notifications. Uses users_pkey. One round trip.
with notification as materialized (
  select * from jsonb_to_recordset(:notifications::jsonb) as notification (user_id bigint, type text, post_id bigint,
    comment_id bigint, deleted_as text, details jsonb, community_id bigint, actor_id bigint, badge_type text, body text)
), member as materialized (
  select id from users where id in (select user_id from notification) and deleted_at is null order by id for no key update
), stored as materialized (
  select member.id, notify_with_details(member.id, type, details, post => post_id, about_comment => comment_id, actor => actor_id,
    community => community_id, role => deleted_as, badge => badge_type, message => body) as new_count_change
  from member join notification on notification.user_id = member.id
)
-- What the statement has locked is updated by a function; migration 0032_counts_of_locked_rows says why.
select (count_for_member(id, more_notifications => sum(new_count_change)::integer)).id from stored group by id
