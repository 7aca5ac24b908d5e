import { sql } from 'kysely'
import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { getCommentRow } from '../../core/comments/queries.ts'
import { type CommentRow, commentView } from '../../core/comments/serialize.ts'
import { logEntryInsert } from '../../core/moderationLog/record.ts'
import { unlockRefusal } from '../../core/permissions/policy.ts'
import { lockRoles, parseStaffRole, staffRoleOf } from '../../core/permissions/roles.ts'
import { closeReports } from '../../core/reports/close.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
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
  const entry = {
    ...entryAbout(comment, member),
    action: 'lock_comment',
    actedAs: role,
    reason: request.reason,
  } as const
  const locked = await db.transaction().execute(async (trx) => {
    const roles = await lockRoles(trx, member, comment.community_id)
    enforce(lockRefusal(roles, { isDeleted: comment.deleted_at !== null }, role))
    const changed = await trx
      .with(
        (cte) => cte('target').materialized(),
        (q) =>
          q
            .selectFrom('comments')
            .where('id', '=', comment.id)
            // Somebody may have deleted it since it was read.
            .where('deleted_at', 'is', null)
            .select(['id', 'locked_by', 'locked_as'])
            .forNoKeyUpdate(),
      )
      .with('changed', (q) =>
        q
          .selectFrom('target')
          .where((eb) =>
            eb.or([
              eb('locked_by', 'is distinct from', member.id),
              eb('locked_as', 'is distinct from', role),
            ]),
          )
          .select('id'),
      )
      .with('recorded', () => sql<object>`(${logEntryInsert(entry, { from: 'changed' })})`)
      .updateTable('comments')
      .set({ locked_at: sql<Date>`now()`, locked_by: member.id, locked_as: role })
      .from('target')
      .whereRef('comments.id', '=', 'target.id')
      .returning(['comments.locked_at', 'comments.locked_by', 'comments.locked_as'])
      .executeTakeFirstOrThrow(() => new Refused(errors.commentDeleted))
    await closeReports(trx, { post_id: comment.post_id, comment_id: comment.id })
    return changed
  })
  return commentView({ ...comment, ...locked }, to)
}

/** Unlocks a comment, whoever locked it; one that is not locked stays as it is. */
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
    await sql`
      with unlocked as (
        update comments set locked_at = null, locked_by = null, locked_as = null
        where id = ${comment.id} and locked_at is not null
        returning id)
      ${logEntryInsert(entry, { from: 'unlocked' })}`.execute(trx)
  })
  return commentView({ ...comment, ...unlocked }, to)
}

const entryAbout = (comment: CommentRow, member: Viewer) => ({
  actor: member,
  communityId: comment.community_id,
  postId: comment.post_id,
  commentId: comment.id,
})
