import { sql } from 'kysely'
import type { Db } from '../database/connection.ts'

/** Forgets sessions that have run out; they log nobody in any more. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', sql<Date>`now()`).execute()
}
