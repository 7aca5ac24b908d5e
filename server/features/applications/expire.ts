import { sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../platform/database/connection.ts'

/** Deletes applications that were decided long ago, and expired sessions of applicants. */
export async function deleteOldApplications(db: Db): Promise<void> {
  await db.deleteFrom('application_sessions').where('expires_at', '<', sql<Date>`now()`).execute()
  await db
    .deleteFrom('applications')
    .where(
      'decided_at',
      '<',
      sql<Date>`now() - make_interval(days => ${sql.lit(limits.decidedApplicationDays)})`,
    )
    .execute()
}
