import type { UserGroup } from '../../../contract/entities/schema.ts'
import { errors, type Refusal } from '../../../contract/errors.ts'
import { activityRefusal } from '../../core/permissions/bans.ts'
import { roleRefusal, staffRefusal } from '../../core/permissions/policy.ts'
import type { Roles, StaffRole } from '../../core/permissions/roles.ts'
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

/** Why `member` may not delete a comment as `role`, or null when they may. */
export function deleteRefusal(
  member: Roles & { isAuthor: boolean },
  comment: { isDeleted: boolean },
  role: UserGroup,
): Refusal {
  if (comment.isDeleted) return errors.commentDeleted
  return roleRefusal(role, member)
}

/** Why `member` may not lock a comment as `role`, or null when they may. */
export function lockRefusal(member: Roles, comment: { isDeleted: boolean }, role: StaffRole): Refusal {
  if (comment.isDeleted) return errors.commentDeleted
  return staffRefusal(role, member)
}
