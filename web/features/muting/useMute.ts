import { useViewer } from '../../data/account/initial.ts'
import { type MuteTarget, useMuteChange } from '../../data/users/mutes.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'

const muteAlertMs = 5000

const texts = {
  user: {
    mute: (name: string) => `Posts from @${name} won't appear on any of your feeds from now on.`,
    unmute: (name: string) => `Unmuted @${name}`,
  },
  community: {
    mute: (name: string) => `Posts from /${name} won't appear on All anymore.`,
    unmute: (name: string) => `Unmuted /${name}`,
  },
}

/** Whether the viewer muted a member or community, and the action of the button: guests are prompted to log in. */
export function useMute({ type, id, name }: MuteTarget & { name: string }) {
  const viewer = useViewer()
  const dialogs = useDialogs()
  const toasts = useToasts()
  const { isMuted, toggle } = useMuteChange(
    { type, id },
    {
      done: (wanted) => toasts.show(texts[type][wanted](name), wanted === 'mute' ? { ms: muteAlertMs } : {}),
      failure: useNotifyFailure(),
    },
  )
  return { isMuted, toggle: () => (viewer ? toggle() : dialogs.open('login-prompt')) }
}
