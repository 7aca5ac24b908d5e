import type { Content } from '../../data/contents.ts'
import { useNotifyCommentFailure } from '../comments/useNotifyCommentFailure.ts'
import { useNotifyPostFailure } from '../post/actions/useNotifyPostFailure.ts'

/** Tells why something about a post or a comment did not work. */
export function useNotifyDecisionFailure(type: Content['type']): (error: unknown) => void {
  const notify = { post: useNotifyPostFailure(), comment: useNotifyCommentFailure() }
  return notify[type]
}
