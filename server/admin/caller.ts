import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'

/**
 * Looks again whether the caller is an admin, and keeps it so until the transaction ends: it may have been taken from
 * them since the request began.
 *
 * @throws Refused with `not_admin`.
 */
export async function stayAdmin(trx: Db, caller: { id: string }): Promise<void> {
  await trx
    .selectFrom('users')
    .where('id', '=', caller.id)
    .where('is_admin', '=', true)
    .where('banned_at', 'is', null)
    .select('id')
    .forShare()
    .executeTakeFirstOrThrow(() => new Refused(errors.notAdmin))
}
