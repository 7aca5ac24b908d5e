import { useCallback } from 'react'
import { actionRefusalText } from '../../features/failures/refusalText.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'

/** Shows why a moderation tool failed. */
export function useNotifyToolsFailure(): (error: unknown) => void {
  const notifyFailure = useNotifyFailure()
  const toasts = useToasts()
  return useCallback(
    (error) => {
      const text = actionRefusalText(error)
      if (text) toasts.show(text, { tone: 'danger' })
      else notifyFailure(error)
    },
    [notifyFailure, toasts],
  )
}
