import { endpoints } from '../../../contract/endpoints/index.ts'
import type { FeedPage } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import type { FeedSort } from '../../../contract/words.ts'
import type { SharedServices } from '../../core/api/route.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { enforceReading, unreadableCommunities } from '../../core/permissions/bans.ts'
import { getPosts } from '../../core/posts/items.ts'
import { getPostsForViewer, isDefaultState, type PostsForViewer } from '../../core/posts/listed.ts'
import { notBeforeOf, type Viewer } from '../../core/sessions/viewer.ts'
import type { ItemVersion } from '../../platform/cache/items.ts'
import type { Order } from '../../platform/cache/orders.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { parseId } from '../../platform/http/ids.ts'
import { type Json, jsonList, jsonObject } from '../../platform/http/json.ts'
import { parseChoice, parseInteger } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import { type FeedPageRow, feedPage } from './feedPage.sql.ts'
import { findHomePage } from './homeFeed.ts'
import { type FeedCursor, feedCursors, type KnownCursor } from './sorts.ts'

const parameters = endpoints.listPosts.query.properties

/** Which posts a feed consists of. `home`: of the communities that the viewer joined, `moderating`: that they moderate. */
type FeedScope =
  | { readonly kind: 'community'; readonly communityId: string }
  | { readonly kind: 'all' | 'home' | 'moderating' }

/** The query parameters of a page of a feed, none of them trusted. */
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
  readonly cursor: KnownCursor | null
  readonly limit: number
  /** In the site's own order pinned posts come first, and nowhere else; in all others they keep their place. */
  readonly liftsPinned: boolean
}

interface FeedOptions {
  readonly pageSize: number
  /** The site's own order. */
  readonly defaultSort: FeedSort
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
): Omit<FeedRequest, 'cursor'> & { readonly cursor: FeedCursor | null } {
  const sort = parseChoice(parameters.sort, query.sort)
  const limit = parseInteger(parameters.limit, query.limit, pageSize)
  const scope = parseScope(query, viewer)
  const cursor = feedCursors[sort].parseCursor(query.next)
  return { scope, sort, limit, cursor, liftsPinned: sort === defaultSort }
}

/** The cursor with the key that its post has now, if it has none; null for a post that is not there for this viewer. */
async function findKey(
  db: Db,
  { key, id }: FeedCursor,
  { sort, viewer }: { sort: FeedSort; viewer: Viewer | null },
): Promise<KnownCursor | null> {
  if (key !== null) return { key, id }
  const post = await db
    .selectFrom('posts')
    .where('id', '=', id)
    .select(['community_id', 'hotness', 'points'])
    .executeTakeFirst()
  if (!post || unreadableCommunities(viewer).includes(post.community_id)) return null
  return { key: String(sort === 'hot' ? post.hotness : post.points), id }
}

/** The posts pinned on top, newest first, then those of the page and one more, in the order of the feed. */
function findPage(
  db: Db,
  { scope, sort, cursor, limit, liftsPinned }: FeedRequest,
  viewer: Viewer | null,
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
    hidesBots: viewer?.hidesBots ?? false,
    unreadableIds: unreadableCommunities(viewer),
  })
}

/**
 * Whether a feed excludes posts for one viewer: all that they hid, muted or may not read, if there is anything of it, so that there are
 * few statements to plan.
 */
function excludesPosts(viewer: Viewer | null, scope: FeedScope): boolean {
  // Moderators must see everything.
  if (!viewer || scope.kind === 'moderating') return false
  // Someone who joined a muted community, or opens it, wants to see it there.
  if (scope.kind !== 'community' && unreadableCommunities(viewer).length > 0) return true
  return (
    viewer.hidesPosts ||
    viewer.mutesMembers ||
    viewer.hidesBots ||
    (scope.kind === 'all' && viewer.mutesCommunities)
  )
}

/** A page of a feed: what is listed, and the row that the next page begins with. */
interface ReadPage extends Order {
  readonly rows: readonly FeedPageRow[]
  readonly following: FeedPageRow | undefined
}

const rowBytes = 500

async function getPage(db: Db, request: FeedRequest, viewer: Viewer | null): Promise<ReadPage> {
  const rows = await findPage(db, request, viewer)
  const following = rows.filter((row) => !row.is_on_top)[request.limit]
  return {
    rows: rows.filter((row) => row !== following),
    following,
    readAt: Number(rows[0]?.read_at ?? 0),
    bytes: rows.length * rowBytes,
  }
}

const versionsOf = (rows: readonly FeedPageRow[]): ItemVersion[] =>
  rows.map((row) => ({ id: row.id, version: row.post_version }))

/** The page was read for this viewer. */
const asRead = (rows: readonly FeedPageRow[], viewer: Viewer | null): PostsForViewer => ({
  versions: versionsOf(rows),
  stateOf: new Map(
    viewer ? rows.flatMap((row) => (isDefaultState(row) ? [] : [[row.id, row] as const])) : [],
  ),
})

/** A page as this viewer sees it, and the row that the next page begins with. */
async function getPageForViewer(
  { db, orders }: SharedServices,
  request: FeedRequest,
  viewer: Viewer | null,
): Promise<PostsForViewer & { following: Pick<FeedPageRow, 'id' | 'feed_key'> | undefined }> {
  const { scope, sort, cursor, limit, liftsPinned } = request
  const excludes = excludesPosts(viewer, scope)
  if (!excludes && (scope.kind === 'all' || scope.kind === 'community')) {
    const { rows, following } = await orders.get(
      `feed ${JSON.stringify([scope, sort, cursor, limit, liftsPinned])}`,
      {
        notBefore: notBeforeOf(viewer),
        read: () => getPage(db, request, null),
      },
    )
    return { following, ...(await getPostsForViewer(db, versionsOf(rows), viewer)) }
  }
  const home =
    !excludes && scope.kind === 'home' && viewer ? await findHomePage({ db, orders }, request, viewer) : null
  if (home && viewer) {
    const seen = await getPostsForViewer(db, home.posts, viewer)
    home.noteVersions(seen.versions)
    return { following: home.following, ...seen }
  }
  const { rows, following } = await getPage(db, request, viewer)
  return { following, ...asRead(rows, viewer) }
}

/**
 * A page of a feed, in one round trip that scans as many index entries as it returns posts, and those that it
 * excludes for this viewer. The first page may hold the pinned posts beyond its limit. Posts that are not in memory are
 * read in a second one.
 *
 * @returns `next`: where the page after this one starts, null at the end.
 * @throws Refused for a query that makes no sense, and to guests who ask for a feed of their own.
 */
export async function listFeed(
  services: SharedServices,
  query: FeedQuery,
  { to, ...options }: { to: ViewAs } & FeedOptions,
): Promise<Json<FeedPage>> {
  const { viewer } = to
  const { cursor: given, ...rest } = parseFeedQuery(query, viewer, options)
  const cursor = given && (await findKey(services.db, given, { sort: rest.sort, viewer }))
  if (given && !cursor) return jsonObject<FeedPage>({ posts: jsonList([]), next: null })
  const request = { ...rest, cursor }
  if (request.scope.kind === 'community') enforceReading(viewer, request.scope.communityId)
  const { versions, stateOf, following } = await getPageForViewer(services, request, viewer)
  const posts = await getPosts(services, versions, { to, stateOf: (id) => stateOf.get(id) })
  const next =
    following && feedCursors[request.sort].writeCursor({ key: following.feed_key, id: following.id })
  return jsonObject<FeedPage>({
    posts: jsonList(versions.flatMap(({ id }) => posts.get(id) ?? [])),
    next: next ?? null,
  })
}
