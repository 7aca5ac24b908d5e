import type { Content } from '../../data/posts/contents.ts'
import { useNotifyCommentFailure } from '../comments/useNotifyCommentFailure.ts'
import { useNotifyPostFailure } from '../postActions/useNotifyPostFailure.ts'

/** Shows why an action on a post or comment failed. */
export function useNotifyDecisionFailure(type: Content['type']): (error: unknown) => void {
  const notify = { post: useNotifyPostFailure(), comment: useNotifyCommentFailure() }
  return notify[type]
}
