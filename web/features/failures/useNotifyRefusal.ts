import { useCallback } from 'react'
import { refusalOf } from '../../data/failure.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { refusalText } from './refusalText.ts'
import { useNotifyFailure } from './useNotifyFailure.ts'

/** Shows the server's message for a refusal, because admins can act on the details. */
export function useNotifyRefusal(): (error: unknown) => void {
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  return useCallback(
    (error) => {
      if (refusalOf(error)?.status === 401) notifyFailure(error)
      else toasts.show(refusalText(error), { tone: 'danger' })
    },
    [toasts, notifyFailure],
  )
}
