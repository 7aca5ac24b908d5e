import type { Comment } from '../../../contract/entities/comment.ts'
import type { Thread } from './threadChanges.ts'

/** Adds comments, and replaces older versions of them. */
export function withComments(thread: Thread, more: readonly Comment[]): Thread {
  const byId = new Map(thread.comments.map((comment) => [comment.id, comment]))
  for (const comment of more) byId.set(comment.id, comment)
  return { ...thread, comments: [...byId.values()] }
}

/**
 * Adds a page of replies to a comment, and stores the cursor of the next page, which is the last direct reply. There is none
 * after a page that is not full, unless the comment counts more replies than are known: a page of long texts has fewer than asked for.
 */
export function withReplies(
  thread: Thread,
  replies: readonly Comment[],
  { commentId, limit }: { commentId: string; limit: number },
): Thread {
  const own = replies.filter(({ parentId }) => parentId === commentId)
  const last = own.at(-1)
  const loaded = withComments(thread, replies)
  const counted = loaded.comments.find(({ id }) => id === commentId)?.noRepliesDirect ?? 0
  const known = loaded.comments.filter(({ parentId }) => parentId === commentId).length
  // A page begins with the last one of the previous page.
  const mayGoOn = own.length >= limit || (own.length > 1 && known < counted)
  const next = mayGoOn && last ? replyCursor(last) : undefined
  return { ...loaded, nextReplies: { ...thread.nextReplies, [commentId]: next } }
}

/** Deleted comments have an order of their own, by their ids. Where votes are hidden, the server takes the current ones. */
const replyCursor = ({ id, upvotes, downvotes, deletedAt }: Comment): string =>
  deletedAt === null && upvotes !== null ? `${upvotes}.${downvotes}.${id}` : id

/** Adds a comment that was just written, and counts it for all above it. */
export function withWritten(thread: Thread, comment: Comment): Thread {
  const belongsHere =
    comment.parentId === null
      ? thread.focus === null
      : thread.comments.some(({ id }) => id === comment.parentId)
  if (!belongsHere) return thread
  const above = new Set(comment.ancestors)
  const counted = thread.comments.map((other) =>
    above.has(other.id)
      ? {
          ...other,
          noReplies: other.noReplies + 1,
          noRepliesDirect: other.noRepliesDirect + Number(other.id === comment.parentId),
        }
      : other,
  )
  return { ...thread, comments: [...counted, comment], written: [...thread.written, comment.id] }
}
