import { useCallback } from 'react'
import { refusalOf } from '../../data/failure.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'
import { failureText } from './failureText.ts'

/** Shows a failure as a toast, or the login prompt when the viewer must log in. */
export function useNotifyFailure(): (error: unknown) => void {
  const toasts = useToasts()
  const dialogs = useDialogs()
  return useCallback(
    (error) => {
      if (refusalOf(error)?.code === 'not_logged_in') dialogs.open('login-prompt')
      else toasts.show(failureText(error), { tone: 'danger' })
    },
    [toasts, dialogs],
  )
}
