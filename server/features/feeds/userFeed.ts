import { sql } from 'kysely'
import { endpoints, type OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import type { ItemsViewAs } from '../../core/comments/itemsView.ts'
import { loneCommentView } from '../../core/comments/serialize.ts'
import { postView } from '../../core/posts/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { batchedByKey } from '../../platform/database/batch.ts'
import { compiledOnce } from '../../platform/database/compiledOnce.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { parseTimestampCursor } from '../../platform/http/cursor.ts'
import { parseChoice, parseInteger } from '../../platform/http/parameters.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import { feedRefusal } from './policy.ts'
import { userComments } from './userComments.sql.ts'
import { userPosts } from './userPosts.sql.ts'

type UserFeed = OutputOf<'getUserFeed'>
type Item = UserFeed['items'][number]

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

const findAuthor = batchedByKey(
  compiledOnce((db, usernameKeys: readonly string[]) =>
    db
      .selectFrom('users')
      .where(sql<boolean>`username_key = any(${usernameKeys}::text[])`)
      .select(['username_key as usernameKey', 'banned_at as bannedAt', 'deleted_at as deletedAt']),
  ),
  ({ usernameKey }) => usernameKey,
)

/** The author, and their relation to the viewer. */
interface Author {
  readonly username: string
  readonly isViewer: boolean
  readonly isSeenByAdmin: boolean
}

const parametersOf = ({ username }: Author, { cursor, limit }: Page, { format, viewer }: ViewAs) => ({
  usernameKey: username.toLowerCase(),
  hasCursor: cursor !== null,
  cursorKey: cursor?.key ?? null,
  cursorId: cursor?.id ?? null,
  limit: limit + 1,
  viewerId: viewer?.id ?? null,
  format,
  renderer: rendererVersion,
})

/** Deleted posts are visible to their author and to admins. */
async function getPosts(db: Db, author: Author, page: Page, { post: to }: ItemsViewAs) {
  const rows = await queryRows(db, userPosts, {
    ...parametersOf(author, page, to),
    includesDeleted: author.isViewer || author.isSeenByAdmin,
  })
  return rows.map((row) => ({
    item: { type: 'post', item: postView(row, to) } satisfies Item,
    cursor: { key: row.feed_key, id: (BigInt(row.id) * 2n + 1n).toString() },
  }))
}

/** Comments deleted by moderators or admins are visible to admins; those deleted by their author to nobody. */
async function getComments(db: Db, author: Author, page: Page, { comment: to }: ItemsViewAs) {
  const rows = await queryRows(db, userComments, {
    ...parametersOf(author, page, to),
    includesRemoved: author.isSeenByAdmin,
  })
  return rows.map((row) => ({
    item: { type: 'comment', item: loneCommentView(row, to) } satisfies Item,
    cursor: { key: row.feed_key, id: (BigInt(row.id) * 2n).toString() },
  }))
}

const newestFirst = ({ cursor: a }: { cursor: Cursor }, { cursor: b }: { cursor: Cursor }) =>
  Number(BigInt(b.key) - BigInt(a.key)) || Number(BigInt(b.id) - BigInt(a.id))

async function getPage(db: Db, author: Author, page: Page, to: ItemsViewAs): Promise<UserFeed> {
  const [posts, comments] = await Promise.all([
    page.kinds.posts ? getPosts(db, author, page, to) : [],
    page.kinds.comments ? getComments(db, author, page, to) : [],
  ])
  const items: { item: Item; cursor: Cursor }[] = [...posts, ...comments].sort(newestFirst)
  const following = items[page.limit]?.cursor
  return {
    items: items.slice(0, page.limit).map(({ item }) => item),
    next: following ? `${following.key}.${following.id}` : null,
  }
}

/**
 * A page of what a user wrote, newest first, in one round of queries that read as many index entries as the page
 * is long. Hidden posts and mutes are not excluded here; content of a deleted account is visible to admins only.
 *
 * @throws Refused with `user_not_found`, `user_banned` or `not_admin`, and for a query that makes no sense.
 */
export async function listUserFeed(
  db: Db,
  request: UserFeedQuery & { username: string },
  { viewer, ...options }: { viewer: Viewer | null; views: ItemsViewAs; pageSize: number },
): Promise<UserFeed> {
  const isSeenByAdmin = viewer?.isAdmin ?? false
  const author = {
    username: request.username,
    isViewer: viewer?.username.toLowerCase() === request.username.toLowerCase(),
    isSeenByAdmin,
  }
  const reading = (async () =>
    getPage(db, author, parseUserFeedQuery(request, options.pageSize), options.views))()
  // An unknown or suspended user is refused before an invalid query.
  reading.catch(() => {})
  const user = await findAuthor(db, request.username.toLowerCase())
  if (!user) throw new Refused(errors.userNotFound)
  enforce(feedRefusal(viewer, { isBanned: user.bannedAt !== null }))
  const page = await reading
  return user.deletedAt && !isSeenByAdmin ? { items: [], next: null } : page
}
