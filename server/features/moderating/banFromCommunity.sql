-- Bans a member from a community until :expires_at, or for good, and records it in the moderation log. A ban that has ended is
-- replaced.
--
-- Returns no row when there is no such community; otherwise the banned member with the ban, or in `refusal` the error that the
-- API answers with, and nothing is stored then.
-- Locks, in this order: permission lock of the member (exclusive), the community, the account of the member (shared), the ban.
-- What may have changed while it waited for them is asked by functions, which see what is committed when they are called, or
-- is in a row that it locks. Uses users_username_key_key, communities_pkey, users_pkey and community_bans_pkey. One round trip.
with target as materialized (
  select id, lock_permissions_exclusively(id) from users where username_key = :username_key?
), community as materialized (
  -- Counting the target first takes its permission lock before the row is locked.
  select communities.id from communities cross join (select count(*) from target) as locked_target
  where communities.id = :community_id and communities.deleted_at is null
  for no key update of communities
), member as materialized (
  select users.id, users.is_admin, users as account
  from community cross join target join users on users.id = target.id
  where users.deleted_at is null
  for share of users
), checked_ban as materialized (
  select community.id as community_id, member.id as member_id,
    case when banner.is_moderator then 'mods' else 'admins' end as acted_as,
    case when banner.is_admin is null then 'userNotFound'
      when not (banner.is_admin or banner.is_moderator) then 'neitherAdminNorModerator'
      when :username_key? is null then 'noUsername'
      when member.id is null then 'userNotFound'
      when member.is_admin or is_moderator(member.id, community.id) then 'cannotBanStaff'
      when not :is_expiry_valid then 'invalidExpiry' end as refusal
  from community cross join lateral roles_in(:banner_id, community.id) as banner left join member on true
), ban as (
  insert into community_bans (community_id, user_id, banned_by, expires_at, note)
  select community_id, member_id, :banner_id, :expires_at?, :note? from checked_ban where refusal is null
  on conflict (user_id, community_id) do update set banned_by = excluded.banned_by, created_at = excluded.created_at,
    expires_at = excluded.expires_at, note = excluded.note
  where not is_ban_in_force(community_bans.expires_at)
  returning user_id, created_at, expires_at, note
), log_entry as (
  insert into moderation_log (action, actor_id, acted_as, community_id, user_id, details, is_public)
  select 'ban_from_community', :banner_id, acted_as, community_id, member_id, :details, :is_public
  from checked_ban join ban on ban.user_id = checked_ban.member_id
)
select case when refusal is not null then refusal when ban.user_id is null then 'alreadyBanned' end as refusal,
  member.id, ban.created_at as banned_at, ban.expires_at, ban.note, shown_author.*
from checked_ban left join (
  ban cross join member cross join lateral author_columns(
    member.account, (member.account).id, (member.account).picture_id, 'source') as shown_author) on true
