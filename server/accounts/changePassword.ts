import type { Endpoints } from '../../contract/endpoints/index.ts'
import type { User } from '../../contract/entities/ownUser.ts'
import { errors } from '../../contract/errors.ts'
import { enforce, Refused } from '../http/refused.ts'
import type { Call } from '../http/route.ts'
import { getOwnAccount } from '../users/read.ts'
import { checkPassword, findPasswordHash, hashPassword } from './password.ts'
import { passwordRefusal } from './policy.ts'

/**
 * Gives the member another password and ends all their other sessions.
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
      // It may have been changed since we looked.
      .where('password_hash', '=', stored)
      .returning('id')
      .executeTakeFirstOrThrow(() => new Refused(errors.wrongPassword))
    await trx
      .deleteFrom('sessions')
      .where('user_id', '=', viewer.id)
      .where('id_hash', '<>', session.idHash)
      .execute()
    // A link that somebody has had mailed sets no other password after this.
    await trx
      .deleteFrom('mailed_tokens')
      .where('user_id', '=', viewer.id)
      .where('purpose', '=', 'reset_password')
      .execute()
  })
  await session.renew()
  return getOwnAccount(db, viewer)
}
