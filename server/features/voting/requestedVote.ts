import type { VoteState } from '../../../contract/words.ts'

/** A vote as somebody sends it. */
export interface RequestedVote {
  /** Which arrow is pressed: the same again takes the vote back. */
  readonly up: boolean
  /** What the vote shall be instead, whatever it is. */
  readonly set?: VoteState | undefined
}

/** What the vote shall be. */
export const requestedState = ({ up, set }: RequestedVote): VoteState => set ?? (up ? 'up' : 'down')

/** Whether it becomes none where it is so already. */
export const doesToggle = ({ set }: RequestedVote): boolean => set === undefined
