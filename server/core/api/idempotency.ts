import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { EndpointName } from '../../../contract/endpoints/index.ts'
import { idempotencyKey } from '../../../contract/endpoints/parameters.ts'
import { type ErrorName, errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { isKeyOf, keysOf } from '../../../contract/objects.ts'
import type { Db } from '../../platform/database/connection.ts'
import { retryAfterConflict } from '../../platform/database/transaction.ts'
import type { RateLimiter } from '../../platform/http/rateLimits.ts'
import { Refused } from '../../platform/http/refused.ts'

/*
 * Calls that create something can be sent again with the same `Idempotency-Key`, and create it once
 * (draft-ietf-httpapi-idempotency-key-header). The reasons are in docs/decisions/idempotency-keys.md.
 */

/** A call with a key. Keys of another member or another call are other keys. */
export interface KeyedCall {
  readonly userId: string
  readonly call: EndpointName
  readonly key: string
}

const form = new RegExp(idempotencyKey.form)
const keptFor = sql`make_interval(hours => ${sql.lit(limits.idempotencyKeyHours)})`

/**
 * @param header of the request, if it has one.
 * @throws Refused with `invalid_idempotency_key`; also for two headers, whose values arrive as one with a comma.
 */
export function parseIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const [, , key] = form.exec(String(header)) ?? []
  if (key === undefined) throw new Refused(errors.invalidIdempotencyKey)
  return key
}

export const nameOf = ({ userId, call, key }: Record<keyof KeyedCall, string>): string =>
  `${userId} ${call} ${key}`

/** Identifies a request, to detect another one with the same key. */
const fingerprintOf = (request: unknown): Buffer =>
  createHash('sha256').update(JSON.stringify(request)).digest()

/**
 * Performs a call once: stores its answer in the same transaction, or returns the stored answer. Of two concurrent
 * requests, the second waits for the first. A refused call has stored nothing, so a repetition performs it, unless the refusal
 * keeps what was stored (`keepsWrites`).
 *
 * @param request everything that the call depends on besides the member, as JSON.
 * @param perform writes with the given database only, and returns the body of the answer.
 * @throws Refused with `idempotency_key_reused`, and as `perform`.
 */
export async function answerOnce(
  db: Db,
  keyed: KeyedCall,
  request: unknown,
  perform: (trx: Db) => Promise<string>,
): Promise<string> {
  const fingerprint = fingerprintOf(request)
  const attempt = () =>
    db.transaction().execute(async (trx) => {
      if (!(await claimKey(trx, keyed, fingerprint))) return getStoredAnswer(trx, keyed, fingerprint)
      const { userId, call, key } = keyed
      const answered = await perform(trx).catch(keptRefusal)
      await trx
        .updateTable('idempotency_keys')
        .set(
          answered instanceof Refused ? { answer: '', refusal: nameOfError(answered) } : { answer: answered },
        )
        .where('user_id', '=', userId)
        .where('call', '=', call)
        .where('key', '=', key)
        .execute()
      return answered
    })
  const answered = await retryAfterConflict(attempt).catch(async (error: unknown) => {
    if (error instanceof Refused) await error.afterwards?.(db)
    throw error
  })
  if (answered instanceof Refused) throw answered
  return answered
}

/** @throws what is not a refusal that keeps what was stored. */
function keptRefusal(error: unknown): Refused {
  if (error instanceof Refused && error.keepsWrites) return error
  throw error
}

/** What a refusal is stored as. */
function nameOfError({ error }: Refused): ErrorName {
  const name = keysOf(errors).find((one) => errors[one] === error)
  if (!name)
    throw new Error(`A call that keeps its writes was refused with an unknown error: ${error.message}`)
  return name
}

/**
 * Stores the key of a call, and waits for a concurrent request with the same one. An expired key counts as new.
 *
 * @returns whether it did not exist.
 */
async function claimKey(trx: Db, { userId, call, key }: KeyedCall, fingerprint: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_keys as stored (user_id, call, key, fingerprint)
    values (${userId}, ${call}, ${key}, ${fingerprint})
    on conflict (user_id, call, key) do update
      set fingerprint = excluded.fingerprint, answer = null, refusal = null, created_at = excluded.created_at
      where stored.created_at < now() - ${keptFor}
    returning true`.execute(trx)
  return rows.length > 0
}

async function getStoredAnswer(
  trx: Db,
  { userId, call, key }: KeyedCall,
  fingerprint: Buffer,
): Promise<string | Refused> {
  const { answer, refusal, isSame } = await trx
    .selectFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('call', '=', call)
    .where('key', '=', key)
    .select((eb) => ['answer', 'refusal', eb('fingerprint', '=', fingerprint).as('isSame')])
    // Keys are deleted with their account, or when they are old.
    .executeTakeFirstOrThrow(() => new Refused(errors.notLoggedIn))
  if (!isSame || answer === null) throw new Refused(errors.idempotencyKeyReused)
  return refusal !== null && isKeyOf(errors, refusal) ? new Refused(errors[refusal]) : answer
}

/** Deletes keys that are too old. */
export async function deleteOldIdempotencyKeys(db: Db): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - ${keptFor}`.execute(db)
}

/**
 * Counts a call with a key once in the rate limits: otherwise a repetition would be refused if the first call used up
 * the limit. Only a few repetitions are free, because repeating a refused call costs as much as the call.
 *
 * @returns the rate limiter of one request.
 */
export const countingKeyOnce = (limiter: RateLimiter, keyed: KeyedCall): RateLimiter => ({
  take: (name, client, options) =>
    limiter.take(name, client, { ...options, repeatable: `${name} ${nameOf(keyed)}` }),
})
