import { errors, type Refusal } from '../../../contract/errors.ts'
import { isStaff, type Roles } from '../../core/permissions/roles.ts'

/** Why a member may not make somebody a moderator, or null when they may. */
export const additionRefusal = (member: Roles): Refusal =>
  isStaff(member) ? null : errors.notModeratorNorAdmin

/** Why somebody cannot become a moderator, or null when they can. */
export function candidateRefusal(candidate: { isBanned: boolean; isBannedHere: boolean }): Refusal {
  if (candidate.isBanned) return errors.userBanned
  return candidate.isBannedHere ? errors.bannedFromCommunity : null
}

/**
 * Why a member may not end that somebody moderates a community, or null when they may: admins may always, moderators
 * where they do not stand below them, which lets everybody resign.
 *
 * @param member.position among the moderators, 0 the highest; null when they are none.
 * @param target.position null when there is nothing to end.
 */
export function removalRefusal(
  member: { isAdmin: boolean; position: number | null },
  target: { position: number | null },
): Refusal {
  if (member.isAdmin) return null
  if (member.position === null) return errors.notModeratorNorAdmin
  return target.position !== null && target.position < member.position ? errors.lowerModerator : null
}
