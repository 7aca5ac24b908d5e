import { sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../platform/database/connection.ts'

/** Deletes what applicants wrote when their application was decided long ago, and sessions of applicants that have run out. */
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
