import { sql } from 'kysely'
import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow, queryRows } from '../../platform/database/statement.ts'
import { parseCursor } from '../../platform/http/cursor.ts'
import { Refused } from '../../platform/http/refused.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import type { BodyFormat, ViewAs } from '../api/viewAs.ts'
import { communityPicture } from '../communities/columns.ts'
import { selectedAuthor } from '../users/columns.ts'
import { commentsById } from './commentsById.sql.ts'
import { commentsPage } from './commentsPage.sql.ts'
import { getComment } from './getComment.sql.ts'
import { replies } from './replies.sql.ts'
import { type CommentRow, commentView } from './serialize.ts'

const textColumns = (text: BodyFormat) =>
  text === 'source'
    ? sql`comments.body, null as body_html, null as body_renderer`
    : sql`case when comments.body_html is null or comments.body_renderer is distinct from ${sql.lit(rendererVersion)}
        then comments.body else '' end as body, comments.body_html, comments.body_renderer`

/** The columns of `CommentRow` but the viewer's own, for a query that knows `comments` and what `commentJoins` adds. */
export const commentColumns = (text: BodyFormat) => sql`
  comments.id, comments.post_id, thread.public_id as post_public_id, thread.community_id,
  thread.community_name, comments.parent_id, comments.ancestors, comments.depth, comments.author_id,
  comments.author_group, ${textColumns(text)}, comments.upvotes, comments.downvotes, comments.reply_count,
  comments.direct_reply_count, comments.created_at, comments.edited_at, comments.locked_at, comments.locked_by,
  comments.locked_as, comments.deleted_at, comments.deleted_as,
  ${selectedAuthor(text === 'source' ? 'whole' : 'name')}`

const threads = sql`
  select posts.id, posts.public_id, posts.community_id, communities.name as community_name
  from posts join communities on communities.id = posts.community_id`

export const commentJoins = sql`
  join (${threads}) as thread on thread.id = comments.post_id
  join users as author on author.id = comments.author_id`

/** What a comment away from its discussion says of its post and community; for a query that knows what `commentJoins` adds. */
export const whereaboutsColumns = sql`
  (select title from posts where posts.id = comments.post_id) as post_title,
  (select ${communityPicture('icon')} from communities where communities.id = thread.community_id) as community_icon`

/** Whether the viewer muted the author of each comment; their mutes are read once for all of them. */
export const muteColumn = (viewerId: string | null) =>
  viewerId === null
    ? sql`false as author_is_muted`
    : sql`comments.author_id in (select muted_user_id from user_mutes where user_id = ${viewerId})
        as author_is_muted`

/** The viewer's own layer: vote, and whether they muted the author. Guests have none. */
export const overlayColumns = (viewerId: string | null) =>
  viewerId === null
    ? sql`null::boolean as my_vote, ${muteColumn(null)}`
    : sql`my_vote.up as my_vote, ${muteColumn(viewerId)}`

export const voteJoin = (viewerId: string | null) =>
  viewerId === null
    ? sql``
    : sql`left join comment_votes as my_vote on my_vote.post_id = comments.post_id
        and my_vote.user_id = ${viewerId} and my_vote.comment_id = comments.id`

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

/** Comments by their ids, in no order and as guests see them; those that are not there are left out. */
export async function getCommentsById(db: Db, ids: readonly string[], to: ViewAs): Promise<Comment[]> {
  const rows = await queryRows(db, commentsById, { ids, format: to.format, renderer: rendererVersion })
  return rows.map((row) => commentView(row, { ...to, viewer: null }))
}

/**
 * A page of a post's comments, best first over the whole tree, followed by all missing ancestors of the
 * comments on it (so it may be longer than `limit`), in one round trip.
 *
 * @param next where the page starts; untrusted.
 * @returns `next`: `{upvotes}.{commentId}` of the first comment of the page after this one, or null.
 * @throws Refused with `invalid_cursor`.
 */
export async function getCommentsPage(
  db: Db,
  { publicId, limit, next }: { publicId: string; limit: number; next?: string | undefined },
  to: ViewAs,
): Promise<{ comments: Comment[]; next: string | null }> {
  const cursor = parseCursor(next)
  const rows = await queryRows(db, commentsPage, {
    publicId,
    limit,
    hasCursor: cursor !== null,
    cursorUpvotes: cursor?.key ?? null,
    cursorId: cursor?.id ?? null,
    isGuest: to.viewer === null,
    viewerId: to.viewer?.id ?? null,
    format: to.format,
    renderer: rendererVersion,
  })
  const following = rows.find((row) => row.place === limit + 1)
  return {
    comments: rows.filter((row) => row !== following).map((row) => commentView(row, to)),
    next: following ? `${following.upvotes}.${following.id}` : null,
  }
}

/**
 * All descendants of a comment of this post, best first; it reads no other comments. A comment that is
 * not there, or is another post's, has none.
 */
export async function getReplies(
  db: Db,
  { publicId, commentId }: { publicId: string; commentId: string },
  to: ViewAs,
): Promise<Comment[]> {
  const rows = await queryRows(db, replies, {
    publicId,
    commentId,
    isGuest: to.viewer === null,
    viewerId: to.viewer?.id ?? null,
    format: to.format,
    renderer: rendererVersion,
  })
  return rows.map((row) => commentView(row, to))
}
