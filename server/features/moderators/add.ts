import { sql } from 'kysely'
import type { Author } from '../../../contract/entities/user.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { moderatorPermissions } from '../../../contract/words.ts'
import { listModerators } from '../../core/communities/moderators.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { notifyMember } from '../../core/notifications/notify.ts'
import { lockCommunity } from '../../core/permissions/lockCommunity.ts'
import { getRoles, staffRoleOf } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { additionRefusal, candidateRefusal } from './policy.ts'

/**
 * Makes someone a member and the lowest moderator of a community, with the permissions of the one who adds them, and notifies them; an
 * existing moderator keeps their rank.
 *
 * @returns all moderators of the community.
 * @throws Refused with `invalid_id`, `community/not-found`, `empty_username`, `user_not_found`, `not-mod-not-admin`,
 *   `user-banned`, `banned_from_community` or `too-many-mods`.
 */
export function addModerator(
  db: Db,
  member: Viewer,
  { communityId, username }: { communityId: string; username?: string },
): Promise<Author[]> {
  return db.transaction().execute(async (trx) => {
    const community = await lockCommunity(trx, { id: communityId })
    if (username === undefined) throw new Refused(errors.emptyUsername)
    const candidate = await getCandidate(trx, username.trim().toLowerCase(), community.id)
    const roles = await getRoles(trx, member, community, ['members'])
    enforce(additionRefusal(roles))
    if (!candidate.isModerator) {
      enforce(candidateRefusal(candidate))
      await appoint(trx, candidate.id, { communityId: community.id, by: roles.isAdmin ? null : member.id })
      await recordAction(trx, {
        action: 'add_moderator',
        actor: member,
        actedAs: staffRoleOf(roles),
        communityId: community.id,
        userId: candidate.id,
      })
      await notifyMember(trx, candidate.id, {
        type: 'mod_add',
        communityId: community.id,
        addedBy: member.id,
      })
    }
    return listModerators(trx, community.id)
  })
}

/** Locked, so that the account is not deleted meanwhile. */
const getCandidate = (trx: Db, name: string, communityId: string) =>
  trx
    .selectFrom('users')
    .where('username_key', '=', name)
    .where('deleted_at', 'is', null)
    .select([
      'id',
      sql<boolean>`banned_at is not null`.as('isBanned'),
      sql<boolean>`exists (select from moderators where community_id = ${communityId} and user_id = users.id)`.as(
        'isModerator',
      ),
      sql<boolean>`exists (select from community_bans
        where community_id = ${communityId} and user_id = users.id and is_ban_in_force(expires_at))`.as(
        'isBannedHere',
      ),
    ])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))

/**
 * @param how.by the moderator whose permissions the new one gets; null for all.
 * @throws Refused with `too-many-mods`.
 */
async function appoint(
  trx: Db,
  userId: string,
  { communityId, by }: { communityId: string; by: string | null },
): Promise<void> {
  const { rows } = await sql`
    with appointed as (
      insert into moderators (community_id, user_id, position, permissions)
      select ${communityId}, ${userId}, coalesce(max(position) + 1, 0), coalesce(
        (select permissions from moderators where community_id = ${communityId} and user_id = ${by}::bigint),
        ${[...moderatorPermissions]}::text[])
      from moderators where community_id = ${communityId}
      having count(*) < ${limits.moderatorsPerCommunityMax}
      returning user_id),
    joined as (
      insert into memberships (user_id, community_id) select user_id, ${communityId} from appointed
      on conflict do nothing returning user_id),
    counted as (
      update communities set member_count = member_count + 1
      where id = ${communityId} and exists (select from joined))
    select from appointed`.execute(trx)
  if (rows.length === 0) throw new Refused(errors.tooManyModerators)
}
