import { sql } from 'kysely'
import type { ReportCounts, ReportsPage } from '../../contract/entities/report.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import { readId } from '../http/ids.ts'
import { readPageNumber, readPageSize } from '../http/pageSize.ts'
import { Refused } from '../http/refused.ts'
import { isKeyOf } from '../http/route.ts'
import type { Viewer } from '../http/viewer.ts'
import type { ViewFor } from '../posts/view.ts'
import { enforceModeration } from './community.ts'
import { readTargets } from './targets.ts'
import { type ReportRow, reportView } from './view.ts'

const filters = {
  all: sql`true`,
  posts: sql`reports.comment_id is null`,
  comments: sql`reports.comment_id is not null`,
}

/** The condition on `reports` that a filter stands for. @throws Refused with `invalid_filter`. */
export function readReportFilter(text: string | undefined) {
  const filter = text || 'all'
  if (!isKeyOf(filters, filter)) throw new Refused(errors.invalidFeedFilter)
  return filters[filter]
}

/** The columns of `ReportRow`, for a query that knows `reports` and `report_reasons`. */
export const reportColumns = sql`
  reports.id, reports.community_id, reports.post_id, reports.comment_id, reports.reason_id,
  report_reasons.title as reason_title, report_reasons.description as reason_description, reports.created_at`

/** How many reports of each kind a query finds that knows `reports`. */
export const countedByKind = sql`
  count(*)::integer as all, (count(*) filter (where reports.comment_id is null))::integer as posts`

export const countsView = (row: { all: number; posts: number } | undefined): ReportCounts => ({
  noReports: row?.all ?? 0,
  noPostReports: row?.posts ?? 0,
  noCommentReports: (row?.all ?? 0) - (row?.posts ?? 0),
})

/**
 * A page of what members reported in a community, newest first, with what each report is about. The number of
 * statements does not depend on how many there are.
 *
 * @throws Refused in the order of the API contract 4.6.
 */
export async function listReports(
  db: Db,
  viewer: Viewer,
  request: { communityId: string; filter?: string; page?: string; limit?: string },
  to: { pageSize: number; target: ViewFor },
): Promise<ReportsPage> {
  const communityId = readId(request.communityId)
  await enforceModeration(db, viewer, communityId)
  const limit = readPageSize(request.limit, { byDefault: to.pageSize, max: limits.pageSizeMax })
  const page = readPageNumber(request.page, 1)
  const filter = readReportFilter(request.filter)
  const [counts, reports] = await Promise.all([
    sql<{ all: number; posts: number }>`
      select ${countedByKind} from reports where community_id = ${communityId}`.execute(db),
    sql<ReportRow>`
      with page as materialized (
        select * from reports where community_id = ${communityId} and ${filter}
        order by id desc limit ${limit} offset ${(page - 1) * limit})
      select ${reportColumns} from page as reports
      join report_reasons on report_reasons.id = reports.reason_id order by reports.id desc`.execute(db),
  ])
  const targetOf = await readTargets(db, reports.rows, to.target)
  return {
    details: countsView(counts.rows[0]),
    reports: reports.rows.map((row) => reportView(row, targetOf(row))),
    limit,
    page,
  }
}
