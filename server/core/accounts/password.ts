import { hash, verify } from '@node-rs/argon2'
import { compare } from 'bcryptjs'
import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { createWorkQueue, TooBusy } from '../../platform/http/workQueue.ts'
import { passwordForm, passwordForms } from '../../platform/text/unicodeForm.ts'

/** OWASP's first choice for argon2id: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The few threads of libuv also read files and compress answers, so they must not all be hashing. */
const hashesAtOnce = 2
/** Half a second of work; beyond it, requests are refused at once. */
const hashesWaiting = 32
const retryAfterSeconds = 2

const queue = createWorkQueue({ atOnce: hashesAtOnce, weight: hashesAtOnce, waiting: hashesWaiting })

/** Queues the work of one hash. @throws Refused with `too_busy`. */
const inQueue = <T>(work: () => Promise<T>, order: { isFirst?: boolean } = {}): Promise<T> =>
  queue(1, work, order).catch((error) => {
    throw error instanceof TooBusy ? new Refused(errors.tooBusy, { retryAfterSeconds }) : error
  })

/** Hashes a password of any length with argon2id, in the form of `passwordForm`. @returns a PHC string. @throws Refused with `too_busy`. */
export const hashPassword = (password: string): Promise<string> =>
  inQueue(() => hash(passwordForm(password), cost))

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
 * @param order.isFirst before others that wait: for people who are probably whom they say they are, so that a flood of guesses does
 *   not keep them out.
 * @returns `isOutdated`: the hash should be replaced by one of `hashPassword`.
 * @throws Refused with `too_busy`.
 */
export async function checkPassword(
  stored: string | null,
  password: string,
  order: { isFirst?: boolean } = {},
): Promise<{ matches: boolean; isOutdated: boolean }> {
  if (stored === null) {
    // Not through the queue: a rejection would be cached for good.
    decoy ??= hash('nobody has this password', cost)
    await matchingForm(await decoy, password, order)
    return { matches: false, isOutdated: false }
  }
  const form = await matchingForm(stored, password, order)
  return {
    matches: form !== null,
    isOutdated: isImported(stored) || (form !== null && form !== passwordForm(password)),
  }
}

/**
 * The form of a password that has this hash, or null. Earlier versions hashed passwords in the form in which they were typed.
 */
async function matchingForm(
  stored: string,
  password: string,
  order: { isFirst?: boolean },
): Promise<string | null> {
  for (const form of passwordForms(password)) {
    const matches = await inQueue(
      () => (isImported(stored) ? compare(form, stored) : verify(stored, form)),
      order,
    )
    if (matches) return form
  }
  return null
}
