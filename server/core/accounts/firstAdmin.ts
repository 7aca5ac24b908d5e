import { createHmac } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import type { Secrets } from '../../platform/http/secrets.ts'

/**
 * Subquery: whether the next account becomes the admin because nobody has signed up yet. Imported members without a
 * password do not count, because they cannot log in.
 */
export const awaitsFirstAdmin = () =>
  sql<boolean & SqlBool>`(select case when signup_count = 0
    then not exists (select from users where password_hash is not null) else false end from site_settings)`

export async function isFirstAdminAwaited(db: Db): Promise<boolean> {
  const { awaits } = await db.selectNoFrom(awaitsFirstAdmin().as('awaits')).executeTakeFirstOrThrow()
  return awaits
}

/** The page that the operator opens first. No community can have such a name. */
export const firstAdminPath = '/first-admin'
/** Cookie that carries the code from that page to the sign-up. */
export const firstAdminCookie = 'first_admin'

/**
 * The code that the first account needs, 32 characters. It is the same in every process, and useless once an account
 * exists.
 */
export const firstAdminCode = ({ session }: Pick<Secrets, 'session'>): string =>
  createHmac('sha256', session).update('first admin').digest('base64url').slice(0, 32)
