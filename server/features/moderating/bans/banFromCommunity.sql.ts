// Made from banFromCommunity.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns } from '../../../platform/database/rows.ts'
import type { Statement } from '../../../platform/database/statement.ts'

interface Parameters {
  readonly usernameKey: string | null
  readonly communityId: string
  readonly isKindValid: boolean
  readonly isExpiryValid: boolean
  readonly isRuleValid: boolean
  readonly actorId: string
  readonly expiresAt: Date | null
  readonly kind: string | null
  readonly reason: string | null
  readonly rule: string | null
  readonly note: string | null
  readonly isChange: boolean
  readonly setsExpiry: boolean
  readonly setsReason: boolean
  readonly setsNote: boolean
  readonly action: string
  readonly isPublic: boolean
}

export type BanFromCommunityRow = { refusal: 'userNotFound' | 'neitherAdminNorModerator' | 'noUsername' | 'cannotBanStaff' | 'invalidBanKind' | 'invalidExpiry' | 'ruleNotFound' | 'notBanned' | 'alreadyBanned' } | (AuthorColumns & {
  refusal: null
  id: string
  banned_at: Date
  expires_at: Date | null
  ban_kind: 'posting' | 'commenting' | 'participating' | 'reading'
  reason: string | null
  rule: string | null
  note: string | null
  banned_by_id: string
  banned_by_name: string
})

export const banFromCommunity: Statement<Parameters, BanFromCommunityRow> = {
  name: 'banFromCommunity',
  text: `with target as materialized ( select id, lock_permissions_exclusively(id) from users where username_key = $1 ), community as materialized ( select communities.id from communities cross join (select count(*) from target) as locked_target where communities.id = $2 and communities.deleted_at is null for no key update of communities ), member as materialized ( select users.id, users.is_admin, users as account from community cross join target join users on users.id = target.id where users.deleted_at is null for no key update of users ), checked_ban as materialized ( select community.id as community_id, member.id as member_id, case when actor.is_moderator then 'mods' else 'admins' end as acted_as, case when actor.is_admin is null then 'userNotFound' when not (actor.is_admin or actor.is_moderator) then 'neitherAdminNorModerator' when $1 is null then 'noUsername' when member.id is null then 'userNotFound' when member.is_admin or moderates_with(member.id, community.id, null) then 'cannotBanStaff' when not $3 then 'invalidBanKind' when not $4 then 'invalidExpiry' when not $5 then 'ruleNotFound' end as refusal from community cross join lateral roles_in($6, community.id, '{members}') as actor left join member on true ), new_ban as ( insert into community_bans (community_id, user_id, banned_by, expires_at, kind, reason, rule, note) select community_id, member_id, $6, $7, $8::text, $9, $10, $11 from checked_ban where refusal is null and not $12 on conflict (user_id, community_id) do update set banned_by = excluded.banned_by, created_at = excluded.created_at, changed_at = excluded.changed_at, expires_at = excluded.expires_at, kind = excluded.kind, reason = excluded.reason, rule = excluded.rule, note = excluded.note where not is_ban_in_force(community_bans.expires_at) returning user_id, created_at, expires_at, kind, reason, rule, note, banned_by, true as is_notified, null::ban_kind as former_kind, null::timestamptz as former_expires_at ), wanted as materialized ( select ban.user_id, ban.community_id, coalesce($8, ban.kind::text) as kind, case when $13 then $7 else ban.expires_at end as expires_at, case when $14 then $9 else ban.reason end as reason, case when $14 then $10 else ban.rule end as rule, case when $15 then $11 else ban.note end as note, (coalesce($8, ban.kind::text), case when $13 then $7 else ban.expires_at end, case when $14 then $9 else ban.reason end, case when $14 then $10 else ban.rule end) is distinct from (ban.kind::text, ban.expires_at, ban.reason, ban.rule) as is_notified, ban.kind as former_kind, ban.expires_at as former_expires_at from checked_ban join community_bans as ban on ban.user_id = member_id and ban.community_id = checked_ban.community_id where refusal is null and $12 and is_ban_in_force(ban.expires_at) for no key update of ban ), changed_ban as ( update community_bans as ban set kind = wanted.kind, expires_at = wanted.expires_at, reason = wanted.reason, rule = wanted.rule, note = wanted.note, banned_by = case when wanted.is_notified then $6 else ban.banned_by end, changed_at = case when wanted.is_notified then now() else ban.changed_at end from wanted where ban.user_id = wanted.user_id and ban.community_id = wanted.community_id returning ban.user_id, ban.created_at, ban.expires_at, ban.kind, ban.reason, ban.rule, ban.note, ban.banned_by, wanted.is_notified, former_kind, former_expires_at ), ban as ( select * from new_ban union all select * from changed_ban ), facts as materialized ( select community_id, member_id, acted_as, ban.reason, jsonb_strip_nulls(jsonb_build_object( 'kind', ban.kind, 'expiresAt', iso_time(ban.expires_at), 'rule', ban.rule)) as details, jsonb_strip_nulls(jsonb_build_object('formerKind', former_kind, 'formerExpiresAt', iso_time(former_expires_at))) as former from checked_ban join ban on ban.user_id = checked_ban.member_id where ban.is_notified ), log_entry as ( insert into moderation_log (action, actor_id, acted_as, community_id, user_id, reason, details, is_public) select $16, $6, acted_as, community_id, member_id, reason, details || former, $17 from facts ), notification as materialized ( select member_id, notify_with_details(member_id, 'banned', details - 'kind' || jsonb_strip_nulls(jsonb_build_object( 'banKind', details->'kind', 'reason', reason, 'isChange', nullif($12, false))), community => community_id, role => acted_as) as new_count_change from facts ), notified as materialized ( select (count_for_member(member_id, more_notifications => new_count_change)).id from notification ) select case when refusal is not null then refusal when ban.user_id is null and $12 then 'notBanned' when ban.user_id is null then 'alreadyBanned' end as refusal, member.id, ban.created_at as banned_at, ban.expires_at, ban.kind as ban_kind, ban.reason, ban.rule, ban.note, banned_by.id as banned_by_id, banned_by.username as banned_by_name, shown_author.* from checked_ban left join ( ban cross join member left join users as banned_by on banned_by.id = ban.banned_by and banned_by.deleted_at is null cross join lateral author_columns( member.account, (member.account).id, (member.account).picture_id, 'source') as shown_author) on true where (select count(*) from notified) >= 0`,
  parameters: ['usernameKey', 'communityId', 'isKindValid', 'isExpiryValid', 'isRuleValid', 'actorId', 'expiresAt', 'kind', 'reason', 'rule', 'note', 'isChange', 'setsExpiry', 'setsReason', 'setsNote', 'action', 'isPublic'],
  literals: [],
}
