import type { Endpoints } from '../../../contract/endpoints/index.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import { errors } from '../../../contract/errors.ts'
import { getOwnAccount } from '../../core/accounts/getUser.ts'
import { enforceOwnPassword } from '../../core/accounts/ownPassword.ts'
import { hashPassword } from '../../core/accounts/password.ts'
import { passwordRefusal } from '../../core/accounts/policy.ts'
import type { Call } from '../../core/api/route.ts'
import { endAccess } from '../../core/sessions/endAccess.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { enqueueAccountNotice } from './accountNotice.ts'

/**
 * Changes the member's password and ends all other access to the account.
 *
 * @throws Refused with `password_not_match`, 429, `wrong-password` or `invalid-password`, in this order.
 */
export async function changePassword(call: Call<Endpoints['updateSettings']>): Promise<User> {
  const { db, viewer, session, settings, config, body } = call
  const [password = '', newPassword = '', repeated = ''] = [
    body.password?.trim(),
    body.newPassword?.trim(),
    body.repeatPassword?.trim(),
  ]
  if (newPassword !== repeated) throw new Refused(errors.passwordsDiffer)
  const stored = await enforceOwnPassword(call, password, errors.wrongPassword)
  const { username } = viewer
  enforce(passwordRefusal(newPassword, { username, siteName: settings.siteName, siteUrl: config.siteUrl }))
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
    await endAccess(trx, viewer.id, { except: session.idHash })
    await session.note(trx, 'password_changed')
    await enqueueAccountNotice(trx, 'password', viewer.id)
  })
  await session.renew()
  return getOwnAccount(db, viewer)
}

/**
 * Checks the member's password and records that in this session.
 *
 * @throws Refused with 429 or `wrong_password`.
 */
export async function confirmPassword(call: Call<Endpoints['confirmPassword']>): Promise<{ success: true }> {
  const { db, session, body } = call
  await enforceOwnPassword(call, body.password)
  await session.notePassword(db)
  await session.note(db, 'password_confirmed')
  return { success: true }
}
