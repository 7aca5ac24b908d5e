import { endpoints } from '../../../../contract/endpoints/index.ts'
import type { QueueItem, QueueItemsPage } from '../../../../contract/entities/queue.ts'
import { errors } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import type { ViewAs } from '../../../core/api/viewAs.ts'
import { imageView } from '../../../core/images/serialize.ts'
import { enforceModeration } from '../../../core/permissions/moderation.ts'
import type { Viewer } from '../../../core/sessions/viewer.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { queryRow, queryRows } from '../../../platform/database/statement.ts'
import { parseCursor } from '../../../platform/http/cursor.ts'
import { parseId } from '../../../platform/http/ids.ts'
import { parseChoice, parseInteger } from '../../../platform/http/parameters.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { withIds, withLinkRel } from '../../../platform/markdown/links.ts'
import { renderMarkdown } from '../../../platform/markdown/render.ts'
import { getTargets } from '../reports/targets.ts'
import { queueCounts } from './queueCounts.sql.ts'
import { type QueueItemsRow, queueItems } from './queueItems.sql.ts'

const parameters = endpoints.listQueueItems.query.properties

interface QueueQuery {
  readonly kind?: string
  readonly sort?: string
  readonly filter?: string
  readonly scope?: string
  readonly communityId?: string
  readonly postId?: string
  readonly reason?: string
  readonly rule?: string
  readonly page?: string
  readonly limit?: string
  readonly next?: string
}

type QueueReader = Pick<Viewer, 'id' | 'isAdmin' | 'permissions'>

/** The scope of communities. @throws Refused with `not_admin`, or as `enforceModeration` does. */
async function parseScope(db: Db, viewer: QueueReader, query: QueueQuery) {
  if (query.communityId) {
    const communityId = parseId(query.communityId)
    await enforceModeration(db, viewer, communityId, ['content'])
    return { scope: 'community', communityId } as const
  }
  const scope = parseChoice(parameters.scope, query.scope)
  if (scope === 'all' && !viewer.isAdmin) throw new Refused(errors.notAdmin)
  return { scope, communityId: null }
}

const iso = (at: string | Date) => new Date(at).toISOString()

const itemView = (
  row: QueueItemsRow,
  target: QueueItem['target'],
  { siteHosts, followsLinks }: ViewAs,
): QueueItem => ({
  type: row.comment_id === null ? 'post' : 'comment',
  targetId: row.comment_id ?? row.post_id,
  communityId: row.community_id,
  communityName: row.community_name,
  version: row.version,
  noReports: row.report_count,
  reasons: row.reasons,
  reports: row.reports.map(({ id, reason, note, reporter, createdAt }) => ({
    id: Number(id),
    reason,
    note,
    reporter: reporter === null ? null : { username: reporter },
    createdAt: iso(createdAt),
  })),
  firstReportedAt: row.first_reported_at && iso(row.first_reported_at),
  lastReportedAt: row.last_reported_at && iso(row.last_reported_at),
  review: row.review && { ...row.review, at: iso(row.review.at) },
  removal: row.removal && { ...row.removal, at: iso(row.removal.at) },
  author: row.author && { ...row.author, createdAt: iso(row.author.createdAt) },
  deletedCopy: row.copy && {
    title: row.copy.title,
    bodyHtml:
      row.copy.body &&
      withIds(
        withLinkRel(renderMarkdown(row.copy.body, { siteHosts }), { isFollowed: followsLinks }),
        'copy',
      ),
    link: row.copy.link,
    images: row.copy.images.map((image) => imageView(image, 'post', { copies: true })),
  },
  lookers: row.lookers,
  target,
})

/**
 * A page of the queue of moderators, of one kind, with the facts needed to decide. The number of statements is constant.
 *
 * @returns `next`: the sort key of the first item of the next page, or null.
 * @throws Refused for a query that makes no sense, and for viewers who do not moderate the requested communities.
 */
export async function listQueueItems(
  db: Db,
  viewer: QueueReader,
  query: QueueQuery,
  to: { pageSize: number; target: ViewAs },
): Promise<QueueItemsPage> {
  const limit = parseInteger(parameters.limit, query.limit, to.pageSize)
  const pageNumber = query.page ? parseInteger(parameters.page, query.page) : 1
  // No page is after the last that is counted.
  const skipped = Math.min((pageNumber - 1) * limit, limits.queueCountedMax)
  const postId = query.postId ? parseId(query.postId) : null
  const kind = postId === null ? parseChoice(parameters.kind, query.kind) : 'one'
  const filter = parseChoice(parameters.filter, query.filter)
  const sort = kind === 'reported' ? parseChoice(parameters.sort, query.sort) : 'newest'
  const reasonId = query.reason ? parseInteger(parameters.reason, query.reason) : null
  const rule = query.rule || null
  const cursor = parseCursor(query.next)
  const within = await parseScope(db, viewer, query)
  const shared = {
    ...within,
    filter,
    viewerId: viewer.id,
    reviewDays: limits.queueReviewDays,
    newMemberDays: limits.newMemberDays,
  }
  const [counts, rows] = await Promise.all([
    queryRow(db, queueCounts, {
      ...shared,
      countedMax: limits.queueCountedMax,
      reasonsMax: limits.queueReasonsShown,
    }),
    queryRows(db, queueItems, {
      ...shared,
      kind,
      sort,
      postId,
      hasReason: kind === 'reported' && (reasonId !== null || rule !== null),
      reasonId,
      rule,
      hasCursor: cursor !== null,
      cursorKey: cursor?.key ?? null,
      cursorTie: cursor?.id ?? null,
      skipped: String(skipped),
      shown: String(limit + 1),
      // Rounded up, because each number is a statement of its own.
      limit: 2 ** Math.ceil(Math.log2(skipped + limit + 1)),
      shownMax: limits.reportsShownPerTarget,
      lookerSeconds: limits.queueLookerSeconds,
    }),
  ])
  if (!counts) throw new Error('The query for counts returned no row.')
  const page = rows.slice(0, limit)
  const following = rows[limit]
  const targetOf = await getTargets(db, page, to.target)
  const { reported, edited, new: fresh, waiting, reasons } = counts
  return {
    counts: { reported, edited, new: fresh, waiting },
    reasons,
    items: page.map((row) => itemView(row, targetOf(row), to.target)),
    next: following ? `${following.key}.${following.tie}` : null,
  }
}
