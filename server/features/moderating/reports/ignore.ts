import type { Report } from '../../../../contract/entities/report.ts'
import { errors } from '../../../../contract/errors.ts'
import type { ViewAs } from '../../../core/api/viewAs.ts'
import { lockOne } from '../../../core/content/content.ts'
import { recordAction } from '../../../core/moderationLog/record.ts'
import { lockModerated } from '../../../core/permissions/moderation.ts'
import { lockPermissions } from '../../../core/permissions/permissionLock.ts'
import { closeReports } from '../../../core/reports/close.ts'
import type { Viewer } from '../../../core/sessions/viewer.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { queryRow } from '../../../platform/database/statement.ts'
import { parseId, parseIdOrNull } from '../../../platform/http/ids.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { listedReports } from './listedReports.sql.ts'
import { reportView } from './serialize.ts'
import { getTargets } from './targets.ts'

/**
 * Closes one report of a community without any other action.
 *
 * @returns the report as it was.
 * @throws Refused with `invalid_id`, `community/not-found`, `not_admin_nor_mod`, `invalid_report_id` or `report_not_found`
 *   in this order; the last one also for a report of another community or a silenced member.
 */
export async function ignoreReport(
  db: Db,
  viewer: Viewer,
  request: { communityId: string; reportId: string },
  to: ViewAs,
): Promise<Report> {
  const communityId = parseId(request.communityId)
  return await db.transaction().execute(async (trx) => {
    // Before the community, as in every write.
    await lockPermissions(trx, viewer)
    const actedAs = await lockModerated(trx, viewer, communityId, ['content'])
    const reportId = parseIdOrNull(request.reportId)
    if (reportId === null) throw new Refused(errors.invalidReportId)
    const report = await queryRow(trx, listedReports, {
      communityId,
      reportId,
      filter: 'all',
      limit: 1,
      offset: '0',
    })
    if (!report) throw new Refused(errors.reportNotFound)
    // A merge waits, which takes reports and decisions along.
    const { comment_id: commentId, post_id: postId } = report
    const content = await lockOne(trx, viewer, commentId === null ? { postId } : { commentId })
    // Another report or removal may happen concurrently: only what is deleted here counts.
    const closed = await closeReports(
      trx,
      { report: reportId, communityId },
      { outcome: 'kept', actor: viewer },
    )
    if (closed.length === 0) throw new Refused(errors.reportNotFound)
    await recordAction(trx, {
      action: 'ignore_report',
      actor: viewer,
      actedAs,
      communityId,
      postId: content.post_id,
      commentId,
    })
    const targetOf = await getTargets(trx, [report], to)
    return reportView(report, targetOf(report))
  })
}
