import { sql } from 'kysely'
import type { Comment } from '../../contract/entities/comment.ts'
import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { readOfficialRole, unlockRefusal } from '../moderation/roles.ts'
import type { ViewFor } from '../posts/view.ts'
import { lockRefusal } from './policy.ts'
import { getCommentRow } from './read.ts'
import { commentView } from './view.ts'

/**
 * Locks a comment, as moderator or as admin: nobody can reply to it or to anything below. Locking again
 * replaces role and time.
 *
 * @returns the comment as this member sees it afterwards.
 */
export async function lockComment(
  db: Db,
  member: Viewer,
  request: { commentId: string; lockAs?: string },
  to: ViewFor,
): Promise<Comment> {
  const comment = await getCommentRow(db, request.commentId, { viewerId: member.id, text: to.text })
  const role = readOfficialRole(request.lockAs)
  if (typeof role !== 'string') throw new Refused(role)
  const place = { communityId: comment.community_id, isDeleted: comment.deleted_at !== null }
  enforce(lockRefusal(member, place, role))
  const locked = await db
    .updateTable('comments')
    .set({ locked_at: sql<Date>`now()`, locked_by: member.id, locked_as: role })
    .where('id', '=', comment.id)
    .where('deleted_at', 'is', null) // somebody may have deleted it since we looked
    .returning(['locked_at', 'locked_by', 'locked_as'])
    .executeTakeFirstOrThrow(() => new Refused(errors.commentDeleted))
  return commentView({ ...comment, ...locked }, to)
}

/** Unlocks a comment, whoever locked it; one that is not locked stays as it is. */
export async function unlockComment(
  db: Db,
  member: Viewer,
  { commentId }: { commentId: string },
  to: ViewFor,
): Promise<Comment> {
  const comment = await getCommentRow(db, commentId, { viewerId: member.id, text: to.text })
  enforce(unlockRefusal(member, { communityId: comment.community_id }))
  const unlocked = { locked_at: null, locked_by: null, locked_as: null }
  await db.updateTable('comments').set(unlocked).where('id', '=', comment.id).execute()
  return commentView({ ...comment, ...unlocked }, to)
}
