import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { getCommentRow } from '../../core/comments/queries.ts'
import { commentView } from '../../core/comments/serialize.ts'
import {
  type GivenAttachments,
  type MediaSettings,
  parseAttachments,
  replaceAttachments,
} from '../../core/images/attachments.ts'
import { mentionKeys } from '../../core/notifications/mentions.ts'
import { isRole } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { parseId } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'
import { parseText } from '../../platform/http/text.ts'
import { rendererVersion, renderMarkdown } from '../../platform/markdown/render.ts'
import { type CreateCommentRow, createComment as statement } from './createComment.sql.ts'

/** A comment as its author sends it. */
export interface NewComment extends GivenAttachments {
  readonly publicId: string
  readonly userGroup?: string
  readonly parentCommentId?: string | null
  readonly body: string
}

/**
 * Adds a comment with its author's own upvote, and counts it for the post, its ancestors and its author. Images below it must be
 * unused uploads of the author.
 *
 * @throws Refused in the order of the API; nothing is stored then.
 */
export async function createComment(
  { db, settings }: { db: Db; settings: MediaSettings },
  author: Viewer,
  comment: NewComment,
  to: ViewAs,
): Promise<Comment> {
  const body = parseText(comment.body, limits.bodyMaxLength)
  const images = parseAttachments(comment, { author, settings, before: [] }) ?? []
  const insert = (db: Db) => insertComment(db, author, { ...comment, body }, to)
  if (images.length === 0) return commentView(await insert(db), to)
  const id = await inTransaction(db, async (trx) => {
    const { id } = await insert(trx)
    await replaceAttachments(trx, { type: 'comment', id }, { uploaderId: author.id, images })
    return id
  })
  return commentView(await getCommentRow(db, id, { viewerId: author.id, text: to.format }), to)
}

/** @throws Refused; nothing is stored then. */
async function insertComment(
  db: Db,
  author: Viewer,
  comment: NewComment,
  to: ViewAs,
): Promise<Extract<CreateCommentRow, { refusal: null }>> {
  const { body, userGroup: role = 'normal' } = comment
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
  return row
}
