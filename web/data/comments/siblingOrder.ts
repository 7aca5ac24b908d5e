import type { Comment } from '../../../contract/entities/comment.ts'
import type { CommentSort } from '../../../contract/words.ts'

type Ranked = Pick<Comment, 'id' | 'upvotes' | 'downvotes' | 'deletedAt' | 'isPinned'>

interface Votes {
  readonly upvotes: number
  readonly downvotes: number
}

/** The same keys as those of the server (`comment_key`), by which comments fall; docs/threads.md explains them. */
const keys: Record<CommentSort, (votes: Votes) => number> = {
  best: ({ upvotes, downvotes }) =>
    upvotes <= 0
      ? 0
      : Math.floor(
          (1e9 *
            (upvotes +
              0.821187207575 -
              1.281551565545 * Math.sqrt((upvotes * downvotes) / (upvotes + downvotes) + 0.410593603788))) /
            (upvotes + downvotes + 1.64237441515),
        ),
  top: ({ upvotes, downvotes }) => upvotes - downvotes,
  controversial: ({ upvotes, downvotes }) =>
    upvotes <= 0 || downvotes <= 0
      ? 0
      : Math.floor(
          ((upvotes + downvotes) * Math.min(upvotes, downvotes) * 1000) / Math.max(upvotes, downvotes),
        ),
  new: () => 0,
  old: () => 0,
}

/** Hidden votes count as 0. */
const votesOf = ({ upvotes, downvotes }: Ranked): Votes => ({
  upvotes: upvotes ?? 0,
  downvotes: downvotes ?? 0,
})

/** Whether a comment comes before a sibling in an order. The pinned one is first, deleted ones are last; of equal ones the newer is first, except in *Old*. */
export function standsBefore(comment: Ranked, sibling: Ranked, sort: CommentSort): boolean {
  if (comment.isPinned || sibling.isPinned) return comment.isPinned === true
  if ((comment.deletedAt === null) !== (sibling.deletedAt === null)) return comment.deletedAt === null
  const [key, other] = [keys[sort](votesOf(comment)), keys[sort](votesOf(sibling))]
  if (key !== other && comment.deletedAt === null) return key > other
  // Ids have the same length, so they are compared as texts.
  const isOldFirst = sort === 'old' && comment.deletedAt === null
  return isOldFirst ? comment.id < sibling.id : comment.id > sibling.id
}
