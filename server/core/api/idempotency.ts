import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { EndpointName } from '../../../contract/endpoints/index.ts'
import { idempotencyKey } from '../../../contract/endpoints/parameters.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { batched } from '../../platform/database/batch.ts'
import { type Db, isConflict, isUndone, isUniqueViolation } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import type { RateLimiter } from '../../platform/http/rateLimits.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serializeByKey } from '../../platform/http/serializeByKey.ts'
import { claimIdempotencyKeys } from './claimIdempotencyKeys.sql.ts'

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
 * requests, the second waits for the first. A refused call has stored nothing, so a repetition performs it.
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
      const claimed = await claimKeys(trx, [{ ...keyed, fingerprint }], { lockTimeout: null })
      if (claimed.size === 0) return getStoredAnswer(trx, keyed, fingerprint)
      const answer = await perform(trx)
      await storeAnswers(trx, [{ ...keyed, answer }])
      return answer
    })
  try {
    return await attempt()
  } catch (error) {
    // A collision of random ids is as harmless as a lost conflict: nothing is stored.
    if (isConflict(error) || isUniqueViolation(error)) return attempt()
    throw error
  }
}

/** A call with a key, and how to answer it. */
export interface KeyedRequest {
  readonly keyed: KeyedCall
  /** Everything that the call depends on besides the member, as JSON. */
  readonly sent: unknown
  /** If it is answered alone, requests with the same text are answered one after the other; see `serializeByKey`. */
  readonly turn: string | null
  /** Writes with the given database only, and returns the body of the answer. */
  readonly perform: (trx: Db) => Promise<string>
}

/** As `answerOnce`. Waits for its turn before taking a connection, because a waiting request needs none. */
export const answerInTurn = (db: Db, { keyed, sent, turn, perform }: KeyedRequest): Promise<string> => {
  const answer = () => answerOnce(db, keyed, sent, perform)
  return turn === null ? answer() : serializeByKey(turn, answer)
}

/**
 * Answers calls that come at the same time in one transaction, with one statement for all keys and one for all answers. If one
 * of them fails or is refused, everything is undone and each is answered alone.
 *
 * Only for calls of one statement that `batchedWrites` puts together: several statements of several calls, one after the
 * other, would take their locks in any order.
 */
export const answerTogether = batched<KeyedRequest, string>(
  async (db, requests) => {
    const eachAlone = () => requests.map((request) => answerInTurn(db, request))
    if (requests.length === 1) return eachAlone()
    try {
      return await db.transaction().execute((trx) => answerAll(trx, requests))
    } catch (error) {
      if (!isUndone(error) && !(error instanceof Refused)) throw error
      return eachAlone()
    }
  },
  { groupOf: ({ keyed }) => keyed.call, nameOf: ({ keyed }) => nameOf(keyed), atOnce: 1 },
)

/** Calls that share a transaction wait this long for a lock at most. */
const lockTimeoutTogether = '500ms'

async function answerAll(trx: Db, requests: readonly KeyedRequest[]): Promise<string[]> {
  const wanted = requests.map(({ keyed, sent }) => ({ ...keyed, fingerprint: fingerprintOf(sent) }))
  const claimed = await claimKeys(trx, wanted, { lockTimeout: lockTimeoutTogether })
  // One of them was answered before. Any refusal undoes this transaction, and then each is answered alone.
  if (claimed.size < requests.length) throw new Refused(errors.idempotencyKeyReused)
  const outcomes = await Promise.allSettled(
    requests.map(async ({ keyed, perform }) => ({ ...keyed, answer: await perform(trx) })),
  )
  // Only now that all have ended: none may go on in a transaction that is over.
  const answered = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
  await storeAnswers(trx, answered)
  return answered.map(({ answer }) => answer)
}

/**
 * Stores keys, by ascending id of the member, which waits for concurrent requests with the same keys. An expired key counts as new.
 *
 * @returns the names of those that did not exist.
 */
async function claimKeys(
  trx: Db,
  wanted: readonly (KeyedCall & { readonly fingerprint: Buffer })[],
  { lockTimeout }: { lockTimeout: string | null },
): Promise<Set<string>> {
  const rows = await queryRows(trx, claimIdempotencyKeys, {
    lockTimeout,
    userIds: wanted.map(({ userId }) => userId),
    calls: wanted.map(({ call }) => call),
    keys: wanted.map(({ key }) => key),
    fingerprints: wanted.map(({ fingerprint }) => fingerprint),
    keptHours: limits.idempotencyKeyHours,
  })
  return new Set(rows.map(({ user_id: userId, call, key }) => nameOf({ userId, call, key })))
}

async function getStoredAnswer(
  trx: Db,
  { userId, call, key }: KeyedCall,
  fingerprint: Buffer,
): Promise<string> {
  const { answer, isSame } = await trx
    .selectFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('call', '=', call)
    .where('key', '=', key)
    .select((eb) => ['answer', eb('fingerprint', '=', fingerprint).as('isSame')])
    // Keys are deleted with their account, or when they are old.
    .executeTakeFirstOrThrow(() => new Refused(errors.notLoggedIn))
  if (!isSame || answer === null) throw new Refused(errors.idempotencyKeyReused)
  return answer
}

async function storeAnswers(
  trx: Db,
  answered: readonly (KeyedCall & { readonly answer: string })[],
): Promise<void> {
  await sql`
    update idempotency_keys as stored set answer = given.answer
    from unnest(
      ${answered.map(({ userId }) => userId)}::bigint[], ${answered.map(({ call }) => call)}::text[],
      ${answered.map(({ key }) => key)}::text[], ${answered.map(({ answer }) => answer)}::text[]
    ) as given (user_id, call, key, answer)
    where stored.user_id = given.user_id and stored.call = given.call and stored.key = given.key`.execute(trx)
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
