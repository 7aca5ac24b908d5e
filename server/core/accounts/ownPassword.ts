import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import { type ApiError, errors } from '../../../contract/errors.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Call } from '../api/route.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { checkPassword, findPasswordHash } from './password.ts'

/**
 * Checks the password of the viewer before something that only the owner of the account may do. Attempts count in the rate limit
 * of logins, so that a borrowed session cannot guess it.
 *
 * @returns the stored hash, for optimistic locking.
 * @throws Refused with 429 or `refusal`.
 */
export async function enforceOwnPassword(
  {
    db,
    viewer,
    session,
    limiter,
    ip,
  }: Pick<Call<Endpoint>, 'db' | 'session' | 'limiter' | 'ip'> & { readonly viewer: Viewer },
  password: string,
  refusal: ApiError = errors.wrongOwnPassword,
): Promise<string> {
  await limiter.take('login', { ip, username: viewer.username })
  const stored = await findPasswordHash(db, viewer.id)
  const { matches } = await checkPassword(stored, password.trim(), { isFirst: true })
  if (stored !== null && matches) return stored
  await session.note(db, 'password_refused')
  throw new Refused(refusal)
}
