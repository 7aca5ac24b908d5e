import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { commentView } from '../../core/comments/serialize.ts'
import { mentionKeys } from '../../core/notifications/mentions.ts'
import { isRole } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { parseId } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'
import { parseText } from '../../platform/http/text.ts'
import { rendererVersion, renderMarkdown } from '../../platform/markdown/render.ts'
import { createComment as statement } from './createComment.sql.ts'

/** A comment as its author sends it. */
export interface NewComment {
  readonly publicId: string
  readonly userGroup?: string
  readonly parentCommentId?: string | null
  readonly body: string
}

/**
 * Adds a comment with its author's own upvote, and counts it for the post, its ancestors and its author.
 *
 * @throws Refused in the order of the API; nothing is stored then.
 */
export async function createComment(
  db: Db,
  author: Viewer,
  comment: NewComment,
  to: ViewAs,
): Promise<Comment> {
  const role = comment.userGroup ?? 'normal'
  const body = parseText(comment.body, limits.bodyMaxLength)
  const row = await queryRow(db, statement, {
    publicId: comment.publicId,
    parentId: comment.parentCommentId ? parseId(comment.parentCommentId) : null,
    authorId: author.id,
    role: isRole(role) ? role : null,
    body,
    bodyHtml: renderMarkdown(body, to.siteHost ? { siteHost: to.siteHost } : {}),
    mentions: mentionKeys(body),
    maxDepth: limits.commentMaxDepth,
    renderer: rendererVersion,
    format: to.format,
  })
  if (!row) throw new Refused(errors.postNotFound)
  if (row.refusal !== null) throw new Refused(errors[row.refusal])
  return commentView(row, to)
}
