import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import { commentTextBytesPerPage } from '../../../contract/limitValues.ts'
import type { SharedRead } from '../../platform/cache/sharedReads.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow, queryRows } from '../../platform/database/statement.ts'
import { parseCursor } from '../../platform/http/cursor.ts'
import { Refused } from '../../platform/http/refused.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import type { SharedServices } from '../api/route.ts'
import type { BodyFormat, SharedView, ViewAs } from '../api/viewAs.ts'
import { commentsById } from './commentsById.sql.ts'
import { getComment } from './getComment.sql.ts'
import { replies } from './replies.sql.ts'
import { type CommentRow, commentView } from './serialize.ts'
import { type CommentGroup, getSharedComments, groupComments } from './shared.ts'
import { threadOrder } from './threadOrder.sql.ts'

/**
 * One comment, deleted ones too.
 *
 * @throws Refused with `comment_not_found`.
 */
export async function getCommentRow(
  db: Db,
  commentId: string,
  { viewerId, text: format }: { viewerId: string | null; text: BodyFormat },
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

/** A page of a post's comments, the same for everybody. */
export interface ThreadPage extends SharedRead {
  /** null: there is no such post. */
  readonly postId: string | null
  readonly groups: readonly CommentGroup[]
  /** `{upvotes}.{commentId}` of the first comment of the page after this one, or null. */
  readonly next: string | null
}

/**
 * A page of a post's comments, best first over the whole tree, followed by all missing ancestors of the
 * comments on it (so it may be longer than `limit`). It ends sooner where its texts are long (`commentTextBytesPerPage`). One round trip where all of them are in memory, otherwise two.
 *
 * @param next where the page starts; untrusted.
 * @throws Refused with `invalid_cursor`.
 */
export async function getThreadPage(
  { db, parts, reads }: SharedServices,
  { publicId, limit, next }: { publicId: string; limit: number; next?: string | undefined },
  { to, freshFrom }: { to: SharedView; freshFrom: number },
): Promise<ThreadPage> {
  const cursor = parseCursor(next)
  const read = async (): Promise<ThreadPage> => {
    const rows = await queryRows(db, threadOrder, {
      publicId,
      limit,
      maxBytes: commentTextBytesPerPage,
      hasCursor: cursor !== null,
      cursorUpvotes: cursor?.key ?? null,
      cursorId: cursor?.id ?? null,
    })
    const [first] = rows
    if (!first) return { postId: null, groups: [], next: null, readAt: 0, bytes: 0 }
    const following = rows.find((row) => row.place === limit + 1)
    const wanted = rows.flatMap((row) =>
      row.id === null || row.comment_version === null || row === following
        ? []
        : [{ id: row.id, version: row.comment_version }],
    )
    const known = await getSharedComments({ db, parts }, first.community_name, { wanted, to })
    const comments = wanted.flatMap(({ id }) => known.get(id) ?? [])
    return {
      postId: first.post_id,
      groups: await groupComments(parts, to, comments),
      next: following ? `${following.upvotes}.${following.id}` : null,
      readAt: Number(first.read_at),
      bytes: comments.reduce((sum, { bytes }) => sum + bytes, 0),
    }
  }
  return reads.get(`thread ${publicId} ${JSON.stringify([to.format, limit, cursor])}`, { freshFrom, read })
}

/**
 * What is below a comment of this post, level by level and on each level best first: its own replies from the cursor on,
 * then replies to these, and so on, `limit` comments altogether, or fewer where their texts are long. It reads no other comments. A comment that is not
 * there, or is another post's, has none.
 *
 * @param parent.next where its own replies begin, `{upvotes}.{commentId}`; untrusted.
 * @throws Refused with `invalid_cursor`.
 */
export async function getReplies(
  db: Db,
  parent: { publicId: string; commentId: string; limit: number; next?: string | undefined },
  to: ViewAs,
): Promise<Comment[]> {
  const cursor = parseCursor(parent.next)
  const rows = await queryRows(db, replies, {
    publicId: parent.publicId,
    commentId: parent.commentId,
    limit: parent.limit,
    maxBytes: commentTextBytesPerPage,
    hasCursor: cursor !== null,
    cursorUpvotes: cursor?.key ?? null,
    cursorId: cursor?.id ?? null,
    isGuest: to.viewer === null,
    viewerId: to.viewer?.id ?? null,
    format: to.format,
    renderer: rendererVersion,
  })
  return rows.map((row) => commentView(row, to))
}
