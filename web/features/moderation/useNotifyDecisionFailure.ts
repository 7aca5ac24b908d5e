import type { Content } from '../../data/posts/contents.ts'
import { useNotifyCommentFailure } from '../comments/useNotifyCommentFailure.ts'
import { useNotifyPostFailure } from '../postActions/useNotifyPostFailure.ts'

/** Tells why something about a post or a comment did not work. */
export function useNotifyDecisionFailure(type: Content['type']): (error: unknown) => void {
  const notify = { post: useNotifyPostFailure(), comment: useNotifyCommentFailure() }
  return notify[type]
}
