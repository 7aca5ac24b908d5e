import type { VoteState } from '../../../contract/words.ts'

/** A vote as somebody sends it. */
export interface WantedVote {
  /** Which arrow is pressed: the same again takes the vote back. */
  readonly up: boolean
  /** What the vote shall be instead, whatever it is. */
  readonly set?: VoteState | undefined
}

/** The same, for the statements that vote. `up` is the vote: null none. `toggles`: unless it is so already, and then none. */
export const voteParameters = ({ up, set }: WantedVote): { up: boolean | null; toggles: boolean } =>
  set === undefined ? { up, toggles: true } : { up: set === 'none' ? null : set === 'up', toggles: false }
