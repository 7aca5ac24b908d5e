import { useCallback } from 'react'
import { refusalOf } from '../../data/failure.ts'
import { refusalText } from '../../shell/refusalText.ts'
import { useToasts } from '../../shell/toasts.tsx'
import { useNotifyFailure } from '../../shell/useNotifyFailure.ts'

/** Tells an admin in the server's own words why something was refused. */
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
