import { sql } from 'kysely'
import type { Comment } from '../../contract/entities/comment.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import { cut } from '../http/text.ts'
import type { Viewer } from '../http/viewer.ts'
import { rendererVersion, renderMarkdown } from '../markdown/render.ts'
import type { ViewFor } from '../posts/view.ts'
import { editRefusal } from './policy.ts'
import { getCommentRow } from './read.ts'
import { commentView } from './view.ts'

/** Replaces the text of a comment and returns it as its author now sees it. */
export async function editComment(
  db: Db,
  member: Viewer,
  edit: { commentId: string; body: string },
  to: ViewFor,
): Promise<Comment> {
  const comment = await getCommentRow(db, edit.commentId, { viewerId: member.id, text: to.text })
  enforce(editRefusal(member, { authorId: comment.author_id, isDeleted: comment.deleted_at !== null }))
  const body = cut(edit.body.trim(), limits.bodyMaxLength)
  if (body === '') throw new Refused(errors.emptyComment)
  const saved = await db
    .updateTable('comments')
    .set({
      body,
      body_html: renderMarkdown(body, to.siteHost ? { siteHost: to.siteHost } : {}),
      body_renderer: rendererVersion,
      edited_at: sql<Date>`now()`,
    })
    .where('id', '=', comment.id)
    .where('deleted_at', 'is', null) // a moderator may have deleted it since we looked
    .returning(['body', 'body_html', 'body_renderer', 'edited_at'])
    .executeTakeFirstOrThrow(() => new Refused(errors.commentDeleted))
  return commentView({ ...comment, ...saved }, to)
}
