-- Sends the welcome notification to the next members who signed up at least `after_hours` ago, oldest first. Does nothing
-- while the community does not exist.
--
-- Returns a row for each notified member.
-- Locks, in this order: the members by their ids, their notifications. A partial index on `is_welcomed` serves the search.
with community as materialized (
  select id from communities where id = community_named(:community_key) and deleted_at is null
), newcomer as (
  -- Lateral, so that members are read only when there is a community.
  select users.id from community cross join lateral (
    select id from users
    where created_at < now() - make_interval(hours => :after_hours)
      and not is_welcomed and not is_built_in and password_hash is not null and deleted_at is null and banned_at is null
    order by created_at limit :batch::integer) as users
), member as materialized (
  select users.id, community.id as community_id
  from users cross join community
  where users.id in (select id from newcomer) and not is_welcomed and deleted_at is null and banned_at is null
  order by users.id for no key update of users
), notification as materialized (
  select id as user_id, notify_member(id, 'welcome', now(), community => community_id) as new_count_change from member
)
-- What the statement has locked is updated by a function; migration 0032_counts_of_locked_rows says why.
select (welcome_member(user_id, new_count_change)).id as "id!" from notification
