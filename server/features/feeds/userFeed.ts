import { type RawBuilder, sql } from 'kysely'
import { endpoints, type OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import type { ItemsViewAs } from '../../core/comments/itemsView.ts'
import {
  commentColumns,
  commentJoins,
  overlayColumns as commentOverlayColumns,
  voteJoin,
  whereaboutsColumns,
} from '../../core/comments/queries.ts'
import { type LoneCommentRow, loneCommentView } from '../../core/comments/serialize.ts'
import { overlayColumns, overlayJoins, postColumns, postJoins } from '../../core/posts/queries.ts'
import { type PostRow, postView } from '../../core/posts/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseTimestampCursor } from '../../platform/http/cursor.ts'
import { parseChoice, parseWhole } from '../../platform/http/parameters.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { feedRefusal } from './policy.ts'

type UserFeed = OutputOf<'getUserFeed'>
type Item = UserFeed['items'][number]

/** What of an author's a page is drawn from. */
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
 * The first item of a page: when it was written, in microseconds, and a number that orders what was written in
 * the same one, twice its id and one more for a post.
 */
interface Cursor {
  readonly key: string
  readonly id: string
}

/** A page as a client asks for it: texts of the address, none of them trusted. */
export interface UserFeedQuery {
  readonly filter?: string
  readonly limit?: string
  readonly next?: string
}

function parseUserFeedQuery(query: UserFeedQuery, pageSize: number): Page {
  const parameters = endpoints.getUserFeed.query.properties
  const limit = parseWhole(parameters.limit, query.limit, pageSize)
  const cursor = parseTimestampCursor(query.next)
  const filter = parseChoice(parameters.filter, query.filter)
  return { kinds: filters[filter ?? 'all'], limit, cursor }
}

/** Whose writing is read, and who they are to the viewer. */
interface Author {
  readonly username: string
  readonly isViewer: boolean
  readonly isSeenByAdmin: boolean
}

const theirs = ({ username }: Author) =>
  sql`author_id = (select id from users where username_key = ${username.toLowerCase()})`

/** One index in its own order. */
const stream = (
  table: 'posts' | 'comments',
  author: Author,
  condition: RawBuilder<unknown>,
  page: Page,
) => sql`
  (select id, created_at from ${sql.table(table)}
  where ${theirs(author)} and ${condition} ${from(table, page.cursor)}
  order by created_at desc, id desc limit ${sql.lit(page.limit + 1)})`

const from = (table: 'posts' | 'comments', cursor: Cursor | null) =>
  cursor
    ? sql`and (created_at, id) <= (timestamptz 'epoch' + ${cursor.key}::bigint * interval '1 microsecond',
        (${cursor.id}::bigint - ${sql.lit(table === 'posts' ? 1 : 0)}) / 2)`
    : sql``

const merged = (streams: RawBuilder<unknown>[], { limit }: Page) => sql`page as materialized (
  select id, created_at, (extract(epoch from created_at) * 1000000)::bigint as key
  from (${sql.join(streams, sql` union all `)}) as streams
  order by created_at desc, id desc limit ${sql.lit(limit + 1)})`

const isThere = sql`deleted_at is null`

/** Deleted posts are left to their author and to admins. */
async function getPosts(db: Db, author: Author, page: Page, { post: to }: ItemsViewAs) {
  const viewerId = to.viewer?.id ?? null
  const streams = [stream('posts', author, isThere, page)]
  if (author.isViewer || author.isSeenByAdmin)
    streams.push(stream('posts', author, sql`deleted_at is not null`, page))
  const { rows } = await sql<PostRow & { key: string }>`
    with ${merged(streams, page)}
    select ${postColumns(to.format)}, ${overlayColumns(viewerId)}, page.key
    from page join posts on posts.id = page.id ${postJoins} ${overlayJoins(viewerId)}`.execute(db)
  return rows.map((row) => ({
    item: { type: 'post', item: postView(row, to) } satisfies Item,
    cursor: { key: row.key, id: (BigInt(row.id) * 2n + 1n).toString() },
  }))
}

/** What moderators or admins deleted is left to admins; what the author deleted to nobody. */
async function getCommentsPage(db: Db, author: Author, page: Page, { comment: to }: ItemsViewAs) {
  const viewerId = to.viewer?.id ?? null
  const streams = [stream('comments', author, isThere, page)]
  if (author.isSeenByAdmin)
    streams.push(stream('comments', author, sql`deleted_as in ('mods', 'admins')`, page))
  const { rows } = await sql<LoneCommentRow & { key: string }>`
    with ${merged(streams, page)}
    select ${commentColumns(to.format)}, ${commentOverlayColumns(viewerId)}, ${whereaboutsColumns}, page.key
    from page join comments on comments.id = page.id ${commentJoins} ${voteJoin(viewerId)}`.execute(db)
  return rows.map((row) => ({
    item: { type: 'comment', item: loneCommentView(row, to) } satisfies Item,
    cursor: { key: row.key, id: (BigInt(row.id) * 2n).toString() },
  }))
}

const newestFirst = ({ cursor: a }: { cursor: Cursor }, { cursor: b }: { cursor: Cursor }) =>
  Number(BigInt(b.key) - BigInt(a.key)) || Number(BigInt(b.id) - BigInt(a.id))

async function getPage(db: Db, author: Author, page: Page, to: ItemsViewAs): Promise<UserFeed> {
  const [posts, comments] = await Promise.all([
    page.kinds.posts ? getPosts(db, author, page, to) : [],
    page.kinds.comments ? getCommentsPage(db, author, page, to) : [],
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
 * is long. Hiding and muting leave nothing out here; of a deleted account only admins see something.
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
  const user = await db
    .selectFrom('users')
    .where('username_key', '=', request.username.toLowerCase())
    .select(['banned_at as bannedAt', 'deleted_at as deletedAt'])
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  enforce(feedRefusal(viewer, { isBanned: user.bannedAt !== null }))
  const page = await reading
  return user.deletedAt && !isSeenByAdmin ? { items: [], next: null } : page
}
