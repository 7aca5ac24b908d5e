-- Stores the levels of members, what they have earned, and how far the job is (:seen_micros, :seen_id: the last one). The arrays have one
-- element a member. A level that an admin has set meanwhile stays; so does everything of an account that is gone.
--
-- Locks the members whose level changes, in the order of their ids. Uses users_pkey and member_trust_pkey. One round trip.
with given as materialized (
  select user_id, level, earned, days_visited, last_day::date
  from unnest(:user_ids::bigint[], :levels::integer[], :earned::integer[], :days_visited::integer[], :last_days::text[])
    as given (user_id, level, earned, days_visited, last_day)
), member as materialized (
  select users.id, given.level, given.level < users.trust_level as is_fall
  from given join users on users.id = given.user_id
  where users.trust_level <> given.level and not users.is_trust_pinned
  order by users.id for no key update of users
), changed as materialized (
  select id, is_fall, set_trust_level(id, level) from member
), kept as (
  insert into member_trust (user_id, days_visited, last_day, below_since)
  select given.user_id, given.days_visited, given.last_day, case when given.earned < given.level then now() end
  from given join users on users.id = given.user_id and users.deleted_at is null order by given.user_id
  on conflict (user_id) do update set days_visited = excluded.days_visited, last_day = excluded.last_day,
    below_since = case when excluded.below_since is null then null
      when exists (select from changed where id = excluded.user_id and is_fall) then now()
      else coalesce(member_trust.below_since, now()) end
)
update trust_progress set seen_at = moment_of(:seen_micros), user_id = :seen_id
-- Reads changed, because PostgreSQL does not execute a CTE that nobody reads unless it is a write itself.
where (select count(*) from changed) >= 0
