import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'

/**
 * Sets posts with a time in the future, created while a clock was ahead, to the current time. Otherwise they would stay on top of
 * the feeds new, hot and activity. They are at the end of these feeds' indexes, so nothing else is scanned.
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
