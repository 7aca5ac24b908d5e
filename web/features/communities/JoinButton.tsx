import type { Community } from '../../../contract/entities/community.ts'
import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import { useChangeMembership, useMembership } from '../../data/communities/membership.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { plainAct } from '../../ui/buttons/plainAct.ts'
import { onDemand } from '../../ui/onDemand.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'

const LeaveDialog = onDemand(() => import('./LeaveDialog.tsx'))

interface JoinButtonProps {
  community: Community
  wide?: boolean
  /** For lists with many of these buttons. */
  small?: boolean
}

/**
 * Joins a community, or leaves it. Guests are prompted to log in; moderators must confirm, because leaving ends their
 * role.
 */
export function JoinButton({ community, wide = false, small = false }: JoinButtonProps) {
  const isGuest = useViewer() === null
  const dialogs = useDialogs()
  const { isMember } = useMembership(community)
  const change = useChangeMembership(community, useNotifyFailure())
  const question = useLayer()
  const mustAsk = isMember && community.userMod
  const press = () => {
    if (isGuest) dialogs.open('login-prompt')
    else if (!isMember) change('join')
    else if (mustAsk) question.open()
    else change('leave')
  }
  return (
    <>
      <Button
        variant={small === isMember ? (small ? 'soft' : 'main') : 'plain'}
        wide={wide}
        small={small}
        {...(import.meta.env.SSR && !mustAsk && plainAct(isMember ? 'leave' : 'join', community.id))}
        onClick={press}
        {...(mustAsk && { onPointerEnter: LeaveDialog.prefetch, onFocus: LeaveDialog.prefetch })}
      >
        {isMember ? t('Joined') : t('Join')}
        <span className="visually-hidden"> {community.name}</span>
      </Button>
      {question.isOpen && (
        <LeaveDialog
          communityName={community.name}
          onLeave={() => {
            question.close()
            change('leave')
          }}
          onClose={question.close}
        />
      )}
    </>
  )
}
