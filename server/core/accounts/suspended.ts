import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import { errors } from '../../../contract/errors.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Call } from '../api/route.ts'
import { checkPassword } from './password.ts'
import { countStrangerLogin } from './strangerLogin.ts'

/** A suspended account whose password was given. */
export interface SuspendedMember {
  readonly id: string
  readonly username: string
  readonly suspendedAt: Date
  readonly passwordHash: string
}

interface Credentials {
  readonly username: string
  readonly password: string
  readonly captchaToken?: string | null | undefined
}

/**
 * The suspended account with this name and password, which has no session. Attempts count in the rate limit of logins.
 *
 * @throws Refused with 429, `captchaRefused`, the error of a wrong login, also where there is no such account, or with `not_suspended`.
 */
export async function getSuspendedMember(
  call: Pick<Call<Endpoint>, 'db' | 'valkey' | 'secrets' | 'limiter' | 'ip' | 'session'>,
  { username, password, captchaToken }: Credentials,
): Promise<SuspendedMember> {
  const { db, limiter, ip, session } = call
  const name = username.trim().slice(0, 100)
  await limiter.take('login', { ip, username: name })
  await countStrangerLogin(call, name, captchaToken)
  const account = await db
    .selectFrom('users')
    .where('username_key', '=', name.toLowerCase())
    .where('deleted_at', 'is', null)
    .select(['id', 'username', 'banned_at as suspendedAt', 'password_hash as passwordHash'])
    .executeTakeFirst()
  const passwordHash = account?.passwordHash ?? null
  const { matches } = await checkPassword(passwordHash, password.trim())
  if (!account || passwordHash === null || !matches) {
    await session.note(db, 'login_failed', { userId: account?.id ?? null })
    throw new Refused(errors.wrongPassword)
  }
  const { suspendedAt } = account
  if (suspendedAt === null) throw new Refused(errors.notSuspended)
  return { ...account, suspendedAt, passwordHash }
}
