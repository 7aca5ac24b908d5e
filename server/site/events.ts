import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'
import { isKeyOf } from '../http/route.ts'

const events = { pwa_use: true }

/**
 * Notes that something happened in a session, once however often it is said.
 *
 * @throws Refused with `bad_event` for what is not counted.
 */
export async function recordEvent(
  db: Db,
  name: string,
  from: { sessionIdHash: Buffer; userId: string | null; userAgent: string | null; ip: string },
): Promise<{ success: true }> {
  if (!isKeyOf(events, name)) throw new Refused(errors.badEvent)
  await db
    .insertInto('analytics_events')
    .values({
      name,
      session_id_hash: from.sessionIdHash,
      user_id: from.userId,
      user_agent: from.userAgent,
      ip: from.ip,
    })
    .onConflict((conflict) => conflict.columns(['session_id_hash', 'name']).doNothing())
    .execute()
  return { success: true }
}
