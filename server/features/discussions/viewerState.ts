import type { CommentState } from '../../core/comments/serialize.ts'
import type { OpenedPost } from '../../core/posts/queries.ts'

/** @returns what each comment of this post is to the viewer. */
export function commentStateOf({ upvoted, downvoted, muted_members: mutedMembers }: OpenedPost) {
  const votes = new Map([
    ...upvoted.map((id) => [id, true] as const),
    ...downvoted.map((id) => [id, false] as const),
  ])
  const muted = new Set(mutedMembers)
  return ({ id, authorId }: { id: string; authorId: string }): CommentState => ({
    my_vote: votes.get(id) ?? null,
    author_is_muted: muted.has(authorId),
  })
}
