import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import { commentTextBytesPerPage } from '../../../contract/limitValues.ts'
import type { CommentSort } from '../../../contract/words.ts'
import type { ItemVersion } from '../../platform/cache/items.ts'
import type { Order } from '../../platform/cache/orders.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow, queryRows } from '../../platform/database/statement.ts'
import { parseKeysAndId, parseNumberCursor, parseVotesCursor } from '../../platform/http/cursor.ts'
import { Refused } from '../../platform/http/refused.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import type { SharedServices } from '../api/route.ts'
import type { BodyFormat, ViewAs } from '../api/viewAs.ts'
import { commentsById } from './commentsById.sql.ts'
import { getComment } from './getComment.sql.ts'
import { newComments } from './newComments.sql.ts'
import { replies } from './replies.sql.ts'
import { type CommentRow, commentView } from './serialize.ts'
import { sortedThread } from './sortedThread.sql.ts'
import { threadOrder } from './threadOrder.sql.ts'

/** Limits the numbers of votes in a cursor, so that no sort key exceeds a bigint. */
const votesMax = 9_999_999

interface ReplyCursor {
  readonly id: string | null
  /** Null for the current votes of the reply. */
  readonly votes: { readonly up: number; readonly down: number } | null
}

/**
 * Parses where replies go on in an order that a reader chose: `{upvotes}.{downvotes}.{id}` of the last one that is known, which
 * stays valid when that is deleted or voted on, or its id alone, which can also be written as `null.{id}`.
 *
 * @throws Refused with `invalid_cursor`.
 */
function parseReplyCursor(given: string | undefined): ReplyCursor {
  const text = given ?? ''
  if (text.startsWith('null.')) return { id: parseVotesCursor(text)?.id ?? null, votes: null }
  if (!text.includes('.')) return { id: parseNumberCursor(text), votes: null }
  const { keys, id } = parseKeysAndId(text, 2) ?? { keys: [], id: null }
  const [up = 0, down = 0] = keys.map((votes) => Math.max(0, Math.min(Number(votes), votesMax)))
  return { id, votes: { up, down } }
}

/**
 * One comment, deleted ones too.
 *
 * @throws Refused with `comment_not_found`.
 */
export async function getCommentRow(
  db: Db,
  commentId: string,
  { viewerId, format }: { viewerId: string | null; format: BodyFormat },
): Promise<CommentRow> {
  const row = await queryRow(db, getComment, { commentId, viewerId, format, renderer: rendererVersion })
  if (!row) throw new Refused(errors.commentNotFound)
  return row
}

/** Comments by their ids, in no order and as guests see them; without those that do not exist. */
export async function getCommentsById(db: Db, ids: readonly string[], to: ViewAs): Promise<Comment[]> {
  const rows = await queryRows(db, commentsById, { ids, format: to.format, renderer: rendererVersion })
  return rows.map((row) => commentView(row, { ...to, viewer: null }))
}

/** Which comments a page of a thread has, the same for everyone. */
export interface ThreadPage extends Order {
  /** Empty if the post does not exist. */
  readonly communityName: string
  /** The versions of the comments, in their order. */
  readonly versions: readonly ItemVersion[]
  /** `{key}.{commentId}` of the first comment of the page after this one, or null; the key is that of the order, or `null`. */
  readonly next: string | null
}

interface RequestedPage {
  readonly publicId: string
  readonly limit: number
  /** A key is null for the current votes of the comment. */
  readonly cursor: { readonly key: string | null; readonly id: string } | null
}

/** The most upvoted over the whole tree, followed by all missing ancestors. */
async function findMostUpvoted(db: Db, { publicId, limit, cursor }: RequestedPage): Promise<ThreadPage> {
  const rows = await queryRows(db, threadOrder, {
    publicId,
    limit,
    maxBytes: commentTextBytesPerPage,
    hasCursor: cursor !== null,
    cursorUpvotes: cursor?.key ?? null,
    cursorId: cursor?.id ?? null,
  })
  const following = rows.find((row) => row.place === limit + 1)
  const next = following ? `${following.upvotes}.${following.id}` : null
  return threadPage(
    rows.filter((row) => row !== following),
    next,
  )
}

/** Comments on the post in an order that the reader chose, each with its first replies. */
async function findSorted(
  db: Db,
  { publicId, limit, cursor, sort }: RequestedPage & { sort: CommentSort },
): Promise<ThreadPage> {
  const rows = await queryRows(db, sortedThread, {
    publicId,
    limit,
    maxBytes: commentTextBytesPerPage,
    hasCursor: cursor !== null,
    cursorKey: cursor?.key ?? null,
    cursorId: cursor?.id ?? null,
    sort,
  })
  const following = rows.find(({ id, comment_version }) => id !== null && comment_version === null)
  return threadPage(rows, following ? `${following.key}.${following.id}` : null)
}

interface OrderRow {
  readonly community_name: string
  readonly read_at: string
  readonly id: string | null
  readonly comment_version: string | null
}

const bytesPerVersion = 100

function threadPage(rows: readonly OrderRow[], next: string | null): ThreadPage {
  const versions = rows.flatMap(({ id, comment_version: version }) =>
    id === null || version === null ? [] : [{ id, version }],
  )
  const [first] = rows
  return {
    communityName: first?.community_name ?? '',
    versions,
    next,
    readAt: Number(first?.read_at ?? 0),
    bytes: bytesPerVersion * versions.length,
  }
}

/**
 * A page of a post's comments. With `sort` comments on the post in this order, each with its first replies. Otherwise the most
 * upvoted over the whole tree, followed by all missing ancestors of the comments on it (so it may be longer than `limit`). It
 * ends sooner where its texts are long (`commentTextBytesPerPage`). One round trip.
 *
 * @param next where the page starts; untrusted.
 * @throws Refused with `invalid_cursor`.
 */
export async function getThreadPage(
  { db, orders }: Pick<SharedServices, 'db' | 'orders'>,
  page: { publicId: string; limit: number; next?: string | undefined; sort?: CommentSort | undefined },
  notBefore: number,
): Promise<ThreadPage> {
  const { publicId, limit, next, sort } = page
  const cursor = parseVotesCursor(next)
  const request = { publicId, limit, cursor }
  return orders.get(`thread ${publicId} ${JSON.stringify([limit, cursor, sort])}`, {
    notBefore,
    read: () => (sort ? findSorted(db, { ...request, sort }) : findMostUpvoted(db, request)),
  })
}

/**
 * What others wrote in the discussion of a post after a time, the oldest first, with all that is above it; at most `limit` of them, or
 * fewer where their texts are long. One round trip.
 *
 * @param since in milliseconds since 1970.
 */
export async function getNewComments(
  db: Db,
  page: { publicId: string; limit: number; since: number; viewerId: string | null },
): Promise<ThreadPage> {
  const rows = await queryRows(db, newComments, { ...page, maxBytes: commentTextBytesPerPage })
  return threadPage(rows, rows[0]?.next_since ?? null)
}

/**
 * What is below a comment of this post, level by level and on each level in the order of `sort`, or else the most upvoted first:
 * its own replies from the cursor on, then replies to these, and so on, `limit` comments altogether, or fewer where their texts are long. It reads no other comments. A
 * comment that does not exist, or belongs to another post, has none.
 *
 * @param parent.next where its own replies begin, `{upvotes}.{commentId}` or `null.{commentId}`, or with `sort` as `parseReplyCursor` says; untrusted.
 * @throws Refused with `invalid_cursor`.
 */
export async function getReplies(
  db: Db,
  parent: {
    publicId: string
    commentId: string
    limit: number
    next?: string | undefined
    sort?: CommentSort | undefined
  },
  to: ViewAs,
): Promise<Comment[]> {
  const cursor = parent.sort
    ? { key: null, ...parseReplyCursor(parent.next) }
    : { votes: null, ...(parseVotesCursor(parent.next) ?? { key: null, id: null }) }
  const rows = await queryRows(db, replies, {
    publicId: parent.publicId,
    commentId: parent.commentId,
    limit: parent.limit,
    maxBytes: commentTextBytesPerPage,
    hasCursor: cursor.id !== null,
    hasVotes: cursor.votes !== null || cursor.key !== null,
    cursorKey: cursor.key,
    cursorUpvotes: cursor.votes?.up ?? null,
    cursorDownvotes: cursor.votes?.down ?? null,
    cursorId: cursor.id,
    sort: parent.sort ?? 'upvotes',
    isGuest: to.viewer === null,
    viewerId: to.viewer?.id ?? null,
    format: to.format,
    renderer: rendererVersion,
  })
  return rows.map((row) => commentView(row, to))
}
