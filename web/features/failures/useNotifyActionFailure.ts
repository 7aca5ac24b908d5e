import { useCallback } from 'react'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { actionRefusalText } from './refusalText.ts'
import { useNotifyFailure } from './useNotifyFailure.ts'

/** Shows why an action failed that needs a role, such as which permission a moderator lacks. */
export function useNotifyActionFailure(): (error: unknown) => void {
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
