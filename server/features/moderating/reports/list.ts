import { endpoints } from '../../../../contract/endpoints/index.ts'
import type { ReportsPage } from '../../../../contract/entities/report.ts'
import type { ViewAs } from '../../../core/api/viewAs.ts'
import { enforceModeration } from '../../../core/permissions/moderation.ts'
import type { Viewer } from '../../../core/sessions/viewer.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { queryRows } from '../../../platform/database/statement.ts'
import { parseId } from '../../../platform/http/ids.ts'
import { parseChoice, parseInteger } from '../../../platform/http/parameters.ts'
import { listedReports } from './listedReports.sql.ts'
import { reportView } from './serialize.ts'
import { getTargets } from './targets.ts'

const parameters = endpoints.listReports.query.properties

/**
 * A page of the reports in a community, newest first, with the reported posts and comments. The number of statements
 * is constant. These are the reports of which `listQueueItems` shows the latest for each reported post or comment.
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
  await enforceModeration(db, viewer, communityId, ['content'])
  const limit = parseInteger(parameters.limit, request.limit, to.pageSize)
  const page = parseInteger(parameters.page, request.page)
  const filter = parseChoice(parameters.filter, request.filter)
  const [counts, reports] = await Promise.all([
    db
      .selectFrom('open_reports')
      .where('community_id', '=', communityId)
      .select((eb) => [
        eb.cast<number>(eb.fn.countAll(), 'integer').as('all'),
        eb.cast<number>(eb.fn.count('comment_id'), 'integer').as('comments'),
      ])
      .executeTakeFirstOrThrow(),
    queryRows(db, listedReports, {
      communityId,
      reportId: null,
      filter,
      limit,
      offset: String((page - 1) * limit),
    }),
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
