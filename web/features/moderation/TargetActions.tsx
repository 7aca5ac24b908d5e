import { useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import type { Content } from '../../data/posts/contents.ts'
import { mayModerate } from '../../data/users/mayModerate.ts'
import { rolesIn } from '../../data/users/roles.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import LockDialog from '../reasons/LockDialog.tsx'
import RemoveDialog from '../reasons/RemoveDialog.tsx'
import { CommunityBanDialog } from './CommunityBanDialog.tsx'
import { Restore, Unlock } from './QueueActions.tsx'
import { useNotifyDecisionFailure } from './useNotifyDecisionFailure.ts'

/** A moderator's actions on a post or comment in a list. */
export function TargetActions({ content }: { content: Content }) {
  const initial = useInitial()
  const { user, moderates } = initial
  const { type, item } = content
  const [as] = rolesIn({ userMod: moderates?.includes(item.communityId) ?? false }, user)
  const notifyFailure = useNotifyDecisionFailure(type)
  const layer = useLayer()
  const [action, setAction] = useState<'remove' | 'lock' | 'ban'>('remove')
  if (!as) return null
  const ask = (about: typeof action) => {
    setAction(about)
    layer.open()
  }
  const isAuthorKnown =
    !item.userDeleted && !('isByCommunity' in item) && !('contentStripped' in item && item.contentStripped)
  const isOwn = item.userId === user?.id
  return (
    <>
      <Restore content={content} />
      {!item.deleted && (
        <>
          <Button small icon="delete" onClick={() => ask('remove')}>
            {t('Remove')}
          </Button>
          {item.locked ? (
            <Unlock content={content} />
          ) : (
            <Button small icon="lock" onClick={() => ask('lock')}>
              {t('Lock')}
            </Button>
          )}
        </>
      )}
      {isAuthorKnown && !isOwn && mayModerate(initial, item.communityId, 'members') && (
        <Button small icon="ban" onClick={() => ask('ban')}>
          {t('Ban author')}
        </Button>
      )}
      {layer.isOpen &&
        (action === 'ban' ? (
          <CommunityBanDialog
            community={{ id: item.communityId, name: item.communityName }}
            username={item.username}
            onClose={layer.close}
          />
        ) : action === 'remove' ? (
          <RemoveDialog content={content} as={as} onFailure={notifyFailure} onClose={layer.close} />
        ) : (
          <LockDialog content={content} as={as} onFailure={notifyFailure} onClose={layer.close} />
        ))}
    </>
  )
}
