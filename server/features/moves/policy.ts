import { errors, type Refusal } from '../../../contract/errors.ts'
import type { MoveAct, MoveState } from '../../../contract/words.ts'
import { isStaff, type Roles } from '../../core/permissions/roles.ts'

/** The roles of a member in the community that a post is in, and in the one that it is to go to. */
export interface RolesInBoth {
  readonly from: Roles
  readonly to: Roles
}

/** Who may do what about a move: those of the other community answer and undo, those of the first withdraw. */
export const actorsOf = {
  accept: ({ to }) => isStaff(to),
  decline: ({ to }) => isStaff(to),
  withdraw: ({ from }) => isStaff(from),
  undo: ({ to }) => isStaff(to),
} as const satisfies Record<MoveAct, (roles: RolesInBoth) => boolean>

/** The states in which something can be done about a move. */
export const stateFor: Record<MoveAct, MoveState> = {
  accept: 'open',
  decline: 'open',
  withdraw: 'open',
  undo: 'done',
}

/** What a move is after something was done about it. */
export const stateAfter: Record<MoveAct, MoveState> = {
  accept: 'done',
  decline: 'declined',
  withdraw: 'withdrawn',
  undo: 'undone',
}

/** Why a member may not do something about a move, or null when they may. */
export function decisionRefusal(act: MoveAct, roles: RolesInBoth, move: { state: string }): Refusal {
  if (!actorsOf[act](roles)) return errors.neitherAdminNorModerator
  return move.state === stateFor[act] ? null : errors.moveDecided
}
