import type { HeldItem } from '../../../contract/entities/held.ts'
import type { QueueItem } from '../../../contract/entities/queue.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { mayModerate } from '../../data/users/mayModerate.ts'
import type { FittingAction } from '../../ui/buttons/FittingActions.tsx'
import type { MenuItem } from '../../ui/overlays/menuItem.ts'
import { CommunityBanDialog } from './CommunityBanDialog.tsx'
import { MemberHistoryDialog } from './MemberHistory.tsx'
import { queueButton } from './queueButton.tsx'

/** Something that moderators decide about, with its author. */
type Item = Pick<QueueItem | HeldItem, 'author' | 'communityId' | 'communityName'>

export type AuthorDialogKind = 'ban' | 'history'

/**
 * What moderators can do about the author of an item.
 *
 * @param ask opens a dialog.
 * @returns buttons, and what is only in the menu.
 */
export function useAuthorActions(
  { author, communityId, communityName }: Item,
  ask: (dialog: AuthorDialogKind) => void,
): { actions: readonly FittingAction[]; more: readonly MenuItem[] } {
  const initial = useInitial()
  if (!author) return { actions: [], more: [] }
  const mayBan =
    !author.isBanned &&
    author.username !== initial.user?.username &&
    mayModerate(initial, communityId, 'members')
  const [ban, history] = [
    queueButton({
      name: 'ban',
      label: t('Ban author'),
      word: t('Ban author'),
      icon: 'ban',
      hotkey: 'b',
      onClick: () => ask('ban'),
    }),
    queueButton({
      name: 'history',
      label: t('History and notes'),
      word: t('History'),
      icon: 'text',
      hotkey: 'n',
      onClick: () => ask('history'),
    }),
  ]
  const message: MenuItem = {
    label: t('Message or warn'),
    icon: 'mail',
    href: `/${communityName}/modtools/modmail?to=${author.username}`,
  }
  return {
    actions: mayBan ? [ban, history] : [history],
    more: mayModerate(initial, communityId, 'mail') ? [message] : [],
  }
}

interface AuthorDialogProps {
  kind: AuthorDialogKind
  item: Item
  onClose: () => void
}

/** A dialog about the author of an item. */
export function AuthorDialog({ kind, item, onClose }: AuthorDialogProps) {
  const { author, communityId, communityName } = item
  const username = author?.username ?? ''
  return kind === 'history' ? (
    <MemberHistoryDialog
      communityId={communityId}
      communityName={communityName}
      username={username}
      onClose={onClose}
    />
  ) : (
    <CommunityBanDialog
      community={{ id: communityId, name: communityName }}
      username={username}
      onClose={onClose}
    />
  )
}
