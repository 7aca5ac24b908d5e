import { createHmac } from 'node:crypto'
import type { Db } from '../../platform/database/connection.ts'
import type { Secrets } from '../../platform/http/secrets.ts'

/**
 * Whether the next account becomes the admin because nobody has signed up yet. Imported members without a password do not
 * count, because they cannot log in.
 */
export async function isFirstAdminAwaited(db: Db): Promise<boolean> {
  const { awaits } = await db
    .selectNoFrom((eb) => eb.fn<boolean>('awaits_first_admin').as('awaits'))
    .executeTakeFirstOrThrow()
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
