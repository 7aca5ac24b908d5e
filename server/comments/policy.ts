import type { UserGroup } from '../../contract/entities/schema.ts'
import { errors, type Refusal } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { type OfficialRole, officialRefusal, roleRefusal } from '../moderation/roles.ts'

interface Member {
  readonly id: string
  readonly isAdmin: boolean
  readonly moderates: ReadonlySet<string>
  readonly bannedFrom: ReadonlySet<string>
}

/** Why somebody may not comment on a post, speaking as `role`, or null when they may. */
export function commentRefusal(
  place: { isPostDeleted: boolean; isPostLocked: boolean; isBanned: boolean; maySpeak: boolean },
  role: UserGroup,
): Refusal {
  if (place.isPostDeleted) return errors.postNotFound
  if (place.isPostLocked) return errors.postLocked
  if (place.isBanned) return errors.bannedFromCommunity
  if (!place.maySpeak) return role === 'mods' ? errors.notModerator : errors.notAdmin
  return null
}

/** Why nobody may reply to a comment, or null when they may. `isLocked`: it or one of its ancestors. */
export function replyRefusal(parent: { isDeleted: boolean; depth: number; isLocked: boolean }): Refusal {
  if (parent.isDeleted) return errors.replyToDeleted
  if (parent.depth >= limits.commentMaxDepth) return errors.threadTooDeep
  if (parent.isLocked) return errors.commentLocked
  return null
}

/** Why `member` may not change the text of a comment, or null when they may. */
export function editRefusal(
  member: { id: string },
  comment: { authorId: string; isDeleted: boolean },
): Refusal {
  if (comment.isDeleted) return errors.commentDeleted
  return comment.authorId === member.id ? null : errors.notAuthor
}

/** Why `member` may not delete a comment as `role`, or null when they may. */
export function deleteRefusal(
  member: Member,
  comment: { authorId: string; communityId: string; isDeleted: boolean },
  role: UserGroup,
): Refusal {
  if (comment.isDeleted) return errors.commentDeleted
  return roleRefusal(member, role, comment)
}

/** Why `member` may not lock a comment as `role`, or null when they may. */
export function lockRefusal(
  member: Member,
  comment: { communityId: string; isDeleted: boolean },
  role: OfficialRole,
): Refusal {
  if (comment.isDeleted) return errors.commentDeleted
  return officialRefusal(member, role, comment)
}
