-- Notifies the staff of a community, or without one, of the site: its moderators with one of the needed permissions if :as_moderators, or if all of them are excluded
-- or there are none, the admins. Counts the notifications.
--
-- Locks, in this order: the members by ascending id, their notifications. Uses moderators_pkey, users_who_are_admins and users_pkey.
with staff as materialized (
  select user_id as id, 1 as rank from moderators where community_id = :community_id? and :as_moderators
    and permissions && :needs::text[]
  union all
  select users.id, 2 from users where users.is_admin
), active as materialized (
  select staff.id, min(staff.rank) as rank from staff join users on users.id = staff.id
  where users.deleted_at is null and users.banned_at is null and staff.id <> all(:without) group by staff.id
), member as materialized (
  select users.id from users
  where users.id in (select active.id from active where active.rank = (select min(rank) from active))
  order by users.id for no key update
), notification as materialized (
  select id as user_id, notify_with_details(id, :type, :details::jsonb, post => :post_id?::bigint,
    about_comment => :comment_id?::bigint, actor => :actor_id?::bigint, community => :community_id?::bigint) as new_count_change
  from member
)
-- What the statement has locked is updated by a function; migration 0032_counts_of_locked_rows says why.
select (count_for_member(user_id, more_notifications => new_count_change)).id as "id" from notification
