import type { CommentsState } from '../../core/comments/shared.ts'
import type { OpenedPost } from '../../core/posts/queries.ts'

export const commentsStateOf = (row: OpenedPost): CommentsState => ({
  votes: new Map([
    ...row.upvoted.map((id) => [id, true] as const),
    ...row.downvoted.map((id) => [id, false] as const),
  ]),
  mutedMembers: new Set(row.muted_members),
})
