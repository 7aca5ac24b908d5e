import type { Db } from '../../platform/database/connection.ts'
import { enforce } from '../../platform/http/refused.ts'
import { recordAction } from '../moderationLog/record.ts'
import { lockCommunity } from '../permissions/lockCommunity.ts'
import { staffRefusal } from '../permissions/policy.ts'
import { getRoles } from '../permissions/roles.ts'
import type { Viewer } from '../sessions/viewer.ts'

/**
 * Adds a community to the default ones, which every new account joins and guests see in the sidebar, or removes it. A
 * repeated call changes nothing.
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
    enforce(staffRefusal('admins', await getRoles(trx, admin, community, null)))
    const changed = await trx
      .updateTable('communities')
      .set({ is_default: isDefault })
      .where('id', '=', community.id)
      .where('is_default', '!=', isDefault)
      .returning('id')
      .executeTakeFirst()
    if (changed)
      await recordAction(trx, {
        action: isDefault ? 'add_default_community' : 'remove_default_community',
        actor: admin,
        actedAs: 'admins',
        communityId: community.id,
      })
  })
}
