import { endpoints } from '../../../contract/endpoints/index.ts'
import type { QueuePage } from '../../../contract/entities/report.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'
import { parseChoice, parseInteger } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import { reportQueue } from './reportQueue.sql.ts'
import { countedByKind, countsView, parseReportFilter } from './reports.ts'
import { getTargets } from './targets.ts'

const parameters = endpoints.listQueue.query.properties

/** The scope of the reports: communities that somebody moderates, or all. */
type Scope = 'moderating' | 'all'

function parseScope(text: string | undefined, viewer: Viewer): Scope {
  const scope = parseChoice(parameters.scope, text)
  if (scope === 'all' && !viewer.isAdmin) throw new Refused(errors.notAdmin)
  return scope
}

/** The number of reports in communities that are not deleted. */
const countReports = (db: Db, scope: Scope, viewerId: string) =>
  db
    .selectFrom('reports')
    .where('is_hidden', '=', false)
    .where((eb) => {
      const communities = eb.selectFrom('communities').where('communities.deleted_at', 'is', null)
      return scope === 'all'
        ? eb.exists(communities.whereRef('communities.id', '=', 'reports.community_id'))
        : eb(
            'reports.community_id',
            'in',
            communities
              .innerJoin('moderators', 'moderators.community_id', 'communities.id')
              .where('moderators.user_id', '=', viewerId)
              .select('communities.id'),
          )
    })
    .select(countedByKind)
    .executeTakeFirstOrThrow()

/**
 * Reports in all communities that the viewer moderates, or for admins anywhere, grouped by post or comment, the last
 * reported first. The number of statements is constant.
 *
 * @returns `next`: the id of the latest report about the first item of the next page, or null.
 * @throws Refused for a query that makes no sense, and with `not_admin`.
 */
export async function listQueue(
  db: Db,
  viewer: Viewer,
  query: { filter?: string; scope?: string; limit?: string; next?: string },
  to: { pageSize: number; target: ViewAs },
): Promise<QueuePage> {
  const limit = parseInteger(parameters.limit, query.limit, to.pageSize)
  const filter = parseReportFilter(query.filter)
  const scope = parseScope(query.scope, viewer)
  const cursor = parseNumberCursor(query.next)
  const [counts, rows] = await Promise.all([
    countReports(db, scope, viewer.id),
    queryRows(db, reportQueue, {
      scope,
      filter,
      viewerId: viewer.id,
      hasCursor: cursor !== null,
      cursorId: cursor,
      limit: limit + 1,
      shownMax: limits.reportsShownPerTarget,
    }),
  ])
  const page = rows.slice(0, limit)
  const targetOf = await getTargets(db, page, to.target)
  return {
    details: countsView(counts),
    items: page.map((row) => ({
      type: row.comment_id === null ? 'post' : 'comment',
      targetId: row.comment_id ?? row.post_id,
      communityId: row.community_id,
      communityName: row.community_name,
      noReports: row.report_count,
      reasons: row.reason_ids.map((reasonId, index) => ({
        reasonId: reasonId ?? 0,
        title: row.reason_titles[index] ?? '',
        noReports: row.reason_counts[index] ?? 0,
      })),
      reports: row.reports.map((one) => ({
        id: Number(one.id),
        reason: one.reason,
        note: one.note,
        reporter: one.reporter === null ? null : { username: one.reporter },
        createdAt: new Date(one.createdAt).toISOString(),
      })),
      firstReportedAt: row.first_reported_at.toISOString(),
      lastReportedAt: row.last_reported_at.toISOString(),
      isAuthorBanned: row.is_author_banned,
      target: targetOf(row),
    })),
    next: rows[limit]?.id ?? null,
  }
}
