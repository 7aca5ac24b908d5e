import { useCallback } from 'react'
import { refusalOf } from '../../data/failure.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import { commentRefusals } from './commentFacts.ts'

/**
 * Shows why an action on a comment failed.
 *
 * @param texts messages by the code of the refusal; other failures get the general message.
 */
export function useNotifyCommentFailure(texts = commentRefusals): (error: unknown) => void {
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  return useCallback(
    (error) => {
      const text = texts[refusalOf(error)?.code ?? '']
      if (text) toasts.show(text, { tone: 'danger' })
      else notifyFailure(error)
    },
    [texts, toasts, notifyFailure],
  )
}
