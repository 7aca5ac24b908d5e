import { errors, type Refusal } from '../../../contract/errors.ts'
import type { Roles, StaffRole } from '../../core/permissions/roles.ts'

/** What decides whether somebody may answer an appeal. */
export interface Answerer extends Roles {
  /** Whether the appeal is theirs. */
  readonly isOwn: boolean
  /** Whether it is against what they did. */
  readonly isActor: boolean
  readonly actedAs: StaffRole
  /** Whether there is somebody else to answer it: another moderator of what moderators did, or another admin. */
  readonly canOthersAnswer: boolean
}

/**
 * Why a member may not answer an appeal, or null when they may: moderators of the community, of what moderators did, and admins.
 * Who acted only as an admin where there is nobody else. The function `may_answer` of the database decides the same when the answer
 * is stored.
 */
export function answerRefusal(answerer: Answerer): Refusal {
  const { isAdmin, isModerator, isOwn, isActor, actedAs, canOthersAnswer } = answerer
  if (isOwn) return errors.ownAppeal
  if (!isAdmin && actedAs === 'admins') return isModerator ? errors.notAdmin : errors.neitherAdminNorModerator
  if (!isAdmin && !isModerator) return errors.neitherAdminNorModerator
  return isActor && !(isAdmin && !canOthersAnswer) ? errors.ownAct : null
}
