import { errors, type Refusal } from '../../../contract/errors.ts'
import { moderationRefusal } from '../../core/permissions/policy.ts'
import type { Roles, StaffRole } from '../../core/permissions/roles.ts'

/** The facts that decide whether someone may answer an appeal. */
export interface Answerer extends Roles {
  /** Whether it is their own appeal. */
  readonly isOwn: boolean
  /** Whether it is against their own action. */
  readonly isActor: boolean
  readonly actedAs: StaffRole
  /** Whether someone else can answer it: another moderator (if a moderator acted), or another admin. */
  readonly canOthersAnswer: boolean
}

/**
 * Why a member may not answer an appeal, or null when they may: admins, and moderators of the community if a moderator acted.
 * The one who acted may answer only as an admin, if nobody else can. The database function `may_answer` decides the same
 * when the answer is stored.
 */
export function answerRefusal(answerer: Answerer): Refusal {
  const { isAdmin, isModerator, isOwn, isActor, actedAs, canOthersAnswer } = answerer
  if (isOwn) return errors.ownAppeal
  if (!isAdmin && actedAs === 'admins') return isModerator ? errors.notAdmin : errors.neitherAdminNorModerator
  const refusal = moderationRefusal(answerer)
  if (refusal) return refusal
  return isActor && !(isAdmin && !canOthersAnswer) ? errors.ownAct : null
}
