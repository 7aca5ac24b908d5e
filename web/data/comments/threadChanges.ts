import type { Comment } from '../../../contract/entities/comment.ts'
import type { CommentSort } from '../../../contract/words.ts'

/** Which part of a post's discussion is shown. */
export interface ThreadParams {
  readonly publicId: string
  readonly sort: CommentSort
  /** Cursor of the first comments shown (with `focus`, of its direct replies), for readers without JavaScript; null for the beginning. */
  readonly from: string | null
  /** Id of a comment that is shown alone, with its ancestors and its replies; null: all comments. */
  readonly focus: string | null
}

/** The loaded part of a post's discussion. */
export interface Thread {
  /** Flat; siblings follow each other in the order of the discussion. */
  readonly comments: readonly Comment[]
  /** Cursor of the comments that follow, or null. */
  readonly next: string | null
  /** Ids of comments that were written in this window, oldest first. */
  readonly written: readonly string[]
  /** Whether new comments were added before those that the server lists between them and the others. */
  readonly hasEarly?: boolean
  /** Cursors of further replies, by the id of their parent, for comments whose replies were loaded partly. */
  readonly nextReplies?: Readonly<Record<string, string | undefined>>
  /** Id of the focused comment, around which the thread was loaded; null for a whole discussion. */
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
