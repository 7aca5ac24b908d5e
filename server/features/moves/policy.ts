import { errors, type Refusal } from '../../../contract/errors.ts'
import type { MoveAct, MoveState } from '../../../contract/words.ts'
import { moderationRefusal } from '../../core/permissions/policy.ts'
import type { Roles } from '../../core/permissions/roles.ts'

/** The roles of a member in the community that a post is in, and in the one that it is to go to. */
export interface RolesInBoth {
  readonly from: Roles
  readonly to: Roles
}

interface ActRule {
  /** Whose staff may do it: those of the other community answer and undo, those of the first withdraw. */
  readonly by: keyof RolesInBoth
  /** The state in which it can be done. */
  readonly from: MoveState
  /** What the move is then. */
  readonly to: MoveState
}

/** What can be done about a move. */
export const actRules: Record<MoveAct, ActRule> = {
  accept: { by: 'to', from: 'open', to: 'done' },
  decline: { by: 'to', from: 'open', to: 'declined' },
  withdraw: { by: 'from', from: 'open', to: 'withdrawn' },
  undo: { by: 'to', from: 'done', to: 'undone' },
}

/** Why a member may not do something about a move, or null when they may. */
export function decisionRefusal(act: MoveAct, roles: RolesInBoth, move: { state: string }): Refusal {
  const { by, from } = actRules[act]
  const refusal = moderationRefusal(roles[by])
  if (refusal) return refusal
  return move.state === from ? null : errors.moveDecided
}
