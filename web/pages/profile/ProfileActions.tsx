import type { User } from '../../../contract/entities/ownUser.ts'
import { t } from '../../../contract/texts/t.ts'
import { type BadgeType, badgeTypes } from '../../../contract/words.ts'
import { useInitial, useViewer } from '../../data/account/initial.ts'
import { useBadge } from '../../data/users/profiles.ts'
import { useNotifyActionFailure } from '../../features/failures/useNotifyActionFailure.ts'
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
      {isAdmin && badgeTypes.map((type) => <BadgeButton key={type} user={user} type={type} />)}
      {isAdmin && <BanActions user={user} />}
    </div>
  )
}

const BotDialog = onDemand(() => import('./BotDialog.tsx'))
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

const badgeButtons = {
  supporter: {
    icon: 'supporter',
    give: () => t('Give supporter badge'),
    remove: () => t('Remove supporter badge'),
  },
  bot: { icon: 'settings', give: () => t('Label as bot'), remove: () => t('Remove bot label') },
} as const satisfies Record<BadgeType, unknown>

function BadgeButton({ user, type }: { user: User; type: BadgeType }) {
  const act = user.badges.some((badge) => badge.type === type) ? 'remove' : 'give'
  const badge = useBadge(user.username, type, useNotifyActionFailure())
  const dialog = useLayer()
  return (
    <>
      <Button
        icon={badgeButtons[type].icon}
        small
        busy={badge.isPending}
        disabled={user.deleted}
        onClick={() => (type === 'bot' && act === 'give' ? dialog.open() : badge.mutate(act))}
      >
        {badgeButtons[type][act]()}
      </Button>
      {dialog.isOpen && <BotDialog username={user.username} onClose={dialog.close} />}
    </>
  )
}
