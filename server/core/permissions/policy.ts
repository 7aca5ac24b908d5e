import type { UserGroup } from '../../../contract/entities/schema.ts'
import { type ApiError, errors, type Refusal } from '../../../contract/errors.ts'
import { lackingMessage } from '../../../contract/permissionMessages.ts'
import { isStaff, type Roles, type StaffRole } from './roles.ts'

/** A refusal of a member who is not a moderator, or of a moderator without the permission, which it names then. */
export const notAsModerator = (error: ApiError, { lacks }: Pick<Roles, 'lacks'>): ApiError =>
  lacks ? { ...error, message: lackingMessage(lacks) } : error

/**
 * Why a member may not act in a role on a post or a comment, or null when they may: `normal` is for its author, `mods` for the
 * moderators of its community, `admins` for the admins.
 */
export function roleRefusal(role: UserGroup, member: Roles & { isAuthor: boolean }): Refusal {
  if (role === 'normal') return member.isAuthor ? null : errors.notAuthor
  return staffRefusal(role, member)
}

/** Why a member may not act as a moderator or as an admin, or null when they may. */
export function staffRefusal(role: StaffRole, member: Roles): Refusal {
  if (role === 'mods') return member.isModerator ? null : notAsModerator(errors.notModerator, member)
  return member.isAdmin ? null : errors.notAdmin
}

/** Why a member may not unlock something in a community that they or others locked, or null when they may. */
export const unlockRefusal = (member: Roles): Refusal =>
  isStaff(member) ? null : notAsModerator(errors.notModeratorNorAdmin, member)

/** Why a member may not change the role in which a post or a comment speaks, or null when they may: only its author may, and only to a role that they have. */
export function speakRefusal(role: UserGroup, member: Roles & { isAuthor: boolean }): Refusal {
  return member.isAuthor ? roleRefusal(role, member) : errors.notAuthor
}

/** Why a member may not see what is reported in a community and who is banned from it, or null when they may. */
export const moderationRefusal = (member: Roles): Refusal =>
  isStaff(member) ? null : notAsModerator(errors.neitherAdminNorModerator, member)
