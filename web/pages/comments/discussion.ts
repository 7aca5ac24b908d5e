import { createContext, useContext } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import type { Office } from '../../data/roles.ts'
import type { ThreadAddress } from '../../data/thread.ts'
import type { Span } from './commentFacts.ts'

/** What the comments of a page have in common. Nothing in it changes when a comment is added. */
export interface Discussion {
  readonly address: ThreadAddress
  readonly post: Pick<Post, 'publicId' | 'communityId' | 'communityName' | 'userId' | 'userGhostId'>
  readonly lastVisitAt: string | null
  /** The comments that a notification led here for. */
  readonly span: Span | null
  /** null for guests. */
  readonly viewerId: string | null
  /** The roles that the viewer has here besides their own. */
  readonly offices: readonly Office[]
  /** Whether what is not drawn yet is in the document all the same, because the server rendered it. */
  readonly isWhole: boolean
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
