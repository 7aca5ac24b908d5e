import { alertDefaults } from '../../../../contract/limitValues.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { queryRow } from '../../../platform/database/statement.ts'
import { alertOfAge } from './alertOfAge.sql.ts'
import { alertOfReport } from './alertOfReport.sql.ts'

/** The task that notifies moderators of a report; fileReport.sql enqueues it with what was reported. */
export const alertTask = 'alert_moderators'
export const alertOfAgeTask = 'alert_of_old_reports'

const defaults = { defaultThreshold: alertDefaults.threshold, defaultAgeHours: alertDefaults.ageHours }
const batchSize = 1000

/** The payload of the job; a comment comes with its post. */
export interface Reported {
  readonly postId: string
  readonly commentId: string | null
}

/** Notifies the moderators who want to know that this was reported. Once more changes nothing. */
export async function alertModerators(db: Db, { postId, commentId }: Reported): Promise<void> {
  await queryRow(db, alertOfReport, { ...defaults, postId, commentId })
}

/** Notifies moderators of reports that are open for too long. An interrupted run leaves the rest to the next. */
export async function alertOfOldReports(db: Db, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const row = await queryRow(db, alertOfAge, { ...defaults, limit: batchSize })
    if (!row || row.overdue < batchSize) return
  }
}
