import { alertDefaults } from '../../../../contract/limitValues.ts'
import type { SettingValues } from '../../../../contract/siteSettings.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { queryRow } from '../../../platform/database/statement.ts'
import { alertOfAge } from './alertOfAge.sql.ts'
import { alertOfReport } from './alertOfReport.sql.ts'

/** The task that notifies moderators of a report; fileReport.sql enqueues it with the reported post or comment. */
export const alertTask = 'alert_moderators'
export const alertOfAgeTask = 'alert_of_old_reports'

const defaults = { defaultThreshold: alertDefaults.threshold, defaultAgeHours: alertDefaults.ageHours }
const batchSize = 1000

/** The payload of the job; a comment comes with its post. */
export interface Reported {
  readonly postId: string
  readonly commentId: string | null
}

/** Notifies the moderators whose settings match this report. Repeating it changes nothing. */
export async function alertModerators(
  { db, settings }: { db: Db; settings: Pick<SettingValues, 'trustForAlerts'> },
  { postId: reportedPostId, commentId }: Reported,
): Promise<void> {
  const lowestTrust = Number(settings.trustForAlerts)
  // A merge may have moved the comment to another post since then.
  const comment = await db
    .selectFrom('comments')
    .where('id', '=', commentId)
    .select('post_id')
    .executeTakeFirst()
  const postId = comment?.post_id ?? reportedPostId
  await queryRow(db, alertOfReport, { ...defaults, postId, commentId, lowestTrust })
}

/** Notifies moderators of reports that have been open for too long. The next run continues an interrupted one. */
export async function alertOfOldReports(db: Db, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const row = await queryRow(db, alertOfAge, { ...defaults, limit: batchSize })
    if (!row || row.overdue < batchSize) return
  }
}
