import { useCallback } from 'react'
import { refusalOf } from '../../data/failure.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'

/**
 * Shows why an action on a comment failed. The messages for refusals are loaded only then.
 *
 * @param refusals which of them fit.
 */
export function useNotifyCommentFailure(
  refusals: 'commentRefusalText' | 'commentVoteRefusalText' = 'commentRefusalText',
): (error: unknown) => void {
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  return useCallback(
    (error) => {
      if (!refusalOf(error)) return notifyFailure(error)
      import('./commentRefusals.ts').then(
        ({ [refusals]: textOf }) => {
          const text = textOf(error)
          if (text) toasts.show(text, { tone: 'danger' })
          else notifyFailure(error)
        },
        () => notifyFailure(error),
      )
    },
    [refusals, toasts, notifyFailure],
  )
}
