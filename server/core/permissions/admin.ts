import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { lockRoles } from './roles.ts'

/** @throws Refused with `not_logged_in` or `not_admin`. */
export function requireAdmin(viewer: { readonly isAdmin: boolean } | null): void {
  if (!viewer) throw new Refused(errors.notLoggedIn)
  if (!viewer.isAdmin) throw new Refused(errors.notAdmin)
}

/**
 * Checks again that the caller is an admin, and locks the role until the transaction ends. Call it before rows are locked.
 *
 * @throws Refused with `not_admin`.
 */
export async function enforceAdmin(trx: Db, caller: { readonly id: string }): Promise<void> {
  const { isAdmin } = await lockRoles(trx, caller, null, null)
  if (!isAdmin) throw new Refused(errors.notAdmin)
}

/**
 * Makes sure that someone else could log in as an admin, before an account stops being one. Locks the accounts of all admins in the
 * order of ids; of two who give up the role at the same time, the second waits here. The caller holds the permission lock of the
 * account, exclusively, and locks no other account.
 *
 * @throws Refused with `last_admin`; never for accounts that are not admins.
 */
export async function enforceOtherAdmin(trx: Db, user: { readonly id: string }): Promise<void> {
  const { isAdmin } = await lockRoles(trx, user, null, null)
  if (!isAdmin) return
  const admins = await trx
    .selectFrom('users')
    .where('is_admin', '=', true)
    .where('is_built_in', '=', false)
    .where('banned_at', 'is', null)
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (admins.every(({ id }) => id === user.id)) throw new Refused(errors.lastAdmin)
}
