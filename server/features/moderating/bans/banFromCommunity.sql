-- Bans a member from a community until :expires_at, or permanently, or with :is_change changes the ban in force; records it in the
-- moderation log and notifies the member. An expired ban is replaced. In a change, missing fields stay; changes of the note are
-- neither logged nor notified.
--
-- Returns no row when there is no such community; otherwise the banned member with the ban, or in `refusal` the error that the
-- API answers with, and nothing is stored then.
-- Locks, in this order: permission lock of the member (exclusive), the community, the account of the member, the ban, the
-- notifications of the member.
-- Facts that may have changed while it waited for these locks come from functions, which see the latest commits, or from
-- locked rows. Uses users_username_key_key, communities_pkey, users_pkey and community_bans_pkey. One round trip.
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
  for no key update of users
), checked_ban as materialized (
  select community.id as community_id, member.id as member_id,
    case when actor.is_moderator then 'mods' else 'admins' end as acted_as,
    case when actor.is_admin is null then 'userNotFound'
      when not (actor.is_admin or actor.is_moderator) then 'neitherAdminNorModerator'
      when :username_key? is null then 'noUsername'
      when member.id is null then 'userNotFound'
      when member.is_admin or moderates_with(member.id, community.id, null) then 'cannotBanStaff'
      when not :is_kind_valid then 'invalidBanKind'
      when not :is_expiry_valid then 'invalidExpiry'
      when not :is_rule_valid then 'ruleNotFound' end as refusal
  from community cross join lateral roles_in(:actor_id, community.id, '{members}') as actor left join member on true
), new_ban as (
  insert into community_bans (community_id, user_id, banned_by, expires_at, kind, reason, rule, note)
  select community_id, member_id, :actor_id, :expires_at?, :kind?::text, :reason?, :rule?, :note?
  from checked_ban where refusal is null and not :is_change
  on conflict (user_id, community_id) do update set banned_by = excluded.banned_by, created_at = excluded.created_at,
    changed_at = excluded.changed_at, expires_at = excluded.expires_at, kind = excluded.kind, reason = excluded.reason,
    rule = excluded.rule, note = excluded.note
  where not is_ban_in_force(community_bans.expires_at)
  returning user_id, created_at, expires_at, kind, reason, rule, note, banned_by, true as is_notified,
    null::ban_kind as former_kind, null::timestamptz as former_expires_at
), wanted as materialized (
  select ban.user_id, ban.community_id, coalesce(:kind, ban.kind::text) as kind,
    case when :sets_expiry then :expires_at else ban.expires_at end as expires_at,
    case when :sets_reason then :reason else ban.reason end as reason,
    case when :sets_reason then :rule else ban.rule end as rule,
    case when :sets_note then :note else ban.note end as note,
    (coalesce(:kind, ban.kind::text), case when :sets_expiry then :expires_at else ban.expires_at end,
      case when :sets_reason then :reason else ban.reason end, case when :sets_reason then :rule else ban.rule end)
      is distinct from (ban.kind::text, ban.expires_at, ban.reason, ban.rule) as is_notified,
    ban.kind as former_kind, ban.expires_at as former_expires_at
  from checked_ban join community_bans as ban on ban.user_id = member_id and ban.community_id = checked_ban.community_id
  where refusal is null and :is_change and is_ban_in_force(ban.expires_at)
  for no key update of ban
), changed_ban as (
  update community_bans as ban set kind = wanted.kind, expires_at = wanted.expires_at, reason = wanted.reason,
    rule = wanted.rule, note = wanted.note,
    banned_by = case when wanted.is_notified then :actor_id else ban.banned_by end,
    changed_at = case when wanted.is_notified then now() else ban.changed_at end
  from wanted where ban.user_id = wanted.user_id and ban.community_id = wanted.community_id
  returning ban.user_id, ban.created_at, ban.expires_at, ban.kind, ban.reason, ban.rule, ban.note, ban.banned_by, wanted.is_notified,
    former_kind, former_expires_at
), ban as (
  select * from new_ban union all select * from changed_ban
), facts as materialized (
  select community_id, member_id, acted_as, ban.reason, jsonb_strip_nulls(jsonb_build_object(
      'kind', ban.kind, 'expiresAt', iso_time(ban.expires_at), 'rule', ban.rule)) as details,
    jsonb_strip_nulls(jsonb_build_object('formerKind', former_kind, 'formerExpiresAt', iso_time(former_expires_at))) as former
  from checked_ban join ban on ban.user_id = checked_ban.member_id where ban.is_notified
), log_entry as (
  insert into moderation_log (action, actor_id, acted_as, community_id, user_id, reason, details, is_public)
  select :action, :actor_id, acted_as, community_id, member_id, reason, details || former, :is_public from facts
), notification as materialized (
  select member_id, notify_with_details(member_id, 'banned',
    details - 'kind' || jsonb_strip_nulls(jsonb_build_object(
      'banKind', details->'kind', 'reason', reason, 'isChange', nullif(:is_change, false))),
    community => community_id, role => acted_as) as new_count_change
  from facts
), notified as materialized (
  -- What the statement has locked is updated by a function; migration 0032_counts_of_locked_rows says why.
  select (count_for_member(member_id, more_notifications => new_count_change)).id from notification
)
select case when refusal is not null then refusal
    when ban.user_id is null and :is_change then 'notBanned' when ban.user_id is null then 'alreadyBanned' end as refusal,
  member.id, ban.created_at as banned_at, ban.expires_at, ban.kind as ban_kind, ban.reason, ban.rule, ban.note,
  banned_by.id as banned_by_id, banned_by.username as banned_by_name, shown_author.*
from checked_ban left join (
  ban cross join member left join users as banned_by on banned_by.id = ban.banned_by and banned_by.deleted_at is null
  cross join lateral author_columns(
    member.account, (member.account).id, (member.account).picture_id, 'source') as shown_author) on true
-- Reads notified, because PostgreSQL does not execute a CTE that nobody reads unless it is a write itself.
where (select count(*) from notified) >= 0
