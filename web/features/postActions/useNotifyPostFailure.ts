import { useCallback } from 'react'
import { refusalOf } from '../../data/failure.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'

/** Shows why an action on a post failed. The messages for refusals are loaded only then. */
export function useNotifyPostFailure(): (error: unknown) => void {
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  return useCallback(
    (error) => {
      if (!refusalOf(error)) return notifyFailure(error)
      import('./postRefusals.ts').then(
        ({ postRefusalText }) => {
          const text = postRefusalText(error)
          if (text) toasts.show(text, { tone: 'danger' })
          else notifyFailure(error)
        },
        () => notifyFailure(error),
      )
    },
    [toasts, notifyFailure],
  )
}
