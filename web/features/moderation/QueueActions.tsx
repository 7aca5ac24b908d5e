import { useState } from 'react'
import type { DecisionResult, QueueItem } from '../../../contract/entities/queue.ts'
import type { QueueAction, ShownKind } from '../../../contract/queueWords.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { useDecide } from '../../data/moderation/moderation.ts'
import { useDecideItems } from '../../data/moderation/queue.ts'
import { useRestore } from '../../data/moderation/removal.ts'
import type { Content } from '../../data/posts/contents.ts'
import { mayModerate } from '../../data/users/mayModerate.ts'
import { rolesIn } from '../../data/users/roles.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { type FittingAction, FittingActions } from '../../ui/buttons/FittingActions.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import type { MenuItem } from '../../ui/overlays/menuItem.ts'
import { useNotifyActionFailure } from '../failures/useNotifyActionFailure.ts'
import EraseDialog from '../reasons/EraseDialog.tsx'
import { useAnnounceRemoval } from '../reasons/useAnnounceRemoval.ts'
import { CommunityBanDialog } from './CommunityBanDialog.tsx'
import { MemberHistoryDialog } from './MemberHistory.tsx'
import styles from './QueueActions.module.css'
import { doneText } from './queueTexts.ts'
import { RemoveItemsDialog } from './RemoveItemsDialog.tsx'
import { useNotifyDecisionFailure } from './useNotifyDecisionFailure.ts'

interface QueueActionsProps {
  item: QueueItem
  /** null: it no longer exists, and its reports can only be closed. */
  content: Content | null
  kind: ShownKind
  /** Another moderator has already decided. */
  onOvertaken: (results: readonly DecisionResult[]) => void
}

/** The actions on an item of the queue, by button or key. */
export function QueueActions({ item, content, kind, onOvertaken }: QueueActionsProps) {
  const decide = useDecideItems()
  const toasts = useToasts()
  const notifyFailure = useNotifyActionFailure()
  const announceRemoval = useAnnounceRemoval(notifyFailure)
  const layer = useLayer()
  const [dialogKind, setDialogKind] = useState<'remove' | 'erase' | 'ban' | 'history'>('remove')
  const ask = (about: typeof dialogKind) => {
    setDialogKind(about)
    layer.open()
  }
  const initial = useInitial()
  const { user } = initial
  const announce = (action: QueueAction) => (results: readonly DecisionResult[]) => {
    if (!results.every(({ done }) => done)) onOvertaken(results)
    else if (action === 'remove' && content) announceRemoval(content)
    else toasts.show(doneText(action, item.type, 1), { tone: 'success' })
  }
  const run = (action: QueueAction) =>
    decide.mutate({ action, items: [item] }, { onSuccess: announce(action), onError: notifyFailure })
  const isThere = content !== null && !content.item.deleted
  const mayBan =
    item.author &&
    !item.author.isBanned &&
    item.author.username !== user?.username &&
    mayModerate(initial, item.communityId, 'members')
  const actions: readonly FittingAction[] = [
    ...(kind !== 'removed'
      ? [
          {
            name: 'approve',
            label: t('Approve'),
            icon: 'check' as const,
            button: (
              <Button
                small
                icon="check"
                data-key="a"
                busy={decide.isPending && decide.variables?.action === 'approve'}
                onClick={() => run('approve')}
              >
                {t('Approve')}
              </Button>
            ),
          },
        ]
      : []),
    ...(isThere
      ? [
          {
            name: 'remove',
            label: t('Remove'),
            icon: 'delete' as const,
            button: (
              <Button small icon="delete" data-key="r" onClick={() => ask('remove')}>
                {t('Remove')}
              </Button>
            ),
          },
          content.item.locked
            ? {
                name: 'unlock',
                label: t('Unlock'),
                icon: 'unlock' as const,
                button: <Unlock content={content} />,
              }
            : {
                name: 'lock',
                label: t('Lock'),
                icon: 'lock' as const,
                button: (
                  <Button
                    small
                    icon="lock"
                    data-key="l"
                    busy={decide.isPending && decide.variables?.action === 'lock'}
                    onClick={() => run('lock')}
                  >
                    <span className={styles.word}>{t('Lock')}</span>
                  </Button>
                ),
              },
        ]
      : []),
    ...(content && mayRestore(content, user)
      ? [
          {
            name: 'restore',
            label: t('Restore'),
            icon: 'undo' as const,
            button: <Restore content={content} />,
          },
        ]
      : []),
    ...(mayBan
      ? [
          {
            name: 'ban',
            label: t('Ban author'),
            icon: 'ban' as const,
            button: (
              <Button small icon="ban" data-key="b" onClick={() => ask('ban')}>
                <span className={styles.word}>{t('Ban author')}</span>
              </Button>
            ),
          },
        ]
      : []),
    ...(item.author
      ? [
          {
            name: 'history',
            label: t('History and notes'),
            icon: 'text' as const,
            button: (
              <Button
                small
                icon="text"
                data-key="n"
                aria-label={t('History and notes')}
                onClick={() => ask('history')}
              >
                <span className={styles.word}>{t('History')}</span>
              </Button>
            ),
          },
        ]
      : []),
  ]
  const more: readonly MenuItem[] = [
    ...(item.author && mayModerate(initial, item.communityId, 'mail')
      ? [
          {
            label: t('Message or warn'),
            icon: 'mail' as const,
            href: `/${item.communityName}/modtools/modmail?to=${item.author.username}`,
          },
        ]
      : []),
    ...(content && mayErase(item, content, user)
      ? [{ label: t('Erase…'), icon: 'delete' as const, danger: true, onSelect: () => ask('erase') }]
      : []),
  ]
  return (
    <>
      <FittingActions actions={actions} menuLabel={t('More actions')} more={more} />
      {layer.isOpen &&
        (dialogKind === 'history' ? (
          <MemberHistoryDialog
            communityId={item.communityId}
            communityName={item.communityName}
            username={item.author?.username ?? ''}
            onClose={layer.close}
          />
        ) : dialogKind === 'ban' ? (
          <CommunityBanDialog
            community={{ id: item.communityId, name: item.communityName }}
            username={item.author?.username ?? ''}
            onClose={layer.close}
          />
        ) : dialogKind === 'erase' && content ? (
          <EraseDialog content={content} onFailure={notifyFailure} onClose={layer.close} />
        ) : (
          <RemoveItemsDialog
            items={[item]}
            communityId={item.communityId}
            onRemoved={announce('remove')}
            onClose={layer.close}
          />
        ))}
    </>
  )
}

/** Only admins erase what admins removed. Of what its author deleted, moderators may have a copy. */
function mayErase({ deletedCopy }: QueueItem, { item }: Content, user: { isAdmin: boolean } | null): boolean {
  if (deletedCopy) return true
  if (item.deletedAs === 'admins' && !user?.isAdmin) return false
  return 'publicId' in item ? !item.deletedContent : Boolean(item.bodyHtml)
}

/** Unlocks something. */
export function Unlock({ content }: { content: Content }) {
  const { user, moderates } = useInitial()
  const { type, item } = content
  const [as] = rolesIn({ userMod: moderates?.includes(item.communityId) ?? false }, user)
  const decide = useDecide(content)
  const notifyFailure = useNotifyDecisionFailure(type)
  const toasts = useToasts()
  if (!as) return null
  return (
    <Button
      small
      icon="unlock"
      data-key="l"
      busy={decide.isPending}
      onClick={() =>
        decide.mutate(
          { action: 'unlock', as, reason: '' },
          {
            onSuccess: () => toasts.show(type === 'post' ? t('Post unlocked.') : t('Replies unlocked.')),
            onError: notifyFailure,
          },
        )
      }
    >
      <span className={styles.word}>{t('Unlock')}</span>
    </Button>
  )
}

function mayRestore({ item }: Content, user: { isAdmin: boolean } | null): boolean {
  const isErased = 'publicId' in item ? item.deletedContent : !item.bodyHtml
  return !isErased && (item.deletedAs === 'mods' || (item.deletedAs === 'admins' && user?.isAdmin === true))
}

/** Restores content removed by moderators or admins; null if it was not, or the viewer may not. */
export function Restore({ content }: { content: Content }) {
  const { user } = useInitial()
  const { type } = content
  const restore = useRestore()
  const notifyFailure = useNotifyDecisionFailure(type)
  const toasts = useToasts()
  if (!mayRestore(content, user)) return null
  return (
    <Button
      small
      icon="undo"
      busy={restore.isPending}
      onClick={() =>
        restore.mutate(content, {
          onSuccess: () => toasts.show(type === 'post' ? t('Post restored.') : t('Comment restored.')),
          onError: notifyFailure,
        })
      }
    >
      {t('Restore')}
    </Button>
  )
}
