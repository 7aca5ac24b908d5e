import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { type ModeratorPermission, moderatorPermissions } from '../../../contract/words.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { notifyMember } from '../../core/notifications/notify.ts'
import { lockCommunity } from '../../core/permissions/lockCommunity.ts'
import { enforceModeration } from '../../core/permissions/moderation.ts'
import { lockPermissionsExclusively } from '../../core/permissions/permissionLock.ts'
import { getRoles } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseId } from '../../platform/http/ids.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { changeablePermissions, permissionsRefusal } from './policy.ts'
import { getRankedTarget, rankedOf } from './ranks.ts'

/**
 * What each moderator of a community may do, the highest rank first.
 *
 * @throws Refused with `invalid_id`, `community/not-found` or `not_admin_nor_mod`.
 */
export async function listModeratorPermissions(
  db: Db,
  viewer: Viewer,
  given: { communityId: string },
): Promise<OutputOf<'listModeratorPermissions'>> {
  const communityId = parseId(given.communityId)
  await enforceModeration(db, viewer, communityId, null)
  const rows = await db
    .selectFrom('moderators')
    .innerJoin('users', 'users.id', 'moderators.user_id')
    .where('community_id', '=', communityId)
    .orderBy('position')
    .limit(limits.moderatorsPerCommunityMax)
    .select(['users.id', 'users.username', 'position', 'permissions'])
    .execute()
  const own = rows.find(({ id }) => id === viewer.id)
  const reader = {
    isAdmin: viewer.isAdmin,
    position: own?.position ?? null,
    permissions: (own?.permissions ?? []) as ModeratorPermission[],
  }
  return {
    items: rows.map(({ username, position, permissions }) => ({
      username,
      permissions: inOrder(permissions as ModeratorPermission[]),
      changeable: [...changeablePermissions(reader, { position })],
    })),
  }
}

/**
 * Sets what a moderator of lower rank may do, and notifies them. What is so already is neither recorded nor notified.
 *
 * @throws Refused with `invalid_id`, `community/not-found`, `user_not_found`, `not-mod-not-admin`, `not-a-moderator`, `lower-mod` or
 *   `permission-not-own`.
 */
export function setModeratorPermissions(
  db: Db,
  member: Viewer,
  given: { communityId: string; username: string; permissions: readonly ModeratorPermission[] },
): Promise<{ permissions: ModeratorPermission[] }> {
  const { username } = given
  const permissions = inOrder(given.permissions)
  return db.transaction().execute(async (trx) => {
    await lockPermissionsExclusively(trx, { username })
    const community = await lockCommunity(trx, { id: given.communityId })
    const target = await getRankedTarget(trx, username, { community, actor: member })
    const before = inOrder((target.permissions ?? []) as ModeratorPermission[])
    const actor = rankedOf(await getRoles(trx, member, community, null), target)
    enforce(permissionsRefusal(actor, { position: target.position, permissions: before }, permissions))
    if (before.join() === permissions.join()) return { permissions }
    const changed = await trx
      .updateTable('moderators')
      .set({ permissions })
      .where('community_id', '=', community.id)
      .where('user_id', '=', target.author_id)
      .returning('user_id')
      .executeTakeFirstOrThrow(() => new Refused(errors.notAModerator))
    const asModerator = permissionsRefusal(
      { ...actor, isAdmin: false },
      { position: target.position, permissions: before },
      permissions,
    )
    await recordAction(trx, {
      action: 'change_moderator',
      actor: member,
      // An admin who moderates, too, acts as a moderator where that suffices.
      actedAs: asModerator === null ? 'mods' : 'admins',
      communityId: community.id,
      userId: changed.user_id,
      details: { permissions },
    })
    await notifyMember(trx, changed.user_id, {
      type: 'mod_permissions',
      communityId: community.id,
      details: { permissions },
    })
    return { permissions }
  })
}

/** Each once, in the order of the list. */
const inOrder = (permissions: readonly ModeratorPermission[]): ModeratorPermission[] =>
  moderatorPermissions.filter((one) => permissions.includes(one))
