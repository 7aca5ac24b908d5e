import type { Report } from '../../../contract/entities/report.ts'
import { errors } from '../../../contract/errors.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { lockModerated } from '../../core/permissions/moderation.ts'
import { closeReports } from '../../core/reports/close.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseId, parseIdOrNull } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'
import { reportColumns } from './reports.ts'
import { reportView } from './serialize.ts'
import { getTargets } from './targets.ts'

/**
 * Closes one report of a community without any other action.
 *
 * @returns the report as it was.
 * @throws Refused with `invalid_id`, `community/not-found`, `not_admin_nor_mod`, `invalid_report_id` or `report_not_found`
 *   in this order; the last one also for a report of another community.
 */
export async function ignoreReport(
  db: Db,
  viewer: Viewer,
  request: { communityId: string; reportId: string },
  to: ViewAs,
): Promise<Report> {
  const communityId = parseId(request.communityId)
  return await db.transaction().execute(async (trx) => {
    const actedAs = await lockModerated(trx, viewer, communityId)
    const reportId = parseIdOrNull(request.reportId)
    if (reportId === null) throw new Refused(errors.invalidReportId)
    const report = await trx
      .selectFrom('reports')
      .leftJoin('report_reasons', 'report_reasons.id', 'reports.reason_id')
      .where('reports.id', '=', reportId)
      .where('reports.community_id', '=', communityId)
      .select(reportColumns)
      .executeTakeFirstOrThrow(() => new Refused(errors.reportNotFound))
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
      postId: report.post_id,
      commentId: report.comment_id,
    })
    const targetOf = await getTargets(trx, [report], to)
    return reportView(report, targetOf(report))
  })
}

/** The community, the post and the comment. @throws Refused with `post/not-found` or `comment_not_found`. */
async function getTarget(db: Db, type: 'post' | 'comment', id: string) {
  const row = await db
    .selectFrom('posts')
    .leftJoin('comments', (join) =>
      join.onRef('comments.post_id', '=', 'posts.id').on('comments.id', '=', type === 'comment' ? id : null),
    )
    .where(type === 'comment' ? 'comments.id' : 'posts.id', '=', id)
    .select(['posts.community_id', 'posts.id as post_id', 'comments.id as comment_id'])
    .executeTakeFirst()
  if (!row) throw new Refused(type === 'post' ? errors.postNotFound : errors.commentNotFound)
  return row
}

/**
 * Closes all reports about a post or a comment without any other action. Reports about the comments of a post are not
 * included.
 *
 * @returns the number of closed reports; 0 is not an error, because another moderator may have closed them.
 */
export async function ignoreReports(
  db: Db,
  viewer: Viewer,
  { type, targetId }: { type: string; targetId: string },
): Promise<{ noReports: number }> {
  if (type !== 'post' && type !== 'comment') throw new Refused(errors.invalidReportType)
  return await db.transaction().execute(async (trx) => {
    const target = await getTarget(trx, type, targetId)
    const actedAs = await lockModerated(trx, viewer, target.community_id)
    const about = type === 'post' ? { postsAlone: [targetId] } : { comments: [targetId] }
    const rows = await closeReports(trx, about, { outcome: 'kept', actor: viewer })
    if (rows.length > 0)
      await recordAction(trx, {
        action: 'ignore_report',
        actor: viewer,
        actedAs,
        communityId: target.community_id,
        postId: target.post_id,
        commentId: target.comment_id,
      })
    return { noReports: rows.length }
  })
}
