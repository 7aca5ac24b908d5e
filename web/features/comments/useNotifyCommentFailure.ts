import { useNotifyRefused } from '../failures/useNotifyRefused.ts'

const loadText = async () => (await import('./commentRefusals.ts')).commentRefusalText
const loadVoteText = async () => (await import('./commentRefusals.ts')).commentVoteRefusalText

/** Shows why an action on a comment failed. */
export const useNotifyCommentFailure = (): ((error: unknown) => void) => useNotifyRefused(loadText)

/** Shows why a vote on a comment failed. */
export const useNotifyCommentVoteFailure = (): ((error: unknown) => void) => useNotifyRefused(loadVoteText)
