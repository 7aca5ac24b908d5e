import { sql } from 'kysely'
import type { Post } from '../../contract/entities/post.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import { readId } from '../http/ids.ts'
import { readPageSize } from '../http/pageSize.ts'
import { Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { overlayColumns, overlayJoins, postColumns, postJoins } from '../posts/read.ts'
import { type PostRow, postView, type ViewFor } from '../posts/view.ts'
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
  pageSize: number,
): Promise<{ posts: Post[]; next: string | number | null }> {
  const { scope, sort, cursor, limit } = readFeedQuery(query, to.viewer, pageSize)
  const viewerId = to.viewer?.id ?? null
  const { rows } = await sql<PostRow & { feed_key: string }>`
    with page as (${feedStream(scope, sort, cursor, limit + 1)})
    select ${postColumns(to.text)}, ${overlayColumns(viewerId)}, page.key as feed_key
    from page join posts on posts.id = page.id ${postJoins} ${overlayJoins(viewerId)}
    order by page.key desc, page.id desc`.execute(db)
  const following = rows[limit]
  return {
    posts: rows.slice(0, limit).map((row) => postView(row, to)),
    next: following ? feedSorts[sort].writeCursor({ key: following.feed_key, id: following.id }) : null,
  }
}
