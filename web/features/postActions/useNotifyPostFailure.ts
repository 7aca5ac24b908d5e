import { useCallback } from 'react'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import { postRefusalText } from './postRefusals.ts'

/** Shows why an action on a post failed. */
export function useNotifyPostFailure(): (error: unknown) => void {
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  return useCallback(
    (error) => {
      const text = postRefusalText(error)
      if (text) toasts.show(text, { tone: 'danger' })
      else notifyFailure(error)
    },
    [toasts, notifyFailure],
  )
}
