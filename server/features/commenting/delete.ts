import { sql } from 'kysely'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { UserGroup } from '../../../contract/entities/schema.ts'
import { errors } from '../../../contract/errors.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { getCommentRow } from '../../core/comments/queries.ts'
import { commentView } from '../../core/comments/serialize.ts'
import { deleteCommentImages } from '../../core/images/delete.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { notifyMember } from '../../core/notifications/notify.ts'
import { lockRoles, parseRole } from '../../core/permissions/roles.ts'
import { type GivenRemoval, getRemoval } from '../../core/removals/removal.ts'
import { closeReports } from '../../core/reports/close.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { deleteRefusal } from './policy.ts'

/**
 * Deletes a comment; it keeps its place and its replies. What its author deletes is erased, what moderators
 * or admins delete stays for those who may see it, and its author is notified of that.
 *
 * @returns the comment as this member sees it afterwards.
 */
export async function deleteComment(
  db: Db,
  member: Viewer,
  request: { commentId: string; deleteAs?: string } & GivenRemoval,
  to: ViewAs,
): Promise<Comment> {
  const comment = await getCommentRow(db, request.commentId, { viewerId: member.id, text: 'source' })
  const role = parseRole(request.deleteAs, 'normal')
  await db.transaction().execute(async (trx) => {
    const roles = await lockRoles(trx, member, comment.community_id)
    const actor = { ...roles, isAuthor: comment.author_id === member.id }
    enforce(deleteRefusal(actor, { isDeleted: comment.deleted_at !== null }, role))
    await markDeleted(trx, { commentId: comment.id, member, role })
    if (role === 'normal') return
    const { post_id: postId, author_username: author } = comment
    const why = await getRemoval(trx, request, { type: 'comment', postId, author })
    await recordAction(trx, {
      action: 'remove_comment',
      actor: member,
      actedAs: role,
      communityId: comment.community_id,
      postId: comment.post_id,
      commentId: comment.id,
      ...why.logged,
    })
    if (!actor.isAuthor)
      await notifyMember(trx, comment.author_id, {
        type: 'deleted_comment',
        postId: comment.post_id,
        commentId: comment.id,
        deletedAs: role,
        details: why.forAuthor,
      })
  })
  return commentView(await getCommentRow(db, comment.id, { viewerId: member.id, text: to.format }), to)
}

/**
 * Nothing of the text, its versions and its images stays when its author deletes it; the author's count falls, and reports and
 * mentions of it go.
 */
async function markDeleted(
  trx: Db,
  { commentId, member, role }: { commentId: string; member: Viewer; role: UserGroup },
): Promise<void> {
  const erased = role === 'normal' ? sql`, body = '', body_html = ''` : sql``
  const forgotten = role === 'normal' ? sql`, forget_text_versions('{}', array[id])` : sql``
  const { rows } = await sql`
    with deleted as (
      update comments set deleted_at = now(), deleted_by = ${member.id}, deleted_as = ${role} ${erased}
      where id = ${commentId} and deleted_at is null
      returning id, author_id),
    mention_removal as materialized (
      select author_id, take_back_mentions('{}', array[id], author_id) ${forgotten} from deleted)
    select count_for_member(author_id, more_comments => -1) from mention_removal`.execute(trx)
  if (rows.length === 0) throw new Refused(errors.commentDeleted)
  // A separate statement: the one before may have waited for a report, which its snapshot does not contain.
  const outcome = role === 'normal' ? null : 'removed'
  await closeReports(trx, { comments: [commentId] }, { outcome, actor: member })
  if (role === 'normal') await deleteCommentImages(trx, [commentId])
}
