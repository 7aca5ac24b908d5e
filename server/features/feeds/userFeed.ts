import { endpoints, type OutputOf } from '../../../contract/endpoints/index.ts'
import { errors, type Refusal } from '../../../contract/errors.ts'
import type { SharedServices } from '../../core/api/route.ts'
import { getPostsAndComments, type VersionedItem } from '../../core/comments/items.ts'
import type { ItemsViewAs } from '../../core/comments/itemsView.ts'
import { unreadableCommunities } from '../../core/permissions/bans.ts'
import { guestId, type Viewer } from '../../core/sessions/viewer.ts'
import { presentNameOf } from '../../core/users/erased.ts'
import { batched } from '../../platform/database/batch.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { parseTimestampCursor } from '../../platform/http/cursor.ts'
import { type Json, jsonList, jsonObject } from '../../platform/http/json.ts'
import { parseChoice, parseInteger } from '../../platform/http/parameters.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { type UserItemsRow, userItems } from './userItems.sql.ts'

/** Why `viewer` may not read a user's posts and comments, or null when they may. Those of a suspended user are for admins only. */
function feedRefusal(viewer: { isAdmin: boolean } | null, user: { isBanned: boolean }): Refusal {
  if (!user.isBanned || viewer?.isAdmin) return null
  return viewer ? errors.notAdmin : errors.userIsBanned
}

/** Which content of the author each filter includes. */
const filters = {
  all: { posts: true, comments: true },
  posts: { posts: true, comments: false },
  comments: { posts: false, comments: true },
}

interface Page {
  readonly kinds: (typeof filters)['all']
  readonly limit: number
  readonly cursor: Cursor | null
}

/**
 * The first item of a page. `key`: when it was written, in microseconds. `id`: orders items of the same microsecond; twice
 * the item's id, plus one for a post.
 */
interface Cursor {
  readonly key: string
  readonly id: string
}

/** The query parameters of a page, none of them trusted. */
export interface UserFeedQuery {
  readonly filter?: string
  readonly limit?: string
  readonly next?: string
}

function parseUserFeedQuery(query: UserFeedQuery, pageSize: number): Page {
  const parameters = endpoints.getUserFeed.query.properties
  const limit = parseInteger(parameters.limit, query.limit, pageSize)
  const cursor = parseTimestampCursor(query.next)
  const filter = parseChoice(parameters.filter, query.filter)
  return { kinds: filters[filter ?? 'all'], limit, cursor }
}

/** A page of one author for one viewer. */
interface Requested {
  readonly usernameKey: string
  readonly page: Page
  readonly viewerId: string | null
  readonly unreadableIds: readonly string[]
  /** Deleted posts are visible to their author and to admins. */
  readonly includesDeleted: boolean
  /** Comments deleted by moderators or admins are visible to admins; those deleted by their author to nobody. */
  readonly includesRemoved: boolean
}

/** The items of a page and one more, in no particular order; one row without an item where there are none. */
const findItems = batched<Requested, UserItemsRow[]>(
  async (db, asked) => {
    const [first] = asked
    if (!first) return []
    const { page, unreadableIds } = first
    const { kinds, limit, cursor } = page
    const rows = await queryRows(db, userItems, {
      usernameKeys: asked.map(({ usernameKey }) => usernameKey),
      viewerIds: asked.map(({ viewerId }) => viewerId ?? guestId),
      includesDeleted: asked.map(({ includesDeleted }) => includesDeleted),
      includesRemoved: asked.map(({ includesRemoved }) => includesRemoved),
      unreadableIds,
      hasCursor: cursor !== null,
      cursorKey: cursor?.key ?? null,
      cursorId: cursor?.id ?? null,
      limit: limit + 1,
      ...kinds,
    })
    const pages: UserItemsRow[][] = asked.map(() => [])
    for (const row of rows) pages[row.place - 1]?.push(row)
    return pages
  },
  { groupOf: ({ page, unreadableIds }) => JSON.stringify([page, unreadableIds]) },
)

/** A post or comment, and its place in the order. */
interface WrittenItem extends VersionedItem {
  readonly cursor: Cursor
}

function itemOf(row: UserItemsRow): WrittenItem[] {
  const { id, key, version, is_post: isPost } = row
  if (id === null || key === null || version === null || isPost === null) return []
  const state = {
    my_vote: row.my_vote,
    visited_at: row.visited_at,
    new_comments: row.new_comments ?? 0,
    is_author_muted: row.is_author_muted ?? false,
    is_community_muted: row.is_community_muted ?? false,
    is_in_list: row.is_in_list ?? false,
  }
  const cursor = { key, id: (BigInt(id) * 2n + (isPost ? 1n : 0n)).toString() }
  return [{ id, version, isPost, state, cursor }]
}

const newestFirst = ({ cursor: a }: { cursor: Cursor }, { cursor: b }: { cursor: Cursor }) =>
  Number(BigInt(b.key) - BigInt(a.key)) || Number(BigInt(b.id) - BigInt(a.id))

/**
 * A page of what a user wrote, newest first, in one round trip that reads as many index entries as the page is long; items that are not in
 * memory are read in a second one. What the viewer may not read is excluded, hidden posts and
 * mutes are not; content of a deleted account is visible to admins
 * only.
 *
 * @throws Refused with `user_not_found`, `user_banned` or `not_admin`, and for a query that makes no sense.
 */
export async function listUserFeed(
  services: SharedServices,
  request: UserFeedQuery & { username: string },
  { viewer, ...options }: { viewer: Viewer | null; views: ItemsViewAs; pageSize: number },
): Promise<Json<OutputOf<'getUserFeed'>>> {
  const isAdmin = viewer?.isAdmin ?? false
  const usernameKey = request.username.toLowerCase()
  const find = (page: Page) =>
    findItems(services.db, {
      usernameKey,
      page,
      viewerId: viewer?.id ?? null,
      unreadableIds: unreadableCommunities(viewer),
      includesDeleted: isAdmin || viewer?.username.toLowerCase() === usernameKey,
      includesRemoved: isAdmin,
    })
  const { page, refusal } = parsedOrRefused(() => parseUserFeedQuery(request, options.pageSize))
  const rows = await find(page)
  const [author] = rows
  // An unknown or suspended user is refused before an invalid query.
  if (!author) {
    if ((await presentNameOf(services.db, request.username)) === null) throw new Refused(errors.userNotFound)
    // As of any account that is deleted; nobody finds what was kept by a name that was erased.
    return jsonObject({ items: jsonList([]), next: null }) as Json<OutputOf<'getUserFeed'>>
  }
  enforce(feedRefusal(viewer, { isBanned: author.banned_at !== null }))
  if (refusal) throw refusal
  const isClosed = author.deleted_at !== null && !isAdmin
  const items = isClosed ? [] : rows.flatMap(itemOf).sort(newestFirst)
  const following = items[page.limit]?.cursor
  const shown = await getPostsAndComments(services, items.slice(0, page.limit), options.views)
  const next = following ? `${following.key}.${following.id}` : null
  const json = shown.map(({ item: { isPost }, json }) =>
    jsonObject({ item: json, type: isPost ? 'post' : 'comment' }),
  )
  return jsonObject({ items: jsonList(json), next }) as Json<OutputOf<'getUserFeed'>>
}

/** An empty page in place of one that makes no sense, so that its author is found nevertheless. */
const noPage: Page = { kinds: { posts: false, comments: false }, limit: 0, cursor: null }

function parsedOrRefused(parse: () => Page): { page: Page; refusal: unknown } {
  try {
    return { page: parse(), refusal: null }
  } catch (refusal) {
    return { page: noPage, refusal }
  }
}
