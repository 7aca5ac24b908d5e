import type { Author } from '../../../contract/entities/user.ts'
import { dismissModerator } from '../../core/communities/dismissModerator.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { lockCommunity } from '../../core/permissions/lockCommunity.ts'
import { lockPermissionsExclusively } from '../../core/permissions/permissionLock.ts'
import { getRoles } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { authorView } from '../../core/users/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce } from '../../platform/http/refused.ts'
import { removalRefusal } from './policy.ts'
import { getRankedTarget, rankedOf } from './ranks.ts'

/**
 * Removes a moderator from a community, who stays a member. Does nothing if they do not moderate it.
 *
 * @returns the removed moderator.
 * @throws Refused with `invalid_id`, `community/not-found`, `user_not_found`, `not-mod-not-admin` or `lower-mod`.
 */
export function removeModerator(
  db: Db,
  member: Viewer,
  { communityId, username }: { communityId: string; username: string },
): Promise<Author> {
  return db.transaction().execute(async (trx) => {
    await lockPermissionsExclusively(trx, { username })
    const community = await lockCommunity(trx, { id: communityId })
    const target = await getRankedTarget(trx, username, { community, actor: member })
    const roles = await getRoles(trx, member, community, null)
    const actor = rankedOf(roles, target)
    enforce(removalRefusal(actor, target))
    if (await dismissModerator(trx, target.author_id, community.id))
      await recordAction(trx, {
        action: 'remove_moderator',
        actor: member,
        // An admin who moderates, too, acts as a moderator where that suffices.
        actedAs: removalRefusal({ ...actor, isAdmin: false }, target) === null ? 'mods' : 'admins',
        communityId: community.id,
        userId: target.author_id,
      })
    return authorView(target.author_id, target)
  })
}
