import type { Endpoints } from '../../../contract/endpoints/index.ts'
import { enforceOwnPassword } from '../../core/accounts/ownPassword.ts'
import type { Call } from '../../core/api/route.ts'

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
