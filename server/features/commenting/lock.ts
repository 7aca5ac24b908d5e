import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { getCommentRow } from '../../core/comments/queries.ts'
import { unlockCommentOf } from '../../core/comments/reinstate.ts'
import { type CommentRow, commentView } from '../../core/comments/serialize.ts'
import { isPublicAction, parseReason } from '../../core/moderationLog/record.ts'
import { unlockRefusal } from '../../core/permissions/policy.ts'
import { lockRoles, parseStaffRole, type StaffRole, staffRoleOf } from '../../core/permissions/roles.ts'
import { closeReports } from '../../core/reports/close.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { lockComment as statement } from './lockComment.sql.ts'
import { lockRefusal } from './policy.ts'

/**
 * Locks a comment, as moderator or as admin: nobody can reply to it or to anything below. Locking again
 * replaces role and time. Closes the reports about it.
 *
 * @returns the comment as this member sees it afterwards.
 */
export async function lockComment(
  db: Db,
  member: Viewer,
  request: { commentId: string; lockAs?: string; reason?: string },
  to: ViewAs,
): Promise<Comment> {
  const comment = await getCommentRow(db, request.commentId, { viewerId: member.id, text: to.format })
  const role = parseStaffRole(request.lockAs)
  const entry = { ...entryAbout(comment, member), actedAs: role, reason: request.reason }
  const locked = await db.transaction().execute(async (trx) => {
    const roles = await lockRoles(trx, member, comment.community_id)
    enforce(lockRefusal(roles, { isDeleted: comment.deleted_at !== null }, role))
    const changed = await markLocked(trx, entry)
    await closeReports(
      trx,
      { post_id: comment.post_id, comment_id: comment.id },
      { outcome: 'locked', actor: member },
    )
    return changed
  })
  return commentView({ ...comment, ...locked }, to)
}

/**
 * Locks a comment, and records it if it was not locked in this way before.
 *
 * @throws Refused with `commentDeleted`: somebody may have deleted it since it was read.
 */
export async function markLocked(trx: Db, entry: CommentLock) {
  const locked = await queryRow(trx, statement, {
    commentId: entry.commentId,
    postId: entry.postId,
    communityId: entry.communityId,
    actorId: entry.actor.id,
    actedAs: entry.actedAs,
    reason: parseReason(entry.reason),
    isPublic: isPublicAction('lock_comment'),
  })
  if (!locked || locked.has_changed === null) throw new Refused(errors.commentDeleted)
  return { locked_at: locked.locked_at, locked_by: entry.actor.id, locked_as: entry.actedAs }
}

interface CommentLock {
  readonly commentId: string
  readonly postId: string
  readonly communityId: string
  readonly actor: { readonly id: string }
  readonly actedAs: StaffRole
  readonly reason?: string | undefined
}

/** Unlocks a comment, whoever locked it; does nothing if it is not locked. */
export async function unlockComment(
  db: Db,
  member: Viewer,
  { commentId, reason }: { commentId: string; reason?: string },
  to: ViewAs,
): Promise<Comment> {
  const comment = await getCommentRow(db, commentId, { viewerId: member.id, text: to.format })
  const unlocked = { locked_at: null, locked_by: null, locked_as: null }
  await db.transaction().execute(async (trx) => {
    const roles = await lockRoles(trx, member, comment.community_id)
    enforce(unlockRefusal(roles))
    const actedAs = staffRoleOf(roles)
    const entry = { ...entryAbout(comment, member), action: 'unlock_comment', actedAs, reason } as const
    await unlockCommentOf(trx, entry)
  })
  return commentView({ ...comment, ...unlocked }, to)
}

const entryAbout = (comment: CommentRow, member: Viewer) => ({
  actor: member,
  communityId: comment.community_id,
  postId: comment.post_id,
  commentId: comment.id,
})
