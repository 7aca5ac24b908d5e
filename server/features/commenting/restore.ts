import { sql } from 'kysely'
import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { getCommentRow } from '../../core/comments/queries.ts'
import { commentView } from '../../core/comments/serialize.ts'
import { parseReason, recordAction } from '../../core/moderationLog/record.ts'
import { notifyMember } from '../../core/notifications/notify.ts'
import { lockRoles, staffRoleOf } from '../../core/permissions/roles.ts'
import { restoreRefusal } from '../../core/removals/policy.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'

/**
 * Takes back the removal of a comment by moderators or admins, with its votes and replies. Its author is notified.
 *
 * @returns the comment as it is afterwards.
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
    const { rows } = await sql`
      with restored as (
        update comments set deleted_at = null, deleted_by = null, deleted_as = null
        where id = ${comment.id} and deleted_as = ${removed.deletedAs}
        returning author_id),
      counted_for_author as (
        update users set comment_count = comment_count + 1 from restored where users.id = restored.author_id)
      select from restored`.execute(trx)
    if (rows.length === 0) throw new Refused(errors.notRemoved)
    await recordAction(trx, {
      action: 'restore_comment',
      actor: member,
      actedAs: role,
      communityId: comment.community_id,
      postId: comment.post_id,
      commentId: comment.id,
      reason,
    })
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
