import type { Db } from '../../platform/database/connection.ts'
import type { RateLimiter } from '../../platform/http/rateLimits.ts'
import type { Secrets } from '../../platform/http/secrets.ts'
import type { Valkey } from '../../platform/valkey/connection.ts'
import { spendProof, verifyProof } from './captcha.ts'

interface Attempt {
  readonly db: Db
  readonly valkey: Valkey
  readonly secrets: Secrets
  readonly limiter: RateLimiter
  readonly ip: string
}

/**
 * Counts an attempt with the password of an account from an address where it was not before. The limit of the account keeps guesses
 * from many addresses away; proof of work is the way in for an owner who would be kept out with them, and counts for one attempt.
 *
 * @throws Refused with 429, or with `captchaRefused` for a challenge that is not solved or was used before.
 */
export async function countStrangerLogin(
  { db, valkey, secrets, limiter, ip }: Attempt,
  username: string,
  captchaToken: string | null | undefined,
): Promise<void> {
  if (captchaToken) await spendProof({ db, valkey }, await verifyProof(secrets, captchaToken))
  else await limiter.take('strangerLogins', { ip, username: username.slice(0, 100) })
}
