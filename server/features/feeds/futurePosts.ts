import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'

/**
 * Gives the present time to posts of the future, which a clock that was ahead has made: they would stay on top of what is new, hot
 * or active until their time comes. The indexes of these feeds end with them, so this looks at nothing else.
 */
export async function endFuture(db: Db): Promise<void> {
  await sql`
    update posts set created_at = least(created_at, now()), last_activity_at = least(last_activity_at, now()),
      activity = least(activity, activity_stamp(now()))
    where id in (
      select id from posts where created_at > now() + interval '1 minute' and deleted_at is null
      union select id from posts where activity > activity_stamp(now() + interval '1 minute') and deleted_at is null)`.execute(
    db,
  )
}
