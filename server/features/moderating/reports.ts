import { sql } from 'kysely'
import { endpoints } from '../../../contract/endpoints/index.ts'
import type { ReportCounts, ReportsPage } from '../../../contract/entities/report.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { enforceModeration } from '../../core/permissions/moderation.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseId } from '../../platform/http/ids.ts'
import { parseChoice, parseWhole } from '../../platform/http/parameters.ts'
import { getTargets } from './targets.ts'
import { type ReportRow, reportView } from './view.ts'

const parameters = endpoints.listReports.query.properties

const filters = {
  all: sql`true`,
  posts: sql`reports.comment_id is null`,
  comments: sql`reports.comment_id is not null`,
}

/** The condition on `reports` that a filter stands for. @throws Refused with `invalid_filter`. */
export function parseReportFilter(text: string | undefined) {
  return filters[parseChoice(parameters.filter, text)]
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
 * @throws Refused with `invalid_id`, `community/not-found`, `not_admin_nor_mod`, then for an invalid limit, page or filter.
 */
export async function listReports(
  db: Db,
  viewer: Viewer,
  request: { communityId: string; filter?: string; page?: string; limit?: string },
  to: { pageSize: number; target: ViewAs },
): Promise<ReportsPage> {
  const communityId = parseId(request.communityId)
  await enforceModeration(db, viewer, communityId)
  const limit = parseWhole(parameters.limit, request.limit, to.pageSize)
  const page = parseWhole(parameters.page, request.page)
  const filter = parseReportFilter(request.filter)
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
  const targetOf = await getTargets(db, reports.rows, to.target)
  return {
    details: countsView(counts.rows[0]),
    reports: reports.rows.map((row) => reportView(row, targetOf(row))),
    limit,
    page,
  }
}
