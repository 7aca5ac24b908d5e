import { useCallback } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { refusalOf } from '../../data/failure.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'

/** The codes of refusals for viewers who are not moderators of the community. */
const noRole = ['not_mod', 'not-mod-not-admin', 'not_admin_nor_mod']

/** Shows why a moderation tool failed, with its own text for viewers who are no longer moderators. */
export function useNotifyToolsFailure(): (error: unknown) => void {
  const notifyFailure = useNotifyFailure()
  const toasts = useToasts()
  return useCallback(
    (error) => {
      if (noRole.includes(refusalOf(error)?.code ?? ''))
        toasts.show(t("You're not a moderator of this community."), { tone: 'danger' })
      else notifyFailure(error)
    },
    [notifyFailure, toasts],
  )
}
