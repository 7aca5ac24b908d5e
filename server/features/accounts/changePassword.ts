import type { Endpoints } from '../../../contract/endpoints/index.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import { errors } from '../../../contract/errors.ts'
import { getOwnAccount } from '../../core/accounts/getUser.ts'
import { checkPassword, findPasswordHash, hashPassword } from '../../core/accounts/password.ts'
import { passwordRefusal } from '../../core/accounts/policy.ts'
import type { Call } from '../../core/api/route.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'

/**
 * Changes the member's password and ends all their other sessions.
 *
 * @throws Refused with `password_not_match`, `wrong-password` or `invalid-password`, in this order.
 */
export async function changePassword(call: Call<Endpoints['updateSettings']>): Promise<User> {
  const { db, viewer, session, body } = call
  const [password = '', newPassword = '', repeated = ''] = [
    body.password?.trim(),
    body.newPassword?.trim(),
    body.repeatPassword?.trim(),
  ]
  if (newPassword !== repeated) throw new Refused(errors.passwordsDiffer)
  const stored = await findPasswordHash(db, viewer.id)
  const { matches } = await checkPassword(stored, password)
  if (stored === null || !matches) throw new Refused(errors.wrongPassword)
  enforce(passwordRefusal(newPassword))
  const renewed = await hashPassword(newPassword)
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set({ password_hash: renewed })
      .where('id', '=', viewer.id)
      // Optimistic locking: another request may have changed the password since we checked it.
      .where('password_hash', '=', stored)
      .returning('id')
      .executeTakeFirstOrThrow(() => new Refused(errors.wrongPassword))
    await session.notePassword(trx)
    await trx
      .deleteFrom('sessions')
      .where('user_id', '=', viewer.id)
      .where('id_hash', '<>', session.idHash)
      .execute()
    // Mailed reset links stop working, so that the person who requested one cannot change the new password.
    await trx
      .deleteFrom('mailed_tokens')
      .where('user_id', '=', viewer.id)
      .where('purpose', '=', 'reset_password')
      .execute()
  })
  await session.renew()
  return getOwnAccount(db, viewer)
}
