import type { User } from '../../../contract/entities/ownUser.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial, useViewer } from '../../data/account/initial.ts'
import { useBadge } from '../../data/users/users.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { useMute } from '../../features/muting/useMute.ts'
import { ReportButton } from '../../features/report/ReportButton.tsx'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { BanActions } from './BanActions.tsx'
import styles from './ProfileActions.module.css'

/** The viewer's actions on another member. */
export function ProfileActions({ user }: { user: User }) {
  const { isMuted, toggle } = useMute({ type: 'user', id: user.id, name: user.username })
  const isAdmin = useViewer()?.isAdmin === true
  const { mayVouch } = useInitial()
  return (
    <div className={styles.actions}>
      <Button icon="mute" small aria-pressed={isMuted} disabled={user.deleted} onClick={toggle}>
        {isMuted ? t('Unmute user') : t('Mute user')}
      </Button>
      <ReportButton what={`@${user.username}`} address={`/@${user.username}`} />
      {mayVouch && !user.deleted && <Vouch username={user.username} />}
      {isAdmin && <SupporterBadge user={user} />}
      {isAdmin && <BotBadge user={user} />}
      {isAdmin && <BanActions user={user} />}
    </div>
  )
}

const VouchDialog = onDemand(() => import('./VouchDialog.tsx'))

function Vouch({ username }: { username: string }) {
  const dialog = useLayer()
  return (
    <>
      <Button icon="check" small onClick={dialog.open}>
        {t('Vouch')}
      </Button>
      {dialog.isOpen && <VouchDialog username={username} onClose={dialog.close} />}
    </>
  )
}

function SupporterBadge({ user }: { user: User }) {
  const has = user.badges.some(({ type }) => type === 'supporter')
  const badge = useBadge(user.username, 'supporter', useNotifyFailure())
  return (
    <Button
      icon="supporter"
      small
      busy={badge.isPending}
      disabled={user.deleted}
      onClick={() => badge.mutate(has ? 'remove' : 'give')}
    >
      {has ? t('Remove supporter badge') : t('Give supporter badge')}
    </Button>
  )
}

function BotBadge({ user }: { user: User }) {
  const has = user.badges.some(({ type }) => type === 'bot')
  const badge = useBadge(user.username, 'bot', useNotifyFailure())
  return (
    <Button
      icon="settings"
      small
      busy={badge.isPending}
      disabled={user.deleted}
      onClick={() => badge.mutate(has ? 'remove' : 'give')}
    >
      {has ? t('Remove bot label') : t('Label as bot')}
    </Button>
  )
}
