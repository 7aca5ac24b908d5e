import { sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import { enforceModeration, lockModerated } from '../../core/permissions/moderation.ts'
import { lockRoles, type StaffRole } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseId } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'

/** The id of a community, or null for the whole site. */
export const parseScope = (given: string | null | undefined): string | null => (given ? parseId(given) : null)

/**
 * Makes sure that the viewer may see the rules of a community, or of the site, for reads.
 *
 * @throws Refused with `community/not-found`, `not_admin_nor_mod` or `not_admin`.
 */
export async function enforceScope(db: Db, viewer: Viewer, communityId: string | null): Promise<void> {
  if (communityId !== null) return enforceModeration(db, viewer, communityId, ['rules'])
  if (!viewer.isAdmin) throw new Refused(errors.notAdmin)
}

/** As `enforceScope`, for writes: serializes changes of these rules. @returns the role in which the viewer acts. */
export async function lockScope(trx: Db, viewer: Viewer, communityId: string | null): Promise<StaffRole> {
  if (communityId !== null) return lockModerated(trx, viewer, communityId, ['rules'])
  const { isAdmin } = await lockRoles(trx, viewer, null, null)
  if (!isAdmin) throw new Refused(errors.notAdmin)
  await sql`select pg_advisory_xact_lock(hashtext('automation of the site'))`.execute(trx)
  return 'admins'
}

/** The scope of a rule that is not deleted. @throws Refused with `automation_not_found`. */
export async function findScope(db: Db, ruleId: string): Promise<{ id: string; communityId: string | null }> {
  if (!/^\d{1,18}$/.test(ruleId)) throw new Refused(errors.automationNotFound)
  return db
    .selectFrom('automation_rules')
    .where('id', '=', ruleId)
    .where('deleted_at', 'is', null)
    .select(['id', 'community_id as communityId'])
    .executeTakeFirstOrThrow(() => new Refused(errors.automationNotFound))
}
