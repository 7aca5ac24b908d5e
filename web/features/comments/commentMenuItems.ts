import type { Comment } from '../../../contract/entities/comment.ts'
import { noticePageFor } from '../../../contract/noticePage.ts'
import { t } from '../../../contract/texts/t.ts'
import type { Role } from '../../data/users/roles.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import type { MenuItem } from '../../ui/overlays/menuItem.ts'
import { speakAsLabel } from './speakAsLabel.ts'

/** The handlers of a comment's menu items. */
export interface CommentMenuActions {
  onSave: () => void
  onCopyLink: () => void
  /** null where the browser has no share sheet. */
  onShare: (() => void) | null
  onReport: () => void
  onEdit: () => void
  onSpeakAs: (role: Role | 'normal') => void
  onPin: (pins: boolean) => void
  onMarkAsAi: (marks: boolean) => void
  onLock: () => void
  onUnlock: () => void
  onRemove: () => void
  onErase: () => void
  onRestore: () => void
  onDelete: () => void
}

interface CommentMenuFacts {
  comment: Pick<
    Comment,
    | 'deleted'
    | 'locked'
    | 'isPinned'
    | 'parentId'
    | 'communityName'
    | 'writtenBy'
    | 'writtenByRule'
    | 'madeWithAiBy'
  >
  /** Its page. */
  path: string
  isOwn: boolean
  /** The viewer's roles in its community, besides `normal`. */
  roles: readonly Role[]
  /** Whether the viewer is known to have saved it. */
  isSaved: boolean
  /** The role in which it speaks. */
  speaksAs: Comment['userGroup']
  actions: CommentMenuActions
}

/** The items of a comment's menu. A deleted comment has a menu only for those who can restore it, and so erase it. */
export function commentMenuItems(facts: CommentMenuFacts): MenuItem[] {
  const { comment, path, isOwn, isSaved, roles, actions } = facts
  const erase: MenuItem = { label: t('Erase…'), icon: 'delete', danger: true, onSelect: actions.onErase }
  if (comment.deleted)
    return [...writerItem(comment), { label: t('Restore'), icon: 'undo', onSelect: actions.onRestore }, erase]
  const items: MenuItem[] = [
    ...writerItem(comment),
    { label: isSaved ? t('Saved') : t('Save'), icon: 'save', filled: isSaved, onSelect: actions.onSave },
    { label: t('Copy link'), icon: 'link', onSelect: actions.onCopyLink },
  ]
  if (actions.onShare) items.push({ label: t('Share with…'), icon: 'share', onSelect: actions.onShare })
  if (isOwn) items.push(...ownItems(facts))
  else
    items.push(
      { label: t('Report'), icon: 'report', onSelect: actions.onReport },
      { label: t('Report illegal content'), icon: 'report', href: noticePageFor(path) },
    )
  if (roles.length > 0)
    items.push(
      ...pinItems(facts),
      {
        label: t('Made with AI'),
        icon: 'info',
        checked: comment.madeWithAiBy !== undefined,
        onChange: actions.onMarkAsAi,
      },
      comment.locked
        ? { label: t('Unlock replies'), icon: 'unlock', onSelect: actions.onUnlock }
        : { label: t('Lock replies'), icon: 'lock', onSelect: actions.onLock },
      { label: t('Remove'), icon: 'delete', danger: true, onSelect: actions.onRemove },
      erase,
    )
  if (isOwn) items.push({ label: t('Delete'), icon: 'delete', danger: true, onSelect: actions.onDelete })
  return items
}

/** Leads moderators to who wrote in the name of the community. */
function writerItem({ communityName, writtenBy, writtenByRule }: CommentMenuFacts['comment']): MenuItem[] {
  if (writtenBy !== undefined)
    return [
      {
        label: t('Written by @{username}', { username: writtenBy }),
        icon: 'moderation',
        href: pathOfUser(writtenBy),
      },
    ]
  if (writtenByRule === undefined) return []
  const label = t('Written by the rule “{rule}”', { rule: writtenByRule })
  return [{ label, icon: 'moderation', href: `/${communityName}/modtools/automation` }]
}

/** The author's: edit the text, and change the role. */
const ownItems = ({ roles, speaksAs, actions }: CommentMenuFacts): MenuItem[] => [
  { label: t('Edit'), icon: 'edit', onSelect: actions.onEdit },
  ...roles.map((role) => ({
    label: speakAsLabel(role),
    icon: 'moderation' as const,
    checked: speaksAs === role,
    onChange: (isOn: boolean) => actions.onSpeakAs(isOn ? role : 'normal'),
  })),
]

/** Only comments on the post itself can be pinned. */
function pinItems({ comment, actions }: CommentMenuFacts): MenuItem[] {
  if (comment.isPinned) return [{ label: t('Unpin'), icon: 'pin', onSelect: () => actions.onPin(false) }]
  if (comment.parentId !== null) return []
  return [{ label: t('Pin to the top'), icon: 'pin', onSelect: () => actions.onPin(true) }]
}
