import { useCallback } from 'react'
import { refusalOf } from '../../data/failure.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'

/** The codes with which the tools of a community are refused to others than its moderators. */
const noRole = ['not_mod', 'not-mod-not-admin', 'not_admin_nor_mod']

/** Tells about a failure of a moderation tool; that somebody is no longer a moderator is said in these words. */
export function useNotifyToolsFailure(): (error: unknown) => void {
  const notifyFailure = useNotifyFailure()
  const toasts = useToasts()
  return useCallback(
    (error) => {
      if (noRole.includes(refusalOf(error)?.code ?? ''))
        toasts.show('You are not a moderator of this community.', { tone: 'danger' })
      else notifyFailure(error)
    },
    [notifyFailure, toasts],
  )
}
