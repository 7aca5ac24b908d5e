import { sql } from 'kysely'
import type { Comment } from '../../contract/entities/comment.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import { readId } from '../http/ids.ts'
import { enforce, Refused } from '../http/refused.ts'
import { cut } from '../http/text.ts'
import type { Viewer } from '../http/viewer.ts'
import { rendererVersion, renderMarkdown } from '../markdown/render.ts'
import { readRole } from '../moderation/roles.ts'
import type { ViewFor } from '../posts/view.ts'
import { commentRefusal, replyRefusal } from './policy.ts'
import { getCommentRow } from './read.ts'
import { commentView } from './view.ts'

/** A comment as its author sends it. */
export interface NewComment {
  readonly publicId: string
  readonly userGroup?: string
  readonly parentCommentId?: string | null
  readonly body: string
}

interface Place {
  post_id: string
  community_id: string
  post_deleted: boolean
  post_locked: boolean
  parent_deleted: boolean | null
  parent_depth: number | null
  parent_ancestors: string[] | null
  parent_locked: boolean | null
}

/** Where a comment would go: the post, and the parent when it is one of that post. */
async function getPlace(db: Db, publicId: string, parentId: string | null): Promise<Place> {
  const { rows } = await sql<Place>`
    select posts.id as post_id, posts.community_id, posts.deleted_at is not null as post_deleted,
      posts.locked_at is not null as post_locked, parent.deleted_at is not null as parent_deleted,
      parent.depth as parent_depth, parent.ancestors as parent_ancestors,
      exists (select from comments as above where above.id = any(parent.ancestors || parent.id)
        and above.locked_at is not null) as parent_locked
    from posts left join comments as parent on parent.id = ${parentId} and parent.post_id = posts.id
    where posts.public_id = ${publicId}`.execute(db)
  if (!rows[0]) throw new Refused(errors.postNotFound)
  return rows[0]
}

/**
 * Adds a comment with its author's own upvote, and counts it for the post, its ancestors and its author.
 *
 * @throws Refused in the order of the API contract 4.5; nothing is stored then.
 */
export async function createComment(
  db: Db,
  author: Viewer,
  comment: NewComment,
  to: ViewFor,
): Promise<Comment> {
  const parentId = comment.parentCommentId ? readId(comment.parentCommentId) : null
  const place = await getPlace(db, comment.publicId, parentId)
  const role = readRole(comment.userGroup, 'normal')
  if (typeof role !== 'string') throw new Refused(role)
  enforce(
    commentRefusal(
      author,
      { communityId: place.community_id, isDeleted: place.post_deleted, isLocked: place.post_locked },
      role,
    ),
  )
  if (parentId !== null) {
    if (place.parent_depth === null) throw new Refused(errors.commentNotFound)
    enforce(
      replyRefusal({
        isDeleted: place.parent_deleted === true,
        depth: place.parent_depth,
        isLocked: place.parent_locked === true,
      }),
    )
  }
  const body = cut(comment.body.trim(), limits.bodyMaxLength)
  if (body === '') throw new Refused(errors.emptyComment)

  const id = await insertComment(db, {
    postId: place.post_id,
    parentId,
    ancestors: parentId === null ? [] : [...(place.parent_ancestors ?? []), parentId],
    authorId: author.id,
    role,
    body,
    bodyHtml: renderMarkdown(body, to.siteHost ? { siteHost: to.siteHost } : {}),
  })
  return commentView(await getCommentRow(db, id, { viewerId: author.id, text: to.text }), to)
}

interface StoredComment {
  readonly postId: string
  readonly parentId: string | null
  readonly ancestors: readonly string[]
  readonly authorId: string
  readonly role: string
  readonly body: string
  readonly bodyHtml: string
}

/**
 * Stores the comment, its first vote and the counters in one statement. The post is updated first: its lock
 * puts all comments of one thread in a row, so that their ancestors are never locked crosswise.
 */
async function insertComment(db: Db, comment: StoredComment): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with post as (
      update posts set comment_count = comment_count + 1, last_activity_at = now(), activity = activity_stamp(now())
      where id = ${comment.postId} and locked_at is null and deleted_at is null
      returning id),
    counted_for_ancestors as (
      update comments set reply_count = reply_count + 1,
        direct_reply_count = direct_reply_count + (comments.id is not distinct from ${comment.parentId}::bigint)::integer
      where id = any(${comment.ancestors}::bigint[]) and exists (select from post)),
    created as (
      insert into comments (post_id, parent_id, ancestors, author_id, author_group, body, body_html, body_renderer,
        upvotes)
      select id, ${comment.parentId}, ${comment.ancestors}::bigint[], ${comment.authorId}, ${comment.role},
        ${comment.body}, ${comment.bodyHtml}, ${rendererVersion}, 1 from post
      returning id, post_id),
    own_vote as (
      insert into comment_votes (post_id, comment_id, user_id, up, moves_points)
      select post_id, id, ${comment.authorId}, true, false from created),
    counted_for_author as (
      update users set comment_count = comment_count + 1
      where id = ${comment.authorId} and exists (select from created))
    select id from created`.execute(db)
  // The post was locked or deleted since we looked.
  if (!rows[0]) throw new Refused(errors.postLocked)
  return rows[0].id
}
