import { useCallback } from 'react'
import { ConnectionFailure, refusalOf } from '../data/failure.ts'
import { useDialogs } from './dialogs.tsx'
import { useToasts } from './toasts.tsx'

/** What people are told about a failure that the place where it happened has no words for. */
export function failureText(error: unknown): string {
  if (refusalOf(error)?.status === 429) return 'Whoah, slow down there!'
  if (error instanceof ConnectionFailure) return "Make sure you're connected to the internet"
  return 'Something went wrong.'
}

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
