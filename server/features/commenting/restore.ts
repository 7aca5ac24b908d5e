import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { getCommentRow } from '../../core/comments/queries.ts'
import { restoreCommentContent } from '../../core/comments/reinstate.ts'
import { commentView } from '../../core/comments/serialize.ts'
import { parseReason } from '../../core/moderationLog/record.ts'
import { notifyMember } from '../../core/notifications/notify.ts'
import { lockRoles, staffRoleOf } from '../../core/permissions/roles.ts'
import { restoreRefusal } from '../../core/removals/policy.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'

/**
 * Reverses the removal of a comment by moderators or admins; votes and replies stay. Its author is notified.
 *
 * @returns the comment after the change.
 */
export async function restoreComment(
  db: Db,
  member: Viewer,
  { commentId, reason }: { commentId: string; reason?: string },
  to: ViewAs,
): Promise<Comment> {
  const comment = await getCommentRow(db, commentId, { viewerId: member.id, text: 'source' })
  await db.transaction().execute(async (trx) => {
    const roles = await lockRoles(trx, member, comment.community_id)
    const removed = { deletedAs: comment.deleted_as, hasContent: comment.body !== '' }
    enforce(restoreRefusal(roles, removed))
    const role = removed.deletedAs === 'admins' ? 'admins' : staffRoleOf(roles)
    const isRestored = await restoreCommentContent(
      trx,
      { as: removed.deletedAs === 'admins' ? 'admins' : 'mods' },
      {
        action: 'restore_comment',
        actor: member,
        actedAs: role,
        communityId: comment.community_id,
        postId: comment.post_id,
        commentId: comment.id,
        reason,
      },
    )
    if (!isRestored) throw new Refused(errors.notRemoved)
    const why = parseReason(reason)
    if (comment.author_id !== member.id)
      await notifyMember(trx, comment.author_id, {
        type: 'restored',
        postId: comment.post_id,
        commentId: comment.id,
        deletedAs: role,
        details: why === null ? {} : { reason: why },
      })
  })
  return commentView(await getCommentRow(db, comment.id, { viewerId: member.id, text: to.format }), to)
}
