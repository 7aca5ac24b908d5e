-- A member with the number of moderation actions about them in a community, among the latest :entries_max entries about them. No
-- row if the member does not exist. Takes no locks. Uses users_username_key_key, moderation_log_of_member and community_bans_pkey.
-- One round trip.
with member as materialized (
  select id, username, created_at, points from users
  where username_key = :username_key and deleted_at is null and not is_built_in
), recent as materialized (
  select entry.action from member cross join lateral (
    select * from moderation_log where member_id = member.id order by id desc limit :entries_max) as entry
  where entry.community_id = :community_id
)
select member.id, member.username, member.created_at, member.points,
  exists (select from community_bans as ban where ban.user_id = member.id and ban.community_id = :community_id
    and is_ban_in_force(ban.expires_at)) as "is_banned!",
  (select count(*)::integer from recent where action like 'remove\_%') as "removals!",
  (select count(*)::integer from recent where action like 'lock\_%') as "locks!",
  (select count(*)::integer from recent where action = 'ban_from_community') as "bans!",
  (select count(*)::integer from recent where action in ('ignore_report', 'approve_post', 'approve_comment', 'approve_held')) as "approvals!"
from member
