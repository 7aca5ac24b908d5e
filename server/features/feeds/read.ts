import { endpoints } from '../../../contract/endpoints/index.ts'
import type { FeedPage } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import type { FeedSort } from '../../../contract/words.ts'
import type { BodyFormat, ViewAs } from '../../core/api/viewAs.ts'
import { postView } from '../../core/posts/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { ShortCache } from '../../platform/cache/shortCache.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { parseId } from '../../platform/http/ids.ts'
import { parseChoice, parseWhole } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import { type FeedPageRow, feedPage } from './feedPage.sql.ts'
import { feedViewerState } from './feedViewerState.sql.ts'
import { type FeedCursor, feedSorts } from './sorts.ts'

const parameters = endpoints.listPosts.query.properties

/** Which posts a feed consists of. `home`: of the communities that the viewer joined, `moderating`: that they moderate. */
type FeedScope =
  | { readonly kind: 'community'; readonly communityId: string }
  | { readonly kind: 'all' | 'home' | 'moderating' }

/** A page of a feed as a client asks for it: texts of the address, none of them trusted. */
export interface FeedQuery {
  readonly feed?: string
  readonly sort?: string
  readonly communityId?: string
  readonly limit?: string
  readonly next?: string
}

interface FeedRequest {
  readonly scope: FeedScope
  readonly sort: FeedSort
  readonly cursor: FeedCursor | null
  readonly limit: number
  /** In the site's own order pinned posts come first, and nowhere else; in all others they keep their place. */
  readonly liftsPinned: boolean
}

interface FeedOptions {
  readonly pageSize: number
  /** The site's own order. */
  readonly defaultSort: FeedSort
  readonly shared: ShortCache
}

function parseScope(query: FeedQuery, viewer: Viewer | null): FeedScope {
  if (query.communityId) return { kind: 'community', communityId: parseId(query.communityId) }
  const feed = parseChoice(parameters.feed, query.feed)
  if (feed === 'all') return { kind: 'all' }
  if (feed === 'community') throw new Refused(errors.communityIsEmpty)
  if (!viewer) throw new Refused(errors.notLoggedIn)
  return { kind: feed }
}

function parseFeedQuery(
  query: FeedQuery,
  viewer: Viewer | null,
  { pageSize, defaultSort }: FeedOptions,
): FeedRequest {
  const sort = parseChoice(parameters.sort, query.sort)
  const limit = parseWhole(parameters.limit, query.limit, pageSize)
  const scope = parseScope(query, viewer)
  const cursor = feedSorts[sort].parseCursor(query.next)
  return { scope, sort, limit, cursor, liftsPinned: sort === defaultSort }
}

/** The posts pinned on top, newest first, then those of the page and one more, in the order of the feed. */
function findPage(
  db: Db,
  { scope, sort, cursor, limit, liftsPinned }: FeedRequest,
  { format, viewer }: { format: BodyFormat; viewer: Viewer | null },
): Promise<FeedPageRow[]> {
  return queryRows(db, feedPage, {
    scope: scope.kind,
    communityId: scope.kind === 'community' ? scope.communityId : null,
    sort,
    hasCursor: cursor !== null,
    cursorKey: cursor?.key ?? null,
    cursorId: cursor?.id ?? null,
    limit: limit + 1,
    liftsPinned,
    viewerId: viewer?.id ?? null,
    isGuest: viewer === null,
    excludes: excludesPosts(viewer, scope),
    format,
    renderer: rendererVersion,
  })
}

/**
 * Whether a feed excludes posts for one viewer: all that they hid or muted, if there is anything of it, so that there are
 * few statements to plan.
 */
function excludesPosts(viewer: Viewer | null, scope: FeedScope): boolean {
  // Moderators must see everything.
  if (!viewer || scope.kind === 'moderating') return false
  // Somebody who joined a muted community, or opens it, wants to see it there.
  return viewer.hidesPosts || viewer.mutesMembers || (scope.kind === 'all' && viewer.mutesCommunities)
}

/**
 * A page for a member of a feed that is the same for everybody: the page may be a moment old in its order and
 * its texts; the member's own layer and all numbers are of now, and what was deleted meanwhile is left out.
 */
async function layOver(db: Db, page: readonly FeedPageRow[], viewerId: string): Promise<FeedPageRow[]> {
  const rows = await queryRows(db, feedViewerState, { viewerId, postIds: page.map((row) => row.id) })
  const stateOf = new Map(rows.map((row) => [row.id, row]))
  return page.flatMap((row) => {
    const state = stateOf.get(row.id)
    return state ? [{ ...row, ...state }] : []
  })
}

/**
 * A page of a feed, in one round trip that reads as many index entries as it returns posts, and those that it
 * leaves out for this viewer. The first page may hold the pinned posts beyond its limit.
 *
 * @returns `next`: where the page after this one starts, null at the end.
 * @throws Refused for a query that makes no sense, and to guests who ask for a feed of their own.
 */
export async function listFeed(
  db: Db,
  query: FeedQuery,
  to: ViewAs,
  options: FeedOptions,
): Promise<FeedPage> {
  const { viewer } = to
  const request = parseFeedQuery(query, viewer, options)
  const { scope, sort, cursor, limit } = request
  const isForEverybody = (scope.kind === 'all' || scope.kind === 'community') && !excludesPosts(viewer, scope)
  const isLaidOver = viewer !== null && isForEverybody && options.shared.isOn
  const rows = await (isLaidOver
    ? options.shared.get(`feed ${JSON.stringify([scope, sort, cursor, limit, to.format])}`, () =>
        findPage(db, request, { format: to.format, viewer: null }),
      )
    : findPage(db, request, { format: to.format, viewer }))
  const listed = rows.filter((row) => !row.is_on_top)
  const following = listed[limit]
  const page = rows.filter((row) => row !== following)
  return {
    posts: (isLaidOver ? await layOver(db, page, viewer.id) : page).map((row) => postView(row, to)),
    next: following ? feedSorts[sort].writeCursor({ key: following.feed_key, id: following.id }) : null,
  }
}
