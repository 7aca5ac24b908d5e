import { useCallback } from 'react'
import { refusalOf } from '../../data/failure.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { useNotifyFailure } from './useNotifyFailure.ts'

/**
 * Shows why an action failed, with a text of its own for a refusal where it has one.
 *
 * @param loadText fetches the texts, which only a refusal needs. It must stay the same function.
 */
export function useNotifyRefused(
  loadText: () => Promise<(error: unknown) => string | null>,
): (error: unknown) => void {
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  return useCallback(
    (error) => {
      if (!refusalOf(error)) return notifyFailure(error)
      loadText().then(
        (textOf) => {
          const text = textOf(error)
          if (text) toasts.show(text, { tone: 'danger' })
          else notifyFailure(error)
        },
        () => notifyFailure(error),
      )
    },
    [loadText, toasts, notifyFailure],
  )
}
