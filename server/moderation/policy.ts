import { errors, type Refusal } from '../../contract/errors.ts'
import type { Standing } from '../communities/lock.ts'

/** Why `member` may not report what `target.authorId` wrote, or null when they may. */
export function reportRefusal(
  member: { id: string },
  target: { authorId: string; isMemberBanned: boolean },
): Refusal {
  if (target.isMemberBanned) return errors.bannedFromCommunity
  return target.authorId === member.id ? errors.ownContent : null
}

/** Why a member may not see to what is reported in a community and who is banned from it, or null when they may. */
export function moderationRefusal(member: Standing): Refusal {
  return member.isModerator || member.isAdmin ? null : errors.neitherAdminNorModerator
}

/** Why somebody cannot be banned from a community, or null when they can: those who look after it are not. */
export function banRefusal(target: Standing): Refusal {
  return target.isAdmin || target.isModerator ? errors.officialsAreNotBanned : null
}
