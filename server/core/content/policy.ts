import type { UserGroup } from '../../../contract/entities/schema.ts'
import { errors, type Refusal } from '../../../contract/errors.ts'
import { moderationRefusal, roleRefusal, staffRefusal, unlockRefusal } from '../permissions/policy.ts'
import type { Roles, StaffRole } from '../permissions/roles.ts'

/** The facts about a post or comment that decide who may do what. */
export interface ContentFacts {
  readonly kind: 'post' | 'comment'
  /** The role in which it was deleted; null if it is not. */
  readonly deleted_as: UserGroup | null
  readonly has_content: boolean
  /** Whether it is deleted only because it was merged into another post. */
  readonly is_merged: boolean
  /** Whether moderators have what its author deleted. */
  readonly has_copy: boolean
}

/**
 * Why a member may not delete something as `role`, or null when they may. `withContent`: of a post, also its content, which can be
 * deleted later, too; but moderators keep it. A post that was merged is deleted by its author like one that was not, so that it stays
 * deleted when the merge is undone.
 */
export function deleteRefusal(
  member: Roles & { readonly isAuthor: boolean },
  { kind, deleted_as, has_content, is_merged }: ContentFacts,
  role: UserGroup,
  { withContent }: { withContent: boolean },
): Refusal {
  if (deleted_as !== null && kind === 'comment') return errors.commentDeleted
  const isLeft = is_merged && role === 'normal'
  if (deleted_as !== null && !isLeft && !(withContent && has_content)) return errors.postAlreadyDeleted
  if (role === 'mods' && withContent) return errors.moderatorsKeepContent
  return roleRefusal(role, member)
}

/**
 * Why a member may not restore something, or null when they may. Content deleted by its author cannot be restored; only admins
 * restore what admins removed.
 */
export function restoreRefusal(
  member: Roles,
  { deleted_as, has_content }: Pick<ContentFacts, 'deleted_as' | 'has_content'>,
): Refusal {
  const refusal = unlockRefusal(member)
  if (refusal) return refusal
  if (deleted_as !== 'mods' && deleted_as !== 'admins') return errors.notRemoved
  if (!has_content) return errors.contentGone
  return deleted_as === 'admins' ? staffRefusal('admins', member) : null
}

/** Why a member may not erase something for good, or null when they may: only admins where admins removed it. */
export function eraseRefusal(member: Roles, content: ContentFacts): Refusal {
  const refusal = moderationRefusal(member)
  if (refusal) return refusal
  if (content.deleted_as === 'admins' && !member.isAdmin) return errors.notAdmin
  return content.has_content || content.has_copy ? null : errors.contentGone
}

/** Why a member may not lock something as `role`, or null when they may. */
export function lockRefusal(member: Roles, content: ContentFacts, role: StaffRole): Refusal {
  if (content.kind === 'comment' && content.deleted_as !== null) return errors.commentDeleted
  return staffRefusal(role, member)
}
