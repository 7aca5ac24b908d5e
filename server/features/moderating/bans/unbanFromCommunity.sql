-- Lifts the ban of a member from a community, and records it in the moderation log if the ban was still in force. Changes nothing
-- for a member who is not banned.
--
-- Returns no row when there is no such community; otherwise the member, or in `refusal` the error that the API answers with,
-- and nothing is changed then.
-- Locks, in this order: the community, which serializes changes of its bans; the ban. Roles come from a function called
-- after the first lock, so they are up to date. Uses communities_pkey, users_username_key_key and community_bans_pkey.
-- One round trip.
with community as materialized (
  select id from communities where id = :community_id and deleted_at is null for no key update
), checked_unban as materialized (
  select community.id as community_id, member.id as member_id, member as account,
    case when lifter.is_moderator then 'mods' else 'admins' end as acted_as,
    case when lifter.is_admin is null then 'userNotFound'
      when not (lifter.is_admin or lifter.is_moderator) then 'neitherAdminNorModerator'
      when :username_key?::text is null then 'noUsername'
      when member.id is null then 'userNotFound' end as refusal
  from community cross join lateral roles_in(:lifter_id, community.id, '{members}') as lifter
    left join users as member on member.username_key = :username_key and member.deleted_at is null
), lifted_ban as (
  delete from community_bans using checked_unban
  where refusal is null and community_bans.community_id = checked_unban.community_id
    and community_bans.user_id = checked_unban.member_id
  returning community_bans.community_id, community_bans.user_id, acted_as,
    is_ban_in_force(community_bans.expires_at) as was_in_force
), log_entry as (
  insert into moderation_log (action, actor_id, acted_as, community_id, user_id, is_public)
  select 'unban_from_community', :lifter_id, acted_as, community_id, user_id, :is_public
  from lifted_ban where was_in_force
)
select refusal, member_id as "id!", shown_author.*
from checked_unban cross join lateral author_columns(
  account, member_id, (account).picture_id, 'source') as shown_author
