import type { ReportOutcome } from '../../../contract/words.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { type CloseReportsRow, closeReports as statement } from './closeReports.sql.ts'

/** The task that notifies the reporters of closed reports. */
export const reportOutcomesTask = 'notify_reporters'

/** Selects reports: one, those of a post or a comment, or those of several posts with all their comments, or of comments. */
export type ClosedReports =
  | { readonly report: string; readonly communityId: string }
  | { readonly post_id: string; readonly comment_id: string | null }
  | { readonly posts: readonly string[] }
  | { readonly comments: readonly string[] }
  /** Reports of posts themselves and of comments. */
  | { readonly postsAlone: readonly string[]; readonly comments: readonly string[] }

const noReports = { reportId: null, communityId: null, posts: [], postsAlone: [], comments: [] }

function chosenBy(which: ClosedReports) {
  if ('report' in which) return { ...noReports, reportId: which.report, communityId: which.communityId }
  if (!('post_id' in which)) return { ...noReports, ...which }
  return which.comment_id === null
    ? { ...noReports, postsAlone: [which.post_id] }
    : { ...noReports, comments: [which.comment_id] }
}

/**
 * Closes reports about a post or comment that was dealt with, and stores the decision for the queue. A job notifies their reporters. When the post or comment changes too, call
 * this after that change: the change waits for the row lock of a report that is being inserted, and only a later statement sees
 * that report.
 *
 * @param outcome null if its author deleted it, which needs no notification.
 * @param actor is not notified of their own decision.
 */
export async function closeReports(
  trx: Db,
  which: ClosedReports,
  { outcome, actor }: { outcome: ReportOutcome | null; actor: { readonly id: string } | null },
): Promise<CloseReportsRow[]> {
  return await queryRows(trx, statement, {
    ...chosenBy(which),
    outcome,
    actorId: actor?.id ?? null,
    outcomesTask: reportOutcomesTask,
  })
}
