import type { UserGroup } from '../../contract/entities/schema.ts'
import { errors, type Refusal } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { lengthOf } from '../http/text.ts'
import { roleRefusal } from '../moderation/roles.ts'

interface Member {
  readonly id: string
  readonly isAdmin: boolean
  readonly moderates: ReadonlySet<string>
  readonly bannedFrom: ReadonlySet<string>
}

/** Why a title does not do, or null; `title` is trimmed. */
export function titleRefusal(title: string): Refusal {
  return lengthOf(title) < limits.titleMinLength ? errors.titleTooShort : null
}

/**
 * Why `member` may not post images or links, or null when they may.
 *
 * @param pointsToExceed the site's setting; below 1 there is no rule.
 */
export function mediaRefusal(member: { points: number }, pointsToExceed: number): Refusal {
  return pointsToExceed >= 1 && member.points <= pointsToExceed ? errors.notEnoughPointsForMedia : null
}

/** Why `member` may not post in a community, speaking as `role`, or null when they may. */
export function createRefusal(
  member: Member,
  community: { id: string; postingRestricted: boolean },
  role: UserGroup,
): Refusal {
  if (member.bannedFrom.has(community.id)) return errors.bannedFromCommunity
  const isApproved = member.isAdmin || member.moderates.has(community.id)
  if (community.postingRestricted && !isApproved) return errors.postingRestricted
  return roleRefusal(member, role, { authorId: member.id, communityId: community.id })
}

/** Why `member` may not change title or body of `post`, or null when they may. */
export function editRefusal(member: { id: string }, post: { authorId: string }): Refusal {
  return post.authorId === member.id ? null : errors.notAuthor
}

/**
 * Why `member` may not delete `post` (and its content) as `role`, or null when they may. What is deleted
 * can only lose its content once more.
 */
export function deleteRefusal(
  member: Member,
  post: { authorId: string; communityId: string; isDeleted: boolean; isContentDeleted: boolean },
  deletion: { as: UserGroup; content: boolean },
): Refusal {
  if (post.isDeleted && (post.isContentDeleted || !deletion.content)) return errors.postAlreadyDeleted
  if (deletion.as === 'mods' && deletion.content) return errors.moderatorsKeepContent
  return roleRefusal(member, deletion.as, post)
}

/** Why `member` may not pin or unpin in a community or on the whole site, or null when they may. */
export function pinRefusal(
  member: Pick<Member, 'isAdmin' | 'moderates'>,
  post: { communityId: string },
  { siteWide }: { siteWide: boolean },
): Refusal {
  if (member.isAdmin) return null
  if (siteWide) return errors.notAdmin
  return member.moderates.has(post.communityId) ? null : errors.notModerator
}

/** Why `member` may not have everybody told about a post, or null when they may. */
export function announceRefusal(member: { isAdmin: boolean }): Refusal {
  return member.isAdmin ? null : errors.notAdmin
}
