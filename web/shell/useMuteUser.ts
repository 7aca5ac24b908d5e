import { limits } from '../../contract/limits.ts'
import { useViewer } from '../data/initial.ts'
import { useUserMute } from '../data/mutes.ts'
import { useDialogs } from './dialogs.tsx'
import { useToasts } from './toasts.tsx'
import { useNotifyFailure } from './useNotifyFailure.ts'

/** Whether the viewer muted a member, and what a press on the button does: guests are asked to log in. */
export function useMuteUser({ id, username }: { id: string; username: string }) {
  const viewer = useViewer()
  const dialogs = useDialogs()
  const toasts = useToasts()
  const { isMuted, toggle } = useUserMute(id, {
    done: (wanted) =>
      toasts.show(
        wanted === 'mute'
          ? `Posts from @${username} won't appear on any of your feeds from now on.`
          : `Unmuted @${username}`,
        { ms: limits.muteAlertMs },
      ),
    failure: useNotifyFailure(),
  })
  return { isMuted, toggle: () => (viewer ? toggle() : dialogs.open('login-prompt')) }
}
