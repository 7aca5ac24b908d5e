import { errors } from '../../../contract/errors.ts'
import { isKeyOf } from '../../core/api/route.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'

const events = { pwa_use: true }

/**
 * Records an analytics event of a session. Repetitions in the same session are ignored.
 *
 * @throws Refused with `bad_event` for an unknown event.
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
