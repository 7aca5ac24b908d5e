import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { RateLimiter } from '../../platform/http/rateLimits.ts'
import { Refused } from '../../platform/http/refused.ts'
import { checkPassword } from './password.ts'

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
}

/**
 * The suspended account with this name and password, which has no session. Attempts count in the rate limit of logins.
 *
 * @throws Refused with the error of a wrong login, also where there is no such account, or with `not_suspended`.
 */
export async function getSuspendedMember(
  { db, limiter, ip }: { db: Db; limiter: RateLimiter; ip: string },
  { username, password }: Credentials,
): Promise<SuspendedMember> {
  const name = username.trim().slice(0, 100)
  await limiter.take('login', { ip, username: name })
  await limiter.take('strangerLogins', { ip, username: name })
  const account = await db
    .selectFrom('users')
    .where('username_key', '=', name.toLowerCase())
    .where('deleted_at', 'is', null)
    .select(['id', 'username', 'banned_at as suspendedAt', 'password_hash as passwordHash'])
    .executeTakeFirst()
  const passwordHash = account?.passwordHash ?? null
  const { matches } = await checkPassword(passwordHash, password.trim())
  if (!account || passwordHash === null || !matches) throw new Refused(errors.wrongPassword)
  const { suspendedAt } = account
  if (suspendedAt === null) throw new Refused(errors.notSuspended)
  return { ...account, suspendedAt, passwordHash }
}
