import { sql } from 'kysely'
import type { BodyOf } from '../../../contract/endpoints/endpoint.ts'
import type { Endpoints } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'

const endpointMaxLength = 2048

/**
 * Stores the push subscription of a session, in place of an earlier one. A browser that was subscribed by another
 * session, perhaps of another member, moves to this one. The keys are not checked; the first push finds invalid ones.
 *
 * @throws Refused with `invalid_json` for an endpoint that is not an HTTP URL, or with `not_logged_in` when the session
 *   ended meanwhile.
 */
export async function subscribe(
  db: Db,
  { sessionIdHash, memberId }: { sessionIdHash: Buffer; memberId: string },
  { endpoint, keys }: BodyOf<Endpoints['subscribeToPush']>,
): Promise<{ success: true }> {
  const subscription = { endpoint: parseEndpoint(endpoint), auth: keys.auth, p256dh: keys.p256dh }
  await db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('sessions')
      .where('id_hash', '=', sessionIdHash)
      .where('user_id', '=', memberId)
      .select('id_hash')
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new Refused(errors.notLoggedIn))
    await trx
      .deleteFrom('push_subscriptions')
      .where('session_id_hash', '=', sessionIdHash)
      .where('endpoint', '<>', subscription.endpoint)
      .execute()
    await trx
      .insertInto('push_subscriptions')
      .values({ session_id_hash: sessionIdHash, ...subscription })
      .onConflict((conflict) =>
        conflict.column('endpoint').doUpdateSet({
          session_id_hash: sessionIdHash,
          auth: subscription.auth,
          p256dh: subscription.p256dh,
          created_at: sql<Date>`now()`,
          failing_since: null,
        }),
      )
      .execute()
  })
  return { success: true }
}

/** Deletes the push subscription of a session; a push that is under way may still arrive. */
export async function unsubscribe(db: Db, sessionIdHash: Buffer): Promise<{ success: true }> {
  await db.deleteFrom('push_subscriptions').where('session_id_hash', '=', sessionIdHash).execute()
  return { success: true }
}

function parseEndpoint(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > endpointMaxLength)
    throw new Refused(errors.invalidJson)
  return url.href
}
