// Made from unbanFromCommunity.sql by `npm run database-types`. Do not edit.
import type { AuthorColumns } from '../../../platform/database/rows.ts'
import type { Statement } from '../../../platform/database/statement.ts'

interface Parameters {
  readonly communityId: string
  readonly usernameKey: string | null
  readonly lifterId: string
  readonly isPublic: boolean
}

export type UnbanFromCommunityRow = { refusal: 'userNotFound' | 'neitherAdminNorModerator' | 'noUsername' } | (AuthorColumns & {
  refusal: null
  id: string
})

export const unbanFromCommunity: Statement<Parameters, UnbanFromCommunityRow> = {
  name: 'unbanFromCommunity',
  text: `with community as materialized ( select id from communities where id = $1 and deleted_at is null for no key update ), checked_unban as materialized ( select community.id as community_id, member.id as member_id, member as account, case when lifter.is_moderator then 'mods' else 'admins' end as acted_as, case when lifter.is_admin is null then 'userNotFound' when not (lifter.is_admin or lifter.is_moderator) then 'neitherAdminNorModerator' when $2::text is null then 'noUsername' when member.id is null then 'userNotFound' end as refusal from community cross join lateral roles_in($3, community.id, '{members}') as lifter left join users as member on member.username_key = $2 and member.deleted_at is null ), lifted_ban as ( delete from community_bans using checked_unban where refusal is null and community_bans.community_id = checked_unban.community_id and community_bans.user_id = checked_unban.member_id returning community_bans.community_id, community_bans.user_id, acted_as, is_ban_in_force(community_bans.expires_at) as was_in_force ), log_entry as ( insert into moderation_log (action, actor_id, acted_as, community_id, user_id, is_public) select 'unban_from_community', $3, acted_as, community_id, user_id, $4 from lifted_ban where was_in_force ) select refusal, member_id as "id", shown_author.* from checked_unban cross join lateral author_columns( account, member_id, (account).picture_id, 'source') as shown_author`,
  parameters: ['communityId', 'usernameKey', 'lifterId', 'isPublic'],
  literals: [],
}
