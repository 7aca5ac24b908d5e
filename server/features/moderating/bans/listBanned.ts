import { sql } from 'kysely'
import type { BannedMember } from '../../../../contract/entities/ban.ts'
import { limits } from '../../../../contract/limits.ts'
import { bareName } from '../../../../contract/memberName.ts'
import { enforceModeration } from '../../../core/permissions/moderation.ts'
import type { Viewer } from '../../../core/sessions/viewer.ts'
import { authorColumns } from '../../../core/users/columns.ts'
import { authorView } from '../../../core/users/serialize.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { parseId } from '../../../platform/http/ids.ts'
import { banView } from './serialize.ts'

/**
 * The currently banned members of a community, the latest ban first; at most `bannedMembersShown`, others can be searched by name.
 *
 * @param request.q the beginning of their names, in any case.
 * @throws Refused with `invalid_id`, `community/not-found` or `not_admin_nor_mod`, in this order.
 */
export async function listBanned(
  db: Db,
  viewer: Viewer,
  request: { communityId: string; q?: string },
): Promise<BannedMember[]> {
  const communityId = parseId(request.communityId)
  await enforceModeration(db, viewer, communityId, ['members'])
  const rows = await db
    .selectFrom('community_bans')
    .innerJoin('users as author', 'author.id', 'community_bans.user_id')
    .leftJoin('users as banned_by', (join) =>
      join.onRef('banned_by.id', '=', 'community_bans.banned_by').on('banned_by.deleted_at', 'is', null),
    )
    .where('community_bans.community_id', '=', communityId)
    .where(sql<boolean>`is_ban_in_force(community_bans.expires_at)`)
    .$if(Boolean(request.q), (q) =>
      q.where(sql<boolean>`starts_with(author.username_key, ${bareName(request.q ?? '').toLowerCase()})`),
    )
    .select([
      'author.id',
      'community_bans.created_at as banned_at',
      'community_bans.expires_at',
      'community_bans.kind as ban_kind',
      'community_bans.reason',
      'community_bans.rule',
      'community_bans.note',
      'banned_by.id as banned_by_id',
      'banned_by.username as banned_by_name',
    ])
    .select(authorColumns)
    .orderBy('community_bans.created_at', 'desc')
    .orderBy('community_bans.user_id', 'desc')
    .limit(limits.bannedMembersShown)
    .execute()
  return rows.map((row) => ({ ...authorView(row.id, row), ban: banView(row) }))
}
