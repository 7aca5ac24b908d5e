import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { recordAct } from '../moderation/log.ts'
import { lockCommunity, standingIn } from './lock.ts'

/**
 * Makes a community one of those that every new account joins and guests have at their side, or ends that; repeats
 * change nothing.
 *
 * @throws Refused with `community/not-found`, or with `not_admin` for one who is no longer an admin.
 */
export function setDefault(
  db: Db,
  admin: Viewer,
  { name, isDefault }: { name: string; isDefault: boolean },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const community = await lockCommunity(trx, { name: name.trim() })
    const { isAdmin } = await standingIn(trx, admin, community)
    if (!isAdmin) throw new Refused(errors.notAdmin)
    const changed = await trx
      .updateTable('communities')
      .set({ is_default: isDefault })
      .where('id', '=', community.id)
      .where('is_default', '!=', isDefault)
      .returning('id')
      .executeTakeFirst()
    if (changed)
      await recordAct(trx, {
        action: isDefault ? 'add_default_community' : 'remove_default_community',
        actor: admin,
        actedAs: 'admins',
        communityId: community.id,
      })
  })
}
