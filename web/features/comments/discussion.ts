import { createContext, useContext } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import type { ThreadParams } from '../../data/comments/threadChanges.ts'
import type { Role } from '../../data/users/roles.ts'
import type { Span } from './commentFacts.ts'

/** What the comments of a page share. It stays the same object when a comment is added. */
export interface Discussion {
  readonly threadParams: ThreadParams
  readonly post: Pick<
    Post,
    'publicId' | 'communityId' | 'communityName' | 'userId' | 'userGhostId' | 'downvoters'
  >
  readonly lastVisitAt: string | null
  /** The comments that the followed notification is about. */
  readonly span: Span | null
  /** null for guests. */
  readonly viewerId: string | null
  /** The viewer's roles here, besides `normal`. */
  readonly roles: readonly Role[]
  /** Whether the server rendered this discussion; then the document also contains comments beyond the render budget. */
  readonly isServerRendered: boolean
  /** Why nobody or this viewer can write; null when they can. */
  readonly commentingRefusal: string | null
  /** Whether votes are closed, too. */
  readonly isLocked: boolean
}

export const DiscussionContext = createContext<Discussion | null>(null)

/**
 * Loads more replies to a comment. When it rejects, the failure has been shown. One for all comments: a mutation for each would cost
 * more than its markup.
 */
export const LoadRepliesContext = createContext<(commentId: string) => Promise<unknown>>(() =>
  Promise.reject(new Error('There is no discussion outside of <Comments>.')),
)

export function useDiscussion(): Discussion {
  const discussion = useContext(DiscussionContext)
  if (!discussion) throw new Error('There is no discussion outside of <Comments>.')
  return discussion
}
