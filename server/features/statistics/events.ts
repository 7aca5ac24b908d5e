import { sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import { isKeyOf } from '../../../contract/objects.ts'
import { deletedData } from '../../core/retention/periods.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'

const events = { pwa_use: true }

/** How long it is remembered that a guest uses the installed application. */
const guestEventDays = deletedData.appUseOfGuests.kept.days

const addressesAtOnce = 10_000

/**
 * Records an analytics event of a session. Repetitions in the same session are ignored.
 *
 * @throws Refused with `bad_event` for an unknown event.
 */
export async function recordEvent(
  db: Db,
  name: string,
  from: { sessionIdHash: Buffer; userId: string | null; userAgent: string | null },
): Promise<{ success: true }> {
  if (!isKeyOf(events, name)) throw new Refused(errors.badEvent)
  await db
    .insertInto('analytics_events')
    .values({
      name,
      session_id_hash: from.sessionIdHash,
      user_id: from.userId,
      user_agent: from.userAgent,
    })
    .onConflict((conflict) => conflict.columns(['session_id_hash', 'name']).doNothing())
    .execute()
  return { success: true }
}

/**
 * Deletes the events of guests after `guestEventDays`; those of members go with their accounts. Also removes addresses,
 * which earlier versions recorded.
 */
export async function expireEvents(db: Db): Promise<void> {
  await db
    .deleteFrom('analytics_events')
    .where('user_id', 'is', null)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${sql.lit(guestEventDays)})`)
    .execute()
  await sql`
    update analytics_events set ip = null
    where id in (select id from analytics_events where ip is not null limit ${sql.lit(addressesAtOnce)})`.execute(
    db,
  )
}
