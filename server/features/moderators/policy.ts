import { errors, type Refusal } from '../../../contract/errors.ts'
import { isStaff, type Roles } from '../../core/permissions/roles.ts'

/** Why a member may not make someone a moderator, or null when they may. */
export const additionRefusal = (member: Roles): Refusal =>
  isStaff(member) ? null : errors.notModeratorNorAdmin

/** Why someone cannot become a moderator, or null when they can. */
export function candidateRefusal(candidate: { isBanned: boolean; isBannedHere: boolean }): Refusal {
  if (candidate.isBanned) return errors.userBanned
  return candidate.isBannedHere ? errors.bannedFromCommunity : null
}

/**
 * Why a member may not remove a moderator, or null when they may: admins always, moderators unless they rank below
 * the other one, so that everybody can resign.
 *
 * @param member.position the rank among the moderators, 0 the highest; null if they are none.
 * @param target.position null if they are not a moderator.
 */
export function removalRefusal(
  member: { isAdmin: boolean; position: number | null },
  target: { position: number | null },
): Refusal {
  if (member.isAdmin) return null
  if (member.position === null) return errors.notModeratorNorAdmin
  return target.position !== null && target.position < member.position ? errors.lowerModerator : null
}
