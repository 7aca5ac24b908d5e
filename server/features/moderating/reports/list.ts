import { sql } from 'kysely'
import { endpoints } from '../../../../contract/endpoints/index.ts'
import type { ReportsPage } from '../../../../contract/entities/report.ts'
import type { ViewAs } from '../../../core/api/viewAs.ts'
import { enforceModeration } from '../../../core/permissions/moderation.ts'
import type { Viewer } from '../../../core/sessions/viewer.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { parseId } from '../../../platform/http/ids.ts'
import { parseChoice, parseInteger } from '../../../platform/http/parameters.ts'
import { reportView } from './serialize.ts'
import { getTargets } from './targets.ts'

const parameters = endpoints.listReports.query.properties

/** The columns of `ReportRow`, for a query that knows `reports` and `report_reasons`. */
export const reportColumns = [
  'reports.id',
  'reports.community_id',
  'reports.post_id',
  'reports.comment_id',
  'reports.reason_id',
  'reports.rule_id',
  'reports.note',
  sql<string>`coalesce(reports.rule, report_reasons.title)`.as('reason_title'),
  'report_reasons.description as reason_description',
  'reports.created_at',
  sql<
    string | null
  >`(select username from users where users.id = reporter_id and users.deleted_at is null)`.as('reporter'),
] as const

/**
 * A page of the reports in a community, newest first, with the reported posts and comments. The number of statements
 * is constant. Each report is an element of its own; `listQueueItems` has each reported post or comment once, with its latest
 * reports only, so neither can be made of the other.
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
  const limit = parseInteger(parameters.limit, request.limit, to.pageSize)
  const page = parseInteger(parameters.page, request.page)
  const filter = parseChoice(parameters.filter, request.filter)
  const [counts, reports] = await Promise.all([
    db
      .selectFrom('reports')
      .where('community_id', '=', communityId)
      .where('is_hidden', '=', false)
      .select((eb) => [
        eb.cast<number>(eb.fn.countAll(), 'integer').as('all'),
        eb.cast<number>(eb.fn.count('comment_id'), 'integer').as('comments'),
      ])
      .executeTakeFirstOrThrow(),
    db
      .with(
        (cte) => cte('page').materialized(),
        (q) =>
          q
            .selectFrom('reports')
            .where('community_id', '=', communityId)
            .where('is_hidden', '=', false)
            .$if(filter !== 'all', (some) =>
              some.where('comment_id', filter === 'posts' ? 'is' : 'is not', null),
            )
            .selectAll()
            .orderBy('id', 'desc')
            .limit(limit)
            .offset((page - 1) * limit),
      )
      .selectFrom('page as reports')
      .leftJoin('report_reasons', 'report_reasons.id', 'reports.reason_id')
      .select(reportColumns)
      .orderBy('reports.id', 'desc')
      .execute(),
  ])
  const targetOf = await getTargets(db, reports, to.target)
  return {
    details: {
      noReports: counts.all,
      noPostReports: counts.all - counts.comments,
      noCommentReports: counts.comments,
    },
    reports: reports.map((row) => reportView(row, targetOf(row))),
    limit,
    page,
  }
}
