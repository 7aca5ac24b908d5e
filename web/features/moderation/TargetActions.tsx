import { useState } from 'react'
import { useInitial } from '../../data/account/initial.ts'
import { useDecide } from '../../data/moderation/moderation.ts'
import { useRestore } from '../../data/moderation/removal.ts'
import type { Content } from '../../data/posts/contents.ts'
import { rolesIn } from '../../data/users/roles.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import RemoveDialog from '../reasons/RemoveDialog.tsx'
import { CommunityBanDialog } from './CommunityBanDialog.tsx'
import { LockTargetDialog } from './LockTargetDialog.tsx'
import { useNotifyDecisionFailure } from './useNotifyDecisionFailure.ts'

interface TargetActionsProps {
  /** null: it no longer exists, and its reports can only be ignored. */
  content: Content | null
  /** Whether its author is already banned. */
  isAuthorBanned?: boolean
  /** Closes the reports without an action; undefined when there are none. */
  ignore?: { label: string; busy: boolean; onIgnore: () => void }
}

/** A moderator's actions on a post or comment in a list. */
export function TargetActions({ content, isAuthorBanned = false, ignore }: TargetActionsProps) {
  return (
    <>
      {ignore && (
        <Button small icon="check" busy={ignore.busy} onClick={ignore.onIgnore}>
          {ignore.label}
        </Button>
      )}
      {content && <ContentActions content={content} isAuthorBanned={isAuthorBanned} />}
    </>
  )
}

function ContentActions({ content, isAuthorBanned }: { content: Content; isAuthorBanned: boolean }) {
  const { user, moderates } = useInitial()
  const { type, item } = content
  const [as] = rolesIn({ userMod: moderates?.includes(item.communityId) ?? false }, user)
  const decide = useDecide(content)
  const notifyFailure = useNotifyDecisionFailure(type)
  const toasts = useToasts()
  const restore = useRestore(content)
  const layer = useLayer()
  const [asked, setAsked] = useState<'remove' | 'lock' | 'ban'>('remove')
  if (!as) return null
  const ask = (about: typeof asked) => {
    setAsked(about)
    layer.open()
  }
  const isAuthorKnown = !item.userDeleted && !('contentStripped' in item && item.contentStripped)
  const isErased = 'publicId' in item ? item.deletedContent : !item.bodyHtml
  const mayRestore =
    !isErased && (item.deletedAs === 'mods' || (item.deletedAs === 'admins' && user?.isAdmin === true))
  const isOwn = item.userId === user?.id
  const unlock = () =>
    decide.mutate(
      { action: 'unlock', as, reason: '' },
      {
        onSuccess: () => toasts.show(type === 'post' ? 'Post unlocked.' : 'Replies unlocked.'),
        onError: notifyFailure,
      },
    )
  return (
    <>
      {mayRestore && (
        <Button
          small
          icon="undo"
          busy={restore.isPending}
          onClick={() =>
            restore.mutate(undefined, {
              onSuccess: () => toasts.show(type === 'post' ? 'Post restored.' : 'Comment restored.'),
              onError: notifyFailure,
            })
          }
        >
          Restore
        </Button>
      )}
      {!item.deleted && (
        <>
          <Button small icon="delete" onClick={() => ask('remove')}>
            Remove
          </Button>
          {item.locked ? (
            <Button small icon="unlock" busy={decide.isPending} onClick={unlock}>
              Unlock
            </Button>
          ) : (
            <Button small icon="lock" onClick={() => ask('lock')}>
              Lock
            </Button>
          )}
        </>
      )}
      {isAuthorKnown && !isOwn && !isAuthorBanned && (
        <Button small icon="ban" onClick={() => ask('ban')}>
          Ban author
        </Button>
      )}
      {layer.isOpen &&
        (asked === 'ban' ? (
          <CommunityBanDialog
            community={{ id: item.communityId, name: item.communityName }}
            username={item.username}
            onClose={layer.close}
          />
        ) : asked === 'remove' ? (
          <RemoveDialog content={content} as={as} onFailure={notifyFailure} onClose={layer.close} />
        ) : (
          <LockTargetDialog content={content} as={as} onClose={layer.close} />
        ))}
    </>
  )
}
