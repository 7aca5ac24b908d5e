-- Notifies the next members of the oldest unfinished announcement: everyone whose account existed then, except deleted,
-- banned and built-in accounts. Its progress is stored in the same statement, so the next run continues from there after an
-- interruption and nobody is notified twice. When the post is deleted meanwhile, nobody else is notified.
--
-- A member has at most two unseen announcements, this one and the newest before it; older unseen ones are deleted. So are
-- the oldest of all their notifications beyond `notifications_kept`.
--
-- Returns one row, or none when there is no unfinished announcement.
-- Locks, in this order: the announcement, the members by their ids, their notifications. Uses users_pkey.
with announcement as materialized (
  select announcements.post_id, announcements.after_user_id, announcements.created_at,
    posts.deleted_at is not null as is_withdrawn
  from announcements join posts on posts.id = announcements.post_id
  where announcements.finished_at is null
  order by announcements.created_at, announcements.post_id limit 1
  for no key update of announcements
), member as materialized (
  select users.id from announcement join users on users.id > announcement.after_user_id
  where not announcement.is_withdrawn and users.created_at <= announcement.created_at
    and users.deleted_at is null and users.banned_at is null and not users.is_built_in
  order by users.id limit :batch::integer
  for no key update of users
), inserted_notification as (
  insert into notifications (user_id, type, post_id)
  select member.id, 'announcement', announcement.post_id from member cross join announcement
  on conflict do nothing
  returning id, user_id
), enqueued_push as materialized (
  select graphile_worker.add_job('push_notification', json_build_object('notificationId', id::text),
    job_key := 'push_notification ' || id, max_attempts := 3)
  from inserted_notification
  where exists (
    select from sessions join push_subscriptions on push_subscriptions.session_id_hash = sessions.id_hash
    where sessions.user_id = inserted_notification.user_id)
), superseded_notification as (
  delete from notifications using inserted_notification cross join lateral (
    select own.id from notifications as own
    where own.user_id = inserted_notification.user_id and own.type = 'announcement' and own.seen_at is null
    order by own.updated_at desc, own.id desc offset 1) as older_announcement
  where notifications.id = older_announcement.id
  returning notifications.user_id, notifications.is_new
), surplus_notification as (
  delete from notifications using inserted_notification cross join lateral (
    select own.id from notifications as own
    where own.user_id = inserted_notification.user_id
    order by own.id desc offset :notifications_kept::integer - 1) as oldest_notification
  where notifications.id = oldest_notification.id
  returning notifications.user_id, notifications.is_new
), deleted_notification as (
  select user_id, is_new from superseded_notification union all select user_id, is_new from surplus_notification
), counted_member as materialized (
  -- What the statement has locked is updated by a function; migration 0032_counts_of_locked_rows says why.
  select count_for_member(user_id, more_notifications => 1 - (
    select count(*)::integer from deleted_notification
    where deleted_notification.user_id = inserted_notification.user_id and deleted_notification.is_new))
  from inserted_notification
)
-- The announcement needs no function: no foreign key refers to it.
update announcements set
  after_user_id = coalesce((select max(id) from member), announcements.after_user_id),
  finished_at = case when not exists (select from member) then now() end
from announcement where announcements.post_id = announcement.post_id
-- Counted, because PostgreSQL does not run a select in `with` that nothing reads.
returning announcements.post_id, (select count(*) from enqueued_push) as push_count,
  (select count(*) from counted_member) as member_count
