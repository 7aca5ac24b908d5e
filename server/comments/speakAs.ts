import type { Comment } from '../../contract/entities/comment.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { readRole, speakRefusal } from '../moderation/roles.ts'
import { readStanding } from '../moderation/standing.ts'
import type { ViewFor } from '../posts/view.ts'
import { getCommentRow } from './read.ts'
import { commentView } from './view.ts'

/**
 * Changes in which role the author of a comment speaks; a deleted comment stays as it is.
 *
 * @returns the comment as it is afterwards.
 */
export async function changeCommentRole(
  db: Db,
  member: Viewer,
  request: { commentId: string; userGroup?: string },
  to: ViewFor,
): Promise<Comment> {
  const comment = await getCommentRow(db, request.commentId, { viewerId: member.id, text: to.text })
  const role = readRole(request.userGroup)
  if (typeof role !== 'string') throw new Refused(role)
  const changed = await db.transaction().execute(async (trx) => {
    const speaker = await readStanding(trx, member, comment.community_id)
    enforce(speakRefusal(speaker, role, { authorId: comment.author_id, communityId: comment.community_id }))
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
