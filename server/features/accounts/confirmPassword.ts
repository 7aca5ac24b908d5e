import type { Endpoints } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { checkPassword, findPasswordHash } from '../../core/accounts/password.ts'
import type { Call } from '../../core/api/route.ts'
import { Refused } from '../../platform/http/refused.ts'

/**
 * Checks the member's password and records that in this session. Attempts count in the rate limit of logins.
 *
 * @throws Refused with 429 or `wrong_password`.
 */
export async function confirmPassword(call: Call<Endpoints['confirmPassword']>): Promise<{ success: true }> {
  const { db, viewer, session, limiter, ip, body } = call
  await limiter.take('login', { ip, username: viewer.username })
  const stored = await findPasswordHash(db, viewer.id)
  const { matches } = await checkPassword(stored, body.password.trim())
  if (!matches) throw new Refused(errors.wrongOwnPassword)
  await session.notePassword(db)
  return { success: true }
}
