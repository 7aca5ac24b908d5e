import { sql } from 'kysely'
import type { Report } from '../../contract/entities/report.ts'
import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { parseId, readId } from '../http/ids.ts'
import { Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import type { ViewFor } from '../posts/view.ts'
import { closeReports } from './close.ts'
import { lockModerated } from './community.ts'
import { recordAct } from './log.ts'
import { reportColumns } from './reports.ts'
import { readTargets } from './targets.ts'
import { type ReportRow, reportView } from './view.ts'

/**
 * Closes one report of a community, without doing anything about what it is about.
 *
 * @returns the report as it was.
 * @throws Refused in the order of the API contract 4.6; a report of another community is not found.
 */
export async function ignoreReport(
  db: Db,
  viewer: Viewer,
  request: { communityId: string; reportId: string },
  to: ViewFor,
): Promise<Report> {
  const communityId = readId(request.communityId)
  return await db.transaction().execute(async (trx) => {
    const actedAs = await lockModerated(trx, viewer, communityId)
    const reportId = parseId(request.reportId)
    if (reportId === null) throw new Refused(errors.invalidReportId)
    const { rows } = await sql<ReportRow>`
      delete from reports using report_reasons
      where reports.id = ${reportId} and reports.community_id = ${communityId}
        and report_reasons.id = reports.reason_id
      returning ${reportColumns}`.execute(trx)
    const [report] = rows
    if (!report) throw new Refused(errors.reportNotFound)
    await recordAct(trx, {
      action: 'ignore_report',
      actor: viewer,
      actedAs,
      communityId,
      postId: report.post_id,
      commentId: report.comment_id,
    })
    const targetOf = await readTargets(trx, [report], to)
    return reportView(report, targetOf(report))
  })
}

const targets = {
  post: (id: string) => sql<Target>`
    select community_id, id as post_id, null::bigint as comment_id from posts where id = ${id}`,
  comment: (id: string) => sql<Target>`
    select posts.community_id, posts.id as post_id, comments.id as comment_id
    from comments join posts on posts.id = comments.post_id where comments.id = ${id}`,
}

interface Target {
  readonly community_id: string
  readonly post_id: string
  readonly comment_id: string | null
}

/**
 * Closes all reports about a post or a comment, without doing anything about it. Those about the comments of a post are
 * not about the post.
 *
 * @returns how many there were; none is no mistake, another moderator may have been quicker.
 */
export async function ignoreReports(
  db: Db,
  viewer: Viewer,
  { type, targetId }: { type: string; targetId: string },
): Promise<{ noReports: number }> {
  if (type !== 'post' && type !== 'comment') throw new Refused(errors.invalidReportType)
  return await db.transaction().execute(async (trx) => {
    const [target] = (await targets[type](targetId).execute(trx)).rows
    if (!target) throw new Refused(type === 'post' ? errors.postNotFound : errors.commentNotFound)
    const actedAs = await lockModerated(trx, viewer, target.community_id)
    const { rows } = await closeReports(trx, target)
    if (rows.length > 0)
      await recordAct(trx, {
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
