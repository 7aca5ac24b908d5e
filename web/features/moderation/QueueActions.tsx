import { useState } from 'react'
import type { DecisionResult, QueueItem } from '../../../contract/entities/queue.ts'
import type { QueueAction, ShownKind } from '../../../contract/queueWords.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { useDecide } from '../../data/moderation/decisions.ts'
import { useDecideItems } from '../../data/moderation/queue.ts'
import { useRestore } from '../../data/moderation/removal.ts'
import type { Content } from '../../data/posts/contents.ts'
import { rolesIn } from '../../data/users/roles.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { type FittingAction, FittingActions } from '../../ui/buttons/FittingActions.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import type { MenuItem } from '../../ui/overlays/menuItem.ts'
import { useNotifyActionFailure } from '../failures/useNotifyActionFailure.ts'
import EraseDialog from '../reasons/EraseDialog.tsx'
import { useAnnounceRemoval } from '../reasons/useAnnounceRemoval.ts'
import { AuthorDialog, type AuthorDialogKind, useAuthorActions } from './authorActions.tsx'
import styles from './queueButton.module.css'
import { queueButton } from './queueButton.tsx'
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
  const [dialogKind, setDialogKind] = useState<'remove' | 'erase' | AuthorDialogKind>('remove')
  const ask = (about: typeof dialogKind) => {
    setDialogKind(about)
    layer.open()
  }
  const { user } = useInitial()
  const announce = (action: QueueAction) => (results: readonly DecisionResult[]) => {
    if (!results.every(({ done }) => done)) onOvertaken(results)
    else if (action === 'remove' && content) announceRemoval(content)
    else toasts.show(doneText(action, item.type, 1), { tone: 'success' })
  }
  const run = (action: QueueAction) =>
    decide.mutate({ action, items: [item] }, { onSuccess: announce(action), onError: notifyFailure })
  const isThere = content !== null && !content.item.deleted
  const ofAuthor = useAuthorActions(item, ask)
  const isBusyWith = (action: QueueAction) => decide.isPending && decide.variables?.action === action
  const actions: readonly FittingAction[] = [
    kind !== 'removed' &&
      queueButton({
        name: 'approve',
        label: t('Approve'),
        icon: 'check',
        hotkey: 'a',
        busy: isBusyWith('approve'),
        onClick: () => run('approve'),
      }),
    isThere &&
      queueButton({
        name: 'remove',
        label: t('Remove'),
        icon: 'delete',
        hotkey: 'r',
        onClick: () => ask('remove'),
      }),
    isThere &&
      content.item.locked && {
        name: 'unlock',
        label: t('Unlock'),
        icon: 'unlock' as const,
        button: <Unlock content={content} />,
      },
    isThere &&
      !content.item.locked &&
      queueButton({
        name: 'lock',
        label: t('Lock'),
        word: t('Lock'),
        icon: 'lock',
        hotkey: 'l',
        busy: isBusyWith('lock'),
        onClick: () => run('lock'),
      }),
    content !== null &&
      mayRestore(content, user) && {
        name: 'restore',
        label: t('Restore'),
        icon: 'undo' as const,
        button: <Restore content={content} />,
      },
    ...ofAuthor.actions,
  ].filter((action) => action !== false)
  const more: readonly MenuItem[] = [
    ...ofAuthor.more,
    ...(content && mayErase(item, content, user)
      ? [{ label: t('Erase…'), icon: 'delete' as const, danger: true, onSelect: () => ask('erase') }]
      : []),
  ]
  return (
    <>
      <FittingActions actions={actions} menuLabel={t('More actions')} more={more} />
      {layer.isOpen &&
        (dialogKind === 'history' || dialogKind === 'ban' ? (
          <AuthorDialog kind={dialogKind} item={item} onClose={layer.close} />
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

/** Only admins erase what admins removed. Moderators may have a copy of what its author deleted. */
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
