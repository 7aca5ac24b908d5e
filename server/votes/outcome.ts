/** The voter's own fields in the answer to a press (API contract 2.3): both null after taking a vote back. */
export const votedBy = (vote: boolean | null): { userVoted: true | null; userVotedUp: boolean | null } => ({
  userVoted: vote === null ? null : true,
  userVotedUp: vote,
})
