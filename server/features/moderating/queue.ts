import { type RawBuilder, sql } from 'kysely'
import { endpoints } from '../../../contract/endpoints/index.ts'
import type { QueuePage, ReportedTarget } from '../../../contract/entities/report.ts'
import { errors } from '../../../contract/errors.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'
import { parseChoice, parseWhole } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import { countedByKind, countsView, parseReportFilter } from './reports.ts'
import { getTargets } from './targets.ts'

interface QueueRow {
  /** Of its latest report. */
  id: string
  community_id: string
  community_name: string
  post_id: string
  comment_id: string | null
  report_count: number
  reasons: ReportedTarget['reasons']
  first_reported_at: Date
  last_reported_at: Date
  is_author_banned: boolean
}

const parameters = endpoints.listQueue.query.properties

/** Whose reports are read: those of the communities that somebody moderates, or all. */
type Scope = 'moderating' | 'all'

function parseScope(text: string | undefined, viewer: Viewer): Scope {
  const scope = parseChoice(parameters.scope, text)
  if (scope === 'all' && !viewer.isAdmin) throw new Refused(errors.notAdmin)
  return scope
}

/** The communities that a member moderates, as far as they are still there. */
const moderatedBy = (viewerId: string) => sql`
  select communities.id from moderators join communities on communities.id = moderators.community_id
  where moderators.user_id = ${viewerId} and communities.deleted_at is null`

/** The latest report of each target, newest first: nobody has to read all reports to group them. */
const latestOfTargets = (conditions: readonly RawBuilder<unknown>[], limit: number) => sql`
  select reports.id, reports.community_id, reports.post_id, reports.comment_id from reports
  where ${sql.join(conditions, sql` and `)} and not exists (
    select from reports as newer
    where newer.post_id = reports.post_id
      and coalesce(newer.comment_id, 0) = coalesce(reports.comment_id, 0) and newer.id > reports.id)
  order by reports.id desc limit ${sql.lit(limit)}`

const scopes = {
  /** One ordered reading a community, put together: what they have beyond the page is not read. */
  moderating: (viewerId: string, conditions: readonly RawBuilder<unknown>[], limit: number) => sql`
    select heads.* from (${moderatedBy(viewerId)}) as mine
    cross join lateral (
      ${latestOfTargets([sql`reports.community_id = mine.id`, ...conditions], limit)}) as heads
    order by heads.id desc limit ${sql.lit(limit)}`,
  all: (_viewerId: string, conditions: readonly RawBuilder<unknown>[], limit: number) =>
    latestOfTargets(
      [
        sql`exists (select from communities where id = reports.community_id and deleted_at is null)`,
        ...conditions,
      ],
      limit,
    ),
}

/** The pages of the queue: each target with why it was reported, and how often. */
const reportsOfTarget = sql`
  select sum(by_reason.reports)::integer as report_count, min(by_reason.first_at) as first_reported_at,
    max(by_reason.last_at) as last_reported_at,
    json_agg(json_build_object('reasonId', by_reason.reason_id, 'title', report_reasons.title,
      'noReports', by_reason.reports) order by by_reason.reports desc, by_reason.reason_id) as reasons
  from (
    select reason_id, count(*) as reports, min(created_at) as first_at, max(created_at) as last_at from reports
    where post_id = page.post_id and coalesce(comment_id, 0) = coalesce(page.comment_id, 0)
    group by reason_id) as by_reason
  join report_reasons on report_reasons.id = by_reason.reason_id`

const authorOfTarget = sql`case when page.comment_id is null
  then (select author_id from posts where posts.id = page.post_id)
  else (select author_id from comments where comments.id = page.comment_id) end`

/**
 * What was reported in all communities that the viewer moderates, or as an admin anywhere: everything about one post or
 * comment together, what was reported last first. The number of statements does not depend on how much there is.
 *
 * @returns `next`: the id of the latest report of what the next page starts with, or null.
 * @throws Refused for a query that makes no sense, and with `not_admin`.
 */
export async function listQueue(
  db: Db,
  viewer: Viewer,
  query: { filter?: string; scope?: string; limit?: string; next?: string },
  to: { pageSize: number; target: ViewAs },
): Promise<QueuePage> {
  const limit = parseWhole(parameters.limit, query.limit, to.pageSize)
  const filter = parseReportFilter(query.filter)
  const scope = parseScope(query.scope, viewer)
  const cursor = parseNumberCursor(query.next)
  const from = cursor === null ? [] : [sql`reports.id <= ${cursor}`]
  const where =
    scope === 'all'
      ? sql`exists (select from communities where id = reports.community_id and deleted_at is null)`
      : sql`community_id in (${moderatedBy(viewer.id)})`
  const [counts, targets] = await Promise.all([
    sql<{ all: number; posts: number }>`select ${countedByKind} from reports where ${where}`.execute(db),
    sql<QueueRow>`
      with page as materialized (${scopes[scope](viewer.id, [filter, ...from], limit + 1)})
      select page.*, communities.name as community_name, of_target.*,
        author.banned_at is not null or exists (
          select from community_bans
          where user_id = author.id and community_id = page.community_id and is_ban_in_force(expires_at)
        ) as is_author_banned
      from page join communities on communities.id = page.community_id
      join users as author on author.id = ${authorOfTarget}
      cross join lateral (${reportsOfTarget}) as of_target
      order by page.id desc`.execute(db),
  ])
  const page = targets.rows.slice(0, limit)
  const targetOf = await getTargets(db, page, to.target)
  return {
    details: countsView(counts.rows[0]),
    items: page.map((row) => ({
      type: row.comment_id === null ? 'post' : 'comment',
      targetId: row.comment_id ?? row.post_id,
      communityId: row.community_id,
      communityName: row.community_name,
      noReports: row.report_count,
      reasons: row.reasons,
      firstReportedAt: row.first_reported_at.toISOString(),
      lastReportedAt: row.last_reported_at.toISOString(),
      isAuthorBanned: row.is_author_banned,
      target: targetOf(row),
    })),
    next: targets.rows[limit]?.id ?? null,
  }
}
