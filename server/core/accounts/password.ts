import { hash, verify } from '@node-rs/argon2'
import { compare } from 'bcryptjs'
import type { Db } from '../../platform/database/connection.ts'

/** OWASP's first choice for argon2id: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password of any length with argon2id. @returns a PHC string. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** The hash of a member's password; null when there is none. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('password_hash as hash')
    .executeTakeFirst()
  return user?.hash ?? null
}

const isImported = (stored: string) => stored.startsWith('$2')

/** Verified when there is no account, so that the response time does not reveal which names exist. */
let decoy: Promise<string> | undefined

/**
 * Compares a password with a stored hash; null never matches. Imported accounts have bcrypt hashes, which cover only
 * the first 72 bytes of a password.
 *
 * @returns `isOutdated`: the hash should be replaced by one of `hashPassword`.
 */
export async function checkPassword(
  stored: string | null,
  password: string,
): Promise<{ matches: boolean; isOutdated: boolean }> {
  if (stored === null) {
    decoy ??= hashPassword('nobody has this password')
    await verify(await decoy, password)
    return { matches: false, isOutdated: false }
  }
  if (isImported(stored)) return { matches: await compare(password, stored), isOutdated: true }
  return { matches: await verify(stored, password), isOutdated: false }
}
