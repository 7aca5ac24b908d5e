import { useCallback } from 'react'
import { refusalOf } from '../../data/failure.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'

/**
 * Shows why an action on a comment failed.
 *
 * @param refusals the messages by the code of the refusal, which are loaded only then; other failures get the general message.
 */
export function useNotifyCommentFailure(
  refusals: 'commentRefusals' | 'voteRefusals' = 'commentRefusals',
): (error: unknown) => void {
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  return useCallback(
    (error) => {
      const { code, message } = refusalOf(error) ?? {}
      if (code === undefined) return notifyFailure(error)
      import('./commentRefusals.ts').then(
        ({ [refusals]: texts }) => {
          const text = texts(message)[code]
          if (text) toasts.show(text, { tone: 'danger' })
          else notifyFailure(error)
        },
        () => notifyFailure(error),
      )
    },
    [refusals, toasts, notifyFailure],
  )
}
