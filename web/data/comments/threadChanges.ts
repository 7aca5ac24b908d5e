import type { Comment } from '../../../contract/entities/comment.ts'
import type { CommentSort } from '../../../contract/words.ts'

/** Which part of a post's discussion is shown. */
export interface ThreadParams {
  readonly publicId: string
  readonly sort: CommentSort
  /** Cursor of the first comments shown, with `focus` of its own replies, for readers without JavaScript; null: all. */
  readonly from: string | null
  /** Id of a comment that is shown alone, with its ancestors and its replies; null: all comments. */
  readonly focus: string | null
}

/** As much of a post's discussion as has been loaded. */
export interface Thread {
  /** Flat; siblings follow each other in the order of the discussion. */
  readonly comments: readonly Comment[]
  /** Cursor of the comments that follow, or null. */
  readonly next: string | null
  /** Ids of comments that were written in this window, oldest first. */
  readonly written: readonly string[]
  /** With which reply to a comment its replies go on, by the id of the comment, once some were asked for and there are more. */
  readonly nextReplies?: Readonly<Record<string, string | undefined>>
  /** Only what surrounds this comment was loaded; null when the thread is not about one comment. */
  readonly focus: string | null
}

/** Replaces a comment by its newer version; a thread without it stays the same object. */
export function withChanged(thread: Thread, fresh: Comment): Thread {
  if (!thread.comments.some(({ id }) => id === fresh.id)) return thread
  return {
    ...thread,
    comments: thread.comments.map((comment) => (comment.id === fresh.id ? fresh : comment)),
  }
}
