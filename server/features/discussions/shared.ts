import type { CommentsState } from '../../core/comments/shared.ts'
import type { OpenedPost } from '../../core/posts/queries.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'

/** From when on something must have been read for this viewer; guests' answers are kept as a whole, so theirs is made of what is read now. */
export const freshFromOf = (viewer: Viewer | null): number => viewer?.freshFrom ?? Number.POSITIVE_INFINITY

export const commentsStateOf = (row: OpenedPost): CommentsState => ({
  votes: new Map([
    ...row.upvoted.map((id) => [id, true] as const),
    ...row.downvoted.map((id) => [id, false] as const),
  ]),
  mutedMembers: new Set(row.muted_members),
})
