import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useFreshViewer } from '../../data/account/freshViewer.ts'
import { ownUserKey, useViewer } from '../../data/account/initial.ts'
import { useApi } from '../../data/api.ts'
import { watchOtherTabs } from '../../device/otherTabs.ts'
import { useDialogs } from '../../features/dialogs/dialogs.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'

/** As long as the tab is likely to be open. */
const toastMs = 24 * 3_600_000

/**
 * Notices when another tab logs in or out. The page with what is written on it stays: it says who is logged in, and offers to
 * be loaded again.
 */
export function useViewerElsewhere(): void {
  const api = useApi()
  const queryClient = useQueryClient()
  const dialogs = useDialogs()
  const toasts = useToasts()
  const viewerId = useViewer()?.id ?? ''
  const onOtherAccount = useCallback(
    (username: string) =>
      toasts.show(t("You're now logged in as @{username}.", { username }), {
        ms: toastMs,
        action: { label: t('Reload'), onPress: () => location.reload() },
      }),
    [toasts],
  )
  useFreshViewer({ onLoggedOut: useCallback(() => dialogs.ask('login-prompt'), [dialogs]), onOtherAccount })
  useEffect(
    () =>
      watchOtherTabs(viewerId, () => {
        // A page that began to load earlier may have been the last one to say who is logged in.
        api.call('getInitial', {}).then(
          ({ user }) => {
            if (user && user.id !== viewerId) onOtherAccount(user.username)
            else if (!user && viewerId) void queryClient.refetchQueries({ queryKey: ownUserKey })
          },
          // Offline: the next poll or request finds out.
          () => {},
        )
      }),
    [viewerId, api, queryClient, onOtherAccount],
  )
}
