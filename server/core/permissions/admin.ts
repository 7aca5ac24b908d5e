import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { lockRoles } from './roles.ts'

/**
 * Checks again that the caller is an admin, and locks the role until the transaction ends. Call it before rows are locked.
 *
 * @throws Refused with `not_admin`.
 */
export async function enforceAdmin(trx: Db, caller: { readonly id: string }): Promise<void> {
  const { isAdmin } = await lockRoles(trx, caller, null)
  if (!isAdmin) throw new Refused(errors.notAdmin)
}
