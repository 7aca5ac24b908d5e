import type { CommentsState } from '../../core/comments/shared.ts'
import type { OpenedPost } from '../../core/posts/queries.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'

/** The minimum age of cached reads for this viewer. Whole answers for guests are cached, so they are always made of new reads. */
export const freshFromOf = (viewer: Viewer | null): number => viewer?.freshFrom ?? Number.POSITIVE_INFINITY

export const commentsStateOf = (row: OpenedPost): CommentsState => ({
  votes: new Map([
    ...row.upvoted.map((id) => [id, true] as const),
    ...row.downvoted.map((id) => [id, false] as const),
  ]),
  mutedMembers: new Set(row.muted_members),
})
