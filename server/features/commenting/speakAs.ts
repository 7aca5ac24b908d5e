import type { Comment } from '../../../contract/entities/comment.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { getCommentRow } from '../../core/comments/queries.ts'
import { commentView } from '../../core/comments/serialize.ts'
import { speakRefusal } from '../../core/permissions/policy.ts'
import { lockRoles, parseRole } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce } from '../../platform/http/refused.ts'

/**
 * Changes the role in which the author of a comment speaks; does nothing for a deleted comment.
 *
 * @returns the comment after the change.
 */
export async function changeCommentRole(
  db: Db,
  member: Viewer,
  request: { commentId: string; userGroup?: string },
  to: ViewAs,
): Promise<Comment> {
  const comment = await getCommentRow(db, request.commentId, { viewerId: member.id, text: to.format })
  const role = parseRole(request.userGroup)
  const changed = await db.transaction().execute(async (trx) => {
    const roles = await lockRoles(trx, member, comment.community_id)
    enforce(speakRefusal(role, { ...roles, isAuthor: comment.author_id === member.id }))
    return await trx
      .updateTable('comments')
      .set({ author_group: role })
      .where('id', '=', comment.id)
      .where('deleted_at', 'is', null)
      .returning('author_group')
      .executeTakeFirst()
  })
  return commentView({ ...comment, ...changed }, to)
}
