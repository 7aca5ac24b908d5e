// Made from banFromCommunity.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly usernameKey: string | null
  readonly communityId: string
  readonly isExpiryValid: boolean
  readonly bannerId: string
  readonly expiresAt: Date | null
  readonly note: string | null
  readonly details: unknown
  readonly isPublic: boolean
}

export type BanFromCommunityRow = { refusal: 'userNotFound' | 'neitherAdminNorModerator' | 'noUsername' | 'cannotBanStaff' | 'invalidExpiry' | 'alreadyBanned' } | (AuthorColumns & {
  refusal: null
  id: string
  banned_at: Date
  expires_at: Date | null
  note: string | null
})

export const banFromCommunity: Statement<Parameters, BanFromCommunityRow> = {
  name: 'banFromCommunity',
  text: `with target as materialized ( select id, lock_permissions_exclusively(id) from users where username_key = $1 ), community as materialized ( select communities.id from communities cross join (select count(*) from target) as locked_target where communities.id = $2 and communities.deleted_at is null for no key update of communities ), member as materialized ( select users.id, users.is_admin, users as account from community cross join target join users on users.id = target.id where users.deleted_at is null for share of users ), checked_ban as materialized ( select community.id as community_id, member.id as member_id, case when banner.is_moderator then 'mods' else 'admins' end as acted_as, case when banner.is_admin is null then 'userNotFound' when not (banner.is_admin or banner.is_moderator) then 'neitherAdminNorModerator' when $1 is null then 'noUsername' when member.id is null then 'userNotFound' when member.is_admin or is_moderator(member.id, community.id) then 'cannotBanStaff' when not $3 then 'invalidExpiry' end as refusal from community cross join lateral roles_in($4, community.id) as banner left join member on true ), ban as ( insert into community_bans (community_id, user_id, banned_by, expires_at, note) select community_id, member_id, $4, $5, $6 from checked_ban where refusal is null on conflict (user_id, community_id) do update set banned_by = excluded.banned_by, created_at = excluded.created_at, expires_at = excluded.expires_at, note = excluded.note where not is_ban_in_force(community_bans.expires_at) returning user_id, created_at, expires_at, note ), log_entry as ( insert into moderation_log (action, actor_id, acted_as, community_id, user_id, details, is_public) select 'ban_from_community', $4, acted_as, community_id, member_id, $7, $8 from checked_ban join ban on ban.user_id = checked_ban.member_id ) select case when refusal is not null then refusal when ban.user_id is null then 'alreadyBanned' end as refusal, member.id, ban.created_at as banned_at, ban.expires_at, ban.note, shown_author.* from checked_ban left join ( ban cross join member cross join lateral author_columns( member.account, (member.account).id, (member.account).picture_id, 'source') as shown_author) on true`,
  parameters: ['usernameKey', 'communityId', 'isExpiryValid', 'bannerId', 'expiresAt', 'note', 'details', 'isPublic'],
  literals: [],
}
