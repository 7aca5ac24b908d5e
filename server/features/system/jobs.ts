import { sql } from 'kysely'
import type { FailedJob } from '../../../contract/endpoints/system.ts'
import { limits } from '../../../contract/limits.ts'
import type { JobAction } from '../../../contract/words.ts'
import { enforceAdmin } from '../../core/permissions/admin.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { failedJobs } from './failedJobs.sql.ts'

const messageMaxLength = 500

/** Failed jobs, the latest first. */
export async function listFailedJobs(db: Db): Promise<FailedJob[]> {
  const rows = await queryRows(db, failedJobs, { messageMaxLength, shownMax: limits.failedJobsShown })
  return rows.map((row) => ({ ...row, failedAt: row.failedAt.toISOString() }))
}

/**
 * Retries failed jobs from the first attempt on, or discards them. Others are ignored, so a second click does nothing.
 *
 * @returns the number of affected jobs.
 * @throws Refused with `not_admin` for callers who no longer are one.
 */
export async function changeJobs(
  db: Db,
  admin: { id: string },
  { action, ids }: { action: JobAction; ids: readonly string[] },
): Promise<{ changed: number }> {
  const failed = sql`array(select id from graphile_worker.jobs
    where id = any(${ids}::bigint[]) and attempts >= max_attempts and locked_at is null)`
  const change = {
    retry: sql`graphile_worker.reschedule_jobs(${failed}, run_at := now(), attempts := 0)`,
    discard: sql`graphile_worker.complete_jobs(${failed})`,
  }[action]
  return db.transaction().execute(async (trx) => {
    await enforceAdmin(trx, admin)
    const { rows } = await sql`select from ${change}`.execute(trx)
    return { changed: rows.length }
  })
}
