import { sql } from 'kysely'
import { errors, type Refusal } from '../../../contract/errors.ts'
import { activityRefusal } from '../../core/permissions/bans.ts'
import { unlockRefusal } from '../../core/permissions/policy.ts'
import type { Roles } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'

/** Why `member` may not change the text of a comment, or null when they may. */
export function editRefusal(
  member: Pick<Viewer, 'id' | 'bans'>,
  comment: { authorId: string; communityId: string; isDeleted: boolean },
): Refusal {
  if (comment.isDeleted) return errors.commentDeleted
  if (comment.authorId !== member.id) return errors.notAuthor
  return activityRefusal(member, comment.communityId, 'commenting')
}

/** What of that can change before the edit is stored, for a row of `comments`. */
export const isEditable = sql<boolean>`deleted_at is null and not is_forbidden(
  author_id, (select community_id from posts where posts.id = comments.post_id), 'commenting')`

/** Why a member may not pin a comment, or null when they may. */
export function pinRefusal(member: Roles, comment: { isDeleted: boolean; isReply: boolean }): Refusal {
  const refusal = unlockRefusal(member)
  if (refusal) return refusal
  if (comment.isDeleted) return errors.commentDeleted
  return comment.isReply ? errors.cannotPinReply : null
}
