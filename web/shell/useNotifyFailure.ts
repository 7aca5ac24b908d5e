import { useCallback } from 'react'
import { refusalOf } from '../data/failure.ts'
import { useDialogs } from './dialogs.tsx'
import { failureText } from './failureText.ts'
import { useToasts } from './toasts.tsx'

/** Tells people about a failure; one that only a login can mend opens the login prompt instead. */
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
