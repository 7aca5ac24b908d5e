import { useCallback } from 'react'
import { refusalOf } from '../../data/failure.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'
import { failureText } from './failureText.ts'

/** Shows a failure as a toast, or the dialog that the viewer has to answer first. */
export function useNotifyFailure(): (error: unknown) => void {
  const toasts = useToasts()
  const dialogs = useDialogs()
  return useCallback(
    (error) => {
      const code = refusalOf(error)?.code
      if (code === 'not_logged_in') dialogs.ask('login-prompt')
      else if (code === 'agreement-needed') dialogs.ask('agreement')
      else toasts.show(failureText(error), { tone: 'danger' })
    },
    [toasts, dialogs],
  )
}
