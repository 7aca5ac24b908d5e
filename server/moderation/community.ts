import { errors } from '../../contract/errors.ts'
import { lockCommunity, standingIn } from '../communities/lock.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { moderationRefusal } from './policy.ts'
import type { OfficialRole } from './roles.ts'

/**
 * Makes sure that there is such a community and that the viewer looks after it.
 *
 * @throws Refused with `community/not-found` or `not_admin_nor_mod`.
 */
export async function enforceModeration(db: Db, viewer: Viewer, communityId: string): Promise<void> {
  await db
    .selectFrom('communities')
    .where('id', '=', communityId)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow(() => new Refused(errors.communityNotFound))
  enforce(moderationRefusal({ isAdmin: viewer.isAdmin, isModerator: viewer.moderates.has(communityId) }))
}

/**
 * As `enforceModeration`, for writes: the community is locked, so that who moderates it and who is banned from it stays
 * as it is until the transaction ends, and what the viewer is there is asked anew.
 *
 * @returns in which role the viewer acts.
 */
export async function lockModerated(trx: Db, viewer: Viewer, communityId: string): Promise<OfficialRole> {
  const community = await lockCommunity(trx, { id: communityId })
  const standing = await standingIn(trx, viewer, community)
  enforce(moderationRefusal(standing))
  return standing.isModerator ? 'mods' : 'admins'
}
