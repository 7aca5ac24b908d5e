import type { VoteState } from '../../../contract/words.ts'

/** The input of a vote. */
export interface RequestedVote {
  /** The pressed arrow; the same again removes the vote. */
  readonly up: boolean
  /** The new state instead, regardless of the current one. */
  readonly set?: VoteState | undefined
}

/** The requested state. */
export const requestedState = ({ up, set }: RequestedVote): VoteState => set ?? (up ? 'up' : 'down')

/** Whether the vote is removed if it already has this state. */
export const doesToggle = ({ set }: RequestedVote): boolean => set === undefined
