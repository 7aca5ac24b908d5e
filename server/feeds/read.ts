import { sql } from 'kysely'
import type { Post } from '../../contract/entities/post.ts'
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
import { type FeedCursor, type FeedSort, feedSorts, readFeedSort } from './sorts.ts'
import { type FeedScope, feedStream } from './streams.ts'

/** A page of a feed as a client asks for it: texts of the address, none of them trusted. */
export interface FeedQuery {
  readonly feed?: string
  readonly sort?: string
  readonly communityId?: string
  readonly limit?: string
  readonly next?: string
  readonly filter?: string
}

interface FeedRequest {
  readonly scope: FeedScope
  readonly sort: FeedSort
  readonly cursor: FeedCursor | null
  readonly limit: number
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

function readFeedQuery(query: FeedQuery, viewer: Viewer | null, pageSize: number): FeedRequest {
  if (query.filter) throw new Refused(errors.invalidFeedFilter)
  const sort = readFeedSort(query.sort)
  const limit = readPageSize(query.limit, { byDefault: pageSize, max: limits.pageSizeMax })
  const scope = readScope(query, viewer)
  return { scope, sort, limit, cursor: feedSorts[sort].readCursor(query.next) }
}

/** A post of a feed, with what the cursor carries. */
type FeedRow = PostRow & { feed_key: string }

async function readPage(
  db: Db,
  { scope, sort, cursor, limit }: FeedRequest,
  { text, viewerId }: { text: TextForm; viewerId: string | null },
): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`
    with page as (${feedStream(scope, sort, cursor, limit + 1)})
    select ${postColumns(text)}, ${overlayColumns(viewerId)}, page.key as feed_key
    from page join posts on posts.id = page.id ${postJoins} ${overlayJoins(viewerId)}
    order by page.key desc, page.id desc`.execute(db)
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
 * A page of a feed, in one round trip that reads as many index entries as it returns posts.
 *
 * @returns `next`: where the page after this one starts, null at the end.
 * @throws Refused for a query that makes no sense, and to guests who ask for a feed of their own.
 */
export async function readFeed(
  db: Db,
  query: FeedQuery,
  to: ViewFor,
  options: { pageSize: number; shared: ShortCache },
): Promise<{ posts: Post[]; next: string | number | null }> {
  const request = readFeedQuery(query, to.viewer, options.pageSize)
  const { scope, sort, cursor, limit } = request
  const viewerId = to.viewer?.id ?? null
  const isForEverybody = scope.kind === 'all' || scope.kind === 'community'
  const isLaidOver = viewerId !== null && isForEverybody && options.shared.isOn
  const rows = await (isLaidOver
    ? options.shared.get(`feed ${JSON.stringify([scope, sort, cursor, limit, to.text])}`, () =>
        readPage(db, request, { text: to.text, viewerId: null }),
      )
    : readPage(db, request, { text: to.text, viewerId }))
  const page = rows.slice(0, limit)
  const following = rows[limit]
  return {
    posts: (isLaidOver ? await layOver(db, page, viewerId) : page).map((row) => postView(row, to)),
    next: following ? feedSorts[sort].writeCursor({ key: following.feed_key, id: following.id }) : null,
  }
}
