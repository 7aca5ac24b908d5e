import type { VoteState as VoteWord } from '../../../contract/words.ts'

/** The votes on a post or comment, and the viewer's own vote. Hidden numbers are NaN, and stay that, whatever is pressed. */
export interface VoteState {
  readonly upvotes: number
  readonly downvotes: number
  /** Null for none, true for up, false for down. */
  readonly vote: boolean | null
}

/** The votes after an arrow is pressed: the same again removes the vote, the other one replaces it. */
export function pressArrow({ upvotes, downvotes, vote }: VoteState, up: boolean): VoteState {
  const next = vote === up ? null : up
  return {
    upvotes: upvotes + Number(next === true) - Number(vote === true),
    downvotes: downvotes + Number(next === false) - Number(vote === false),
    vote: next,
  }
}

/** The same facts, as the API writes them on posts and comments. */
export const voteStateOf = (item: {
  upvotes: number | null
  downvotes: number | null
  userVotedUp: boolean | null
}): VoteState => ({
  upvotes: item.upvotes ?? Number.NaN,
  downvotes: item.downvotes ?? Number.NaN,
  vote: item.userVotedUp,
})

/** The vote to send when an arrow is pressed; as a state, it is idempotent. */
export const requestedVote = (votes: VoteState, up: boolean): { up: boolean; set: VoteWord } => {
  const { vote } = pressArrow(votes, up)
  return { up, set: vote === null ? 'none' : vote ? 'up' : 'down' }
}
