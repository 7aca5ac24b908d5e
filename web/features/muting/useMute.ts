import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import { type MuteTarget, useMuteChange } from '../../data/users/mutes.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'

const muteAlertMs = 5000

const texts = {
  user: {
    mute: (name: string) => t("Posts from @{name} won't appear on any of your feeds from now on.", { name }),
    unmute: (name: string) => t('Unmuted @{name}', { name }),
  },
  community: {
    mute: (name: string) => t("Posts from /{name} won't appear on All anymore.", { name }),
    unmute: (name: string) => t('Unmuted /{name}', { name }),
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
      done: (change) => toasts.show(texts[type][change](name), change === 'mute' ? { ms: muteAlertMs } : {}),
      failure: useNotifyFailure(),
    },
  )
  return { isMuted, toggle: () => (viewer ? toggle() : dialogs.open('login-prompt')) }
}
