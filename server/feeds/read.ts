import { sql } from 'kysely'
import type { FeedPage } from '../../contract/entities/post.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import { readId } from '../http/ids.ts'
import { readPageSize } from '../http/pageSize.ts'
import { Refused } from '../http/refused.ts'
import type { ShortCache } from '../http/shortCache.ts'
import type { Viewer } from '../http/viewer.ts'
import { overlayColumns, overlayJoins, postColumns, postJoins } from '../posts/read.ts'
import { type PostRow, postView, type TextForm, type ViewFor } from '../posts/view.ts'
import { leftOutFor, pinnedIn } from './leftOut.ts'
import { type FeedCursor, type FeedSort, feedSorts, readFeedSort } from './sorts.ts'
import { type FeedScope, feedStream } from './streams.ts'

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

function readScope(query: FeedQuery, viewer: Viewer | null): FeedScope {
  if (query.communityId) return { kind: 'community', communityId: readId(query.communityId) }
  const feed = query.feed || 'all'
  if (feed === 'all') return { kind: 'all' }
  if (feed === 'community') throw new Refused(errors.communityIsEmpty)
  if (feed !== 'home' && feed !== 'moderating') throw new Refused(errors.invalidFeedType)
  if (!viewer) throw new Refused(errors.notLoggedIn)
  return { kind: feed, memberId: viewer.id }
}

function readFeedQuery(
  query: FeedQuery,
  viewer: Viewer | null,
  { pageSize, defaultSort }: FeedOptions,
): FeedRequest {
  const sort = readFeedSort(query.sort)
  const limit = readPageSize(query.limit, { byDefault: pageSize, max: limits.pageSizeMax })
  const scope = readScope(query, viewer)
  const cursor = feedSorts[sort].readCursor(query.next)
  return { scope, sort, limit, cursor, liftsPinned: sort === defaultSort }
}

/** A post of a feed, with what the cursor carries, or one that is pinned on top of it. */
type FeedRow = PostRow & { feed_key: string; is_on_top: boolean }

/** The posts pinned on top, newest first, then those of the page and one more, in the order of the feed. */
async function readPage(
  db: Db,
  { scope, sort, cursor, limit, liftsPinned }: FeedRequest,
  { text, viewer }: { text: TextForm; viewer: Viewer | null },
): Promise<FeedRow[]> {
  const conditions = leftOutFor(viewer, scope)
  if (liftsPinned) conditions.push(sql`posts.id <> all(array(select id from pinned))`)
  const stream = feedStream(scope, { sort, cursor, limit: limit + 1 }, conditions)
  const onTop = sql`union all
    select id, (extract(epoch from created_at) * 1000000)::bigint as key, true as is_on_top from pinned`
  const { rows } = await sql<FeedRow>`
    with ${liftsPinned ? sql`pinned as materialized (${pinnedIn(scope)}),` : sql``}
    page as (
      select id, key, false as is_on_top from (${stream}) as listed
      ${liftsPinned && cursor === null ? onTop : sql``})
    select ${postColumns(text)}, ${overlayColumns(viewer?.id ?? null)}, page.key as feed_key, page.is_on_top
    from page join posts on posts.id = page.id ${postJoins} ${overlayJoins(viewer?.id ?? null)}
    order by page.is_on_top desc, page.key desc, page.id desc`.execute(db)
  return rows
}

/**
 * A page for a member of a feed that is the same for everybody: the page may be a moment old in its order and
 * its texts; the member's own layer and all numbers are of now, and what was deleted meanwhile is left out.
 */
async function layOver(db: Db, page: readonly FeedRow[], viewerId: string): Promise<FeedRow[]> {
  const overlay = await readOverlay(
    db,
    viewerId,
    page.map((row) => row.id),
  )
  return page.flatMap((row) => {
    const own = overlay.get(row.id)
    return own ? [{ ...row, ...own }] : []
  })
}

type Overlay = Pick<
  PostRow,
  | 'upvotes'
  | 'downvotes'
  | 'hotness'
  | 'comment_count'
  | 'last_activity_at'
  | 'my_vote'
  | 'visited_at'
  | 'new_comments'
  | 'is_author_muted'
  | 'is_community_muted'
>

async function readOverlay(db: Db, viewerId: string, ids: readonly string[]): Promise<Map<string, Overlay>> {
  const { rows } = await sql<Overlay & { id: string }>`
    select posts.id, posts.upvotes, posts.downvotes, posts.hotness, posts.comment_count, posts.last_activity_at,
      ${overlayColumns(viewerId)}
    from posts ${overlayJoins(viewerId)}
    where posts.id = any(${ids}::bigint[]) and posts.deleted_at is null`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * A page of a feed, in one round trip that reads as many index entries as it returns posts, and those that it
 * leaves out for this viewer. The first page may hold the pinned posts beyond its limit.
 *
 * @returns `next`: where the page after this one starts, null at the end.
 * @throws Refused for a query that makes no sense, and to guests who ask for a feed of their own.
 */
export async function readFeed(
  db: Db,
  query: FeedQuery,
  to: ViewFor,
  options: FeedOptions,
): Promise<FeedPage> {
  const { viewer } = to
  const request = readFeedQuery(query, viewer, options)
  const { scope, sort, cursor, limit } = request
  const isForEverybody =
    (scope.kind === 'all' || scope.kind === 'community') && leftOutFor(viewer, scope).length === 0
  const isLaidOver = viewer !== null && isForEverybody && options.shared.isOn
  const rows = await (isLaidOver
    ? options.shared.get(`feed ${JSON.stringify([scope, sort, cursor, limit, to.text])}`, () =>
        readPage(db, request, { text: to.text, viewer: null }),
      )
    : readPage(db, request, { text: to.text, viewer }))
  const listed = rows.filter((row) => !row.is_on_top)
  const following = listed[limit]
  const page = rows.filter((row) => row !== following)
  return {
    posts: (isLaidOver ? await layOver(db, page, viewer.id) : page).map((row) => postView(row, to)),
    next: following ? feedSorts[sort].writeCursor({ key: following.feed_key, id: following.id }) : null,
  }
}
