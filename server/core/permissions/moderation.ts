import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { lockCommunity } from './lockCommunity.ts'
import { moderationRefusal } from './policy.ts'
import { getRoles, type Needed, rolesAtRequest, type StaffRole, staffRoleOf } from './roles.ts'

/**
 * Makes sure that the community exists and that the viewer moderates it with one of these permissions, for reads.
 *
 * @throws Refused with `community/not-found` or `not_admin_nor_mod`.
 */
export async function enforceModeration(
  db: Db,
  viewer: Pick<Viewer, 'isAdmin' | 'permissions'>,
  communityId: string,
  needs: Needed,
): Promise<void> {
  await db
    .selectFrom('communities')
    .where('id', '=', communityId)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow(() => new Refused(errors.communityNotFound))
  enforce(moderationRefusal(rolesAtRequest(viewer, communityId, needs)))
}

/**
 * As `enforceModeration`, for writes: locks the community, and checks the viewer's roles after that.
 *
 * @returns the role in which the viewer acts.
 */
export async function lockModerated(
  trx: Db,
  viewer: Viewer,
  communityId: string,
  needs: Needed,
): Promise<StaffRole> {
  const community = await lockCommunity(trx, { id: communityId })
  const roles = await getRoles(trx, viewer, community, needs)
  enforce(moderationRefusal(roles))
  return staffRoleOf(roles)
}
