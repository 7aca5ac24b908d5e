-- Joins the communities in :join and leaves those in :leave. No id is in both.
--
-- Returns the communities that exist, by name, with whether the user is a member of them afterwards. `isRefused` is the same in all
-- rows: true if they would have joined more than :joined_max; nothing is changed then.
-- Locks, in this order: the communities by their ids, the memberships.
-- Uses communities_pkey, memberships_pkey, moderators_pkey and images_pkey. One round trip.
with locked as materialized (
  select * from communities
  where id = any(:join::bigint[] || :leave::bigint[]) and deleted_at is null
  order by id for no key update
), new_membership as materialized (
  select id as community_id from locked
  where id = any(:join) and not exists (
    select from memberships where memberships.user_id = :user_id and memberships.community_id = locked.id)
), old_membership as materialized (
  select memberships.community_id from memberships join locked on locked.id = memberships.community_id
  where memberships.user_id = :user_id and memberships.community_id = any(:leave) and not exists (
    select from moderators
    where moderators.user_id = memberships.user_id and moderators.community_id = memberships.community_id)
), verdict as materialized (
  select exists (select from new_membership)
    and (select count(*) from memberships where user_id = :user_id) + (select count(*) from new_membership)
      - (select count(*) from old_membership) > :joined_max::integer as is_refused
), inserted_membership as (
  insert into memberships (user_id, community_id)
  select :user_id, community_id from new_membership, verdict where not is_refused
  on conflict do nothing
  returning community_id
), deleted_membership as (
  delete from memberships using old_membership, verdict
  where memberships.user_id = :user_id and memberships.community_id = old_membership.community_id and not is_refused
  returning memberships.community_id
), changed_count as materialized (
  select community_id, change, (count_members(community_id, change)).member_count from (
    select community_id, 1 as change from inserted_membership
    union all
    select community_id, -1 from deleted_membership) as membership
)
select communities.id, communities.creator_id as "creatorId", communities.name, communities.nsfw, communities.about,
  coalesce(changed_count.member_count, communities.member_count) as "memberCount!",
  communities.posting_restricted as "postingRestricted", communities.created_at as "createdAt",
  communities.deleted_at as "deletedAt",
  case when communities.icon_id is not null then (
    select image_json(images) from images where images.id = communities.icon_id) end as icon,
  case when communities.banner_id is not null then (
    select image_json(images) from images where images.id = communities.banner_id) end as banner,
  coalesce(changed_count.change > 0, exists (
    select from memberships
    where memberships.user_id = :user_id and memberships.community_id = communities.id)) as "userJoined!",
  verdict.is_refused as "isRefused!"
from locked as communities cross join verdict
left join changed_count on changed_count.community_id = communities.id
order by communities.name_key
