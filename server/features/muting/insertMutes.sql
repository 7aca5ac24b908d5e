-- Mutes a user, a community, or both; neither when one of them is refused. Muting again changes nothing.
--
-- Returns one row: in `refusal` the error that the API answers with, or null.
-- Locks the muted user (shared) against a simultaneous deletion, which removes all mutes of its account.
-- Uses users_pkey, communities_pkey and the unique keys of the mutes.
with muted_user as materialized (
  select id, deleted_at from users where id = :user_id?::bigint for share
), muted_community as materialized (
  select id from communities where id = :community_id?::bigint and deleted_at is null
), checked_mute as materialized (
  select case
    when :user_id::bigint is not null and not exists (select from muted_user) then 'userNotFound'
    when exists (select from muted_user where deleted_at is not null) then 'userDeleted'
    when :community_id::bigint is not null and not exists (select from muted_community) then 'communityNotFound'
    when exists (select from muted_user)
      and not exists (select from user_mutes where user_id = :member_id and muted_user_id = :user_id)
      and (select count(*) from user_mutes where user_id = :member_id) >= :mutes_max::integer
      then 'tooManyMutes'
    when exists (select from muted_community)
      and not exists (select from community_mutes where user_id = :member_id and muted_community_id = :community_id)
      and (select count(*) from community_mutes where user_id = :member_id) >= :mutes_max::integer
      then 'tooManyMutes' end as refusal
), inserted_user_mute as (
  insert into user_mutes (user_id, muted_user_id)
  select :member_id, muted_user.id from muted_user cross join checked_mute where refusal is null
  on conflict do nothing
), inserted_community_mute as (
  insert into community_mutes (user_id, muted_community_id)
  select :member_id, muted_community.id from muted_community cross join checked_mute where refusal is null
  on conflict do nothing
)
select refusal from checked_mute
