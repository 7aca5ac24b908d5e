import { errors, type Refusal } from '../../../contract/errors.ts'
import { type ModeratorPermission, moderatorPermissions } from '../../../contract/words.ts'
import { notAsModerator } from '../../core/permissions/policy.ts'
import { isStaff, type Roles } from '../../core/permissions/roles.ts'

/** A member with their rank among the moderators of a community, 0 the highest, and their permissions there. */
export interface Ranked {
  readonly isAdmin: boolean
  /** Null if they are not moderators. */
  readonly position: number | null
  readonly permissions: readonly ModeratorPermission[]
}

const lacksMembers = notAsModerator(errors.notModeratorNorAdmin, { lacks: ['members'] })

/** The permissions that a member can give or take. */
export const changeablePermissions = (
  member: Ranked,
  target: { position: number },
): readonly ModeratorPermission[] => {
  if (member.isAdmin) return moderatorPermissions
  const ranksAbove = member.position !== null && member.position < target.position
  return ranksAbove && member.permissions.includes('members') ? member.permissions : []
}

/** Why a member may not set the permissions of a moderator, or null when they may. */
export function permissionsRefusal(
  member: Ranked,
  target: { position: number | null; permissions: readonly ModeratorPermission[] },
  wanted: readonly ModeratorPermission[],
): Refusal {
  if (!member.isAdmin && member.position === null) return errors.notModeratorNorAdmin
  if (!member.isAdmin && !member.permissions.includes('members')) return lacksMembers
  const { position } = target
  if (position === null) return errors.notAModerator
  const changeable = changeablePermissions(member, { position })
  if (changeable.length === 0) return errors.lowerModerator
  const isOwn = (one: ModeratorPermission) => changeable.includes(one) || target.permissions.includes(one)
  const keepsOthers = target.permissions.every((one) => changeable.includes(one) || wanted.includes(one))
  return wanted.every(isOwn) && keepsOthers ? null : errors.permissionNotOwn
}

/** Why a member may not make someone a moderator, or null when they may. */
export const additionRefusal = (member: Roles): Refusal =>
  isStaff(member) ? null : notAsModerator(errors.notModeratorNorAdmin, member)

/** Why someone cannot become a moderator, or null when they can. */
export function candidateRefusal(candidate: { isBanned: boolean; isBannedHere: boolean }): Refusal {
  if (candidate.isBanned) return errors.userBanned
  return candidate.isBannedHere ? errors.bannedFromCommunity : null
}

/**
 * Why a member may not remove a moderator, or null when they may: admins always, moderators unless they rank below
 * the other one, so that everyone can resign.
 *
 * @param member.position the rank among the moderators, 0 the highest; null if they are none.
 * @param member.permissions without `members`, they can only resign.
 * @param target.position null if they are not a moderator.
 */
export function removalRefusal(member: Ranked, target: { position: number | null }): Refusal {
  if (member.isAdmin) return null
  if (member.position === null) return errors.notModeratorNorAdmin
  if (member.position !== target.position && !member.permissions.includes('members')) return lacksMembers
  return target.position !== null && target.position < member.position ? errors.lowerModerator : null
}
