import { createContext, useContext } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import type { ThreadParams } from '../../data/comments/thread.ts'
import type { Role } from '../../data/users/roles.ts'
import type { Span } from './commentFacts.ts'

/** What the comments of a page have in common. Nothing in it changes when a comment is added. */
export interface Discussion {
  readonly threadParams: ThreadParams
  readonly post: Pick<Post, 'publicId' | 'communityId' | 'communityName' | 'userId' | 'userGhostId'>
  readonly lastVisitAt: string | null
  /** The comments that a notification led here for. */
  readonly span: Span | null
  /** null for guests. */
  readonly viewerId: string | null
  /** The roles that the viewer has here besides their own. */
  readonly roles: readonly Role[]
  /** Whether the server rendered this discussion: comments beyond the render budget are then in the document, too. */
  readonly isServerRendered: boolean
  /** Why nothing can be written; null when it can. */
  readonly closedReason: string | null
  /** Whether votes are closed too. */
  readonly isLocked: boolean
}

export const DiscussionContext = createContext<Discussion | null>(null)

export function useDiscussion(): Discussion {
  const discussion = useContext(DiscussionContext)
  if (!discussion) throw new Error('There is no discussion outside of <Comments>.')
  return discussion
}
