import { useCallback } from 'react'
import { lackingText } from '../../../contract/lackingText.ts'
import { t } from '../../../contract/texts/t.ts'
import { refusalOf } from '../../data/failure.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'

/** The codes of refusals for viewers who are not moderators of the community. */
const noRole = ['not_mod', 'not-mod-not-admin', 'not_admin_nor_mod']

/** Shows why a moderation tool failed, with its own texts for moderators who lack a permission, and viewers who are no longer moderators. */
export function useNotifyToolsFailure(): (error: unknown) => void {
  const notifyFailure = useNotifyFailure()
  const toasts = useToasts()
  return useCallback(
    (error) => {
      const { code = '', message = '' } = refusalOf(error) ?? {}
      if (noRole.includes(code))
        toasts.show(lackingText(message) ?? t("You're not a moderator of this community."), {
          tone: 'danger',
        })
      else notifyFailure(error)
    },
    [notifyFailure, toasts],
  )
}
