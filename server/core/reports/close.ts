import type { ReportOutcome } from '../../../contract/words.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { type CloseReportsRow, closeReports as statement } from './closeReports.sql.ts'

/** The task that notifies the reporters of closed reports. */
export const reportOutcomesTask = 'notify_reporters'

/** Selects reports: one of a community, or those of posts with all their comments, of posts themselves, and of comments. */
export type ClosedReports =
  | { readonly report: string; readonly communityId: string }
  | {
      readonly posts?: readonly string[]
      readonly postsAlone?: readonly string[]
      readonly comments?: readonly string[]
    }

/**
 * Closes reports about a post or comment that was dealt with, and stores the decision for the queue. A job notifies their reporters. When the post or comment changes too, call
 * this after that change: the change waits for the row lock of a report that is being inserted, and only a later statement sees
 * that report.
 *
 * @param decision.actor is not notified of their own decision.
 * @param decision.decides whether it also is a decision about the given posts and comments themselves, reported or not.
 */
export async function closeReports(
  trx: Db,
  which: ClosedReports,
  {
    outcome,
    actor,
    decides = false,
  }: { outcome: ReportOutcome; actor: { readonly id: string }; decides?: boolean },
): Promise<CloseReportsRow[]> {
  const { report = null, communityId = null } = 'report' in which ? which : {}
  const { posts = [], postsAlone = [], comments = [] } = 'report' in which ? {} : which
  if (report === null && posts.length + postsAlone.length + comments.length === 0) return []
  return await queryRows(trx, statement, {
    reportId: report,
    communityId,
    posts,
    postsAlone,
    comments,
    outcome,
    actorId: actor.id,
    decides,
    outcomesTask: reportOutcomesTask,
  })
}
