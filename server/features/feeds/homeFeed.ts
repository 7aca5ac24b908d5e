import type { FeedSort } from '../../../contract/words.ts'
import type { SharedServices } from '../../core/api/route.ts'
import { getJoinedCommunities } from '../../core/communities/joined.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { ItemVersion } from '../../platform/cache/items.ts'
import type { Order } from '../../platform/cache/orders.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { type FeedHeadRow, feedHead } from './feedHead.sql.ts'
import type { KnownCursor } from './sorts.ts'

/** How many posts of the whole site are known at the beginning of an order. */
const headLength = 1000
const rowBytes = 400

/** The beginning of an order of the whole site, for everyone. */
interface FeedHead extends Order {
  readonly onTop: readonly FeedHeadRow[]
  readonly posts: readonly FeedHeadRow[]
  readonly keys: readonly bigint[]
  /** The versions of posts that someone has seen since; the viewer state tells which of them have changed. */
  readonly versions: Map<string, string>
}

/** A page of a feed of subscriptions: what is listed, and the post that the next page begins with. */
export interface HomePage {
  readonly posts: readonly ItemVersion[]
  readonly following: { readonly id: string; readonly feed_key: string | null } | undefined
  /** Keeps the versions that were found, for the next request. */
  noteVersions(found: readonly ItemVersion[]): void
}

async function getHead(
  db: Db,
  { sort, liftsPinned }: { sort: 'latest' | 'hot' | 'activity'; liftsPinned: boolean },
): Promise<FeedHead> {
  const rows = await queryRows(db, feedHead, { sort, liftsPinned, limit: headLength })
  const posts = rows.filter((row) => !row.is_on_top)
  return {
    onTop: rows.filter((row) => row.is_on_top),
    posts,
    keys: posts.map(({ feed_key }) => BigInt(feed_key)),
    versions: new Map(),
    readAt: Number(rows[0]?.read_at ?? 0),
    bytes: rows.length * rowBytes,
  }
}

/** Where a page begins in the head; -1 where that is behind its end. */
function beginningOf({ posts, keys }: FeedHead, cursor: KnownCursor | null): number {
  if (!cursor) return 0
  const key = BigInt(cursor.key)
  const id = cursor.id === null ? null : BigInt(cursor.id)
  return posts.findIndex((post, at) => {
    const own = keys[at] ?? 0n
    return own < key || (own === key && (id === null || BigInt(post.id) <= id))
  })
}

/**
 * A page of the feed of a member's subscriptions, out of the beginning of the feed of all, which is the same for everyone.
 *
 * @returns null where that does not reach far enough: for rare communities, later pages, and top lists.
 */
export async function findHomePage(
  { db, orders }: Pick<SharedServices, 'db' | 'orders'>,
  request: {
    readonly sort: FeedSort
    readonly cursor: KnownCursor | null
    readonly limit: number
    readonly liftsPinned: boolean
  },
  viewer: Viewer,
): Promise<HomePage | null> {
  const { sort, cursor, limit, liftsPinned } = request
  if (!orders.isOn || (sort !== 'latest' && sort !== 'hot' && sort !== 'activity')) return null
  const [head, joined] = await Promise.all([
    orders.get(`home ${sort} ${liftsPinned}`, {
      notBefore: viewer.notBefore,
      read: () => getHead(db, { sort, liftsPinned }),
    }),
    getJoinedCommunities({ db, orders }, viewer),
  ])
  const listed: FeedHeadRow[] = []
  const beginning = beginningOf(head, cursor)
  for (let at = beginning; at !== -1 && at < head.posts.length && listed.length <= limit; at += 1) {
    const post = head.posts[at]
    if (post && joined.has(post.community_id)) listed.push(post)
  }
  const following = listed[limit]
  const isWhole = head.posts.length < headLength
  if (listed.length <= limit && !isWhole) return null
  const shown = [...(cursor ? [] : head.onTop), ...listed.slice(0, limit)]
  return {
    posts: shown.map(({ id }) => ({ id, version: head.versions.get(id) ?? '' })),
    following: following && {
      id: following.id,
      feed_key: sort === 'hot' && following.is_score_hidden ? null : following.feed_key,
    },
    noteVersions: (found) => {
      for (const { id, version } of found) head.versions.set(id, version)
    },
  }
}
