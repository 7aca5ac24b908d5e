import type { UserGroup } from '../../../contract/entities/schema.ts'
import { noticePageFor } from '../../../contract/noticePage.ts'
import { t } from '../../../contract/texts/t.ts'
import type { PostActionName } from '../../data/posts/postActions.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import type { ShownPost } from '../../data/posts/shownPost.ts'
import type { PostRoles } from '../../data/users/roles.ts'
import type { MenuItem } from '../../ui/overlays/menuItem.ts'
import { deletionGroups, type MenuPart } from './postRoles.ts'

/** The handlers of a post's menu items. */
export interface PostMenuActions {
  onAction: (name: PostActionName) => void
  onLock: (as: 'mods' | 'admins') => void
  onSpeakAs: (group: UserGroup) => void
  onHide: (wants: 'hide' | 'undo') => void
  onSave: () => void
  onShare: () => void
  onCopyLink: () => void
  onMute: (type: 'user' | 'community') => void
  onReport: () => void
  onAnnounce: () => void
  onShowIds: () => void
  onDelete: (as: UserGroup) => void
  onRestore: () => void
  onErase: () => void
  onMove: () => void
  onMerge: () => void
  onLimit: () => void
}

interface PostMenuFacts {
  post: ShownPost
  roles: PostRoles
  parts: readonly MenuPart[]
  offersSaving: boolean
  /** Whether the viewer is known to have saved it. */
  isSaved: boolean
  offersHiding: boolean
  offersSharing: boolean
  /** What of the post the viewer has muted. */
  mutes: Readonly<Record<'user' | 'community', boolean>>
  actions: PostMenuActions
}

const headingsOf = () => ({ own: null, mods: t('Moderator'), admins: t('Admin') })
const itemsOfPart = { own: ownItems, mods: moderatorItems, admins: adminItems }

/** The items of a post's menu, with headings when there are several groups. */
export function postMenuItems(facts: PostMenuFacts): MenuItem[] {
  return facts.parts.flatMap((part) => {
    const heading = facts.parts.length > 1 ? headingsOf()[part] : null
    return [...(heading ? [{ heading }] : []), ...itemsOfPart[part](facts)]
  })
}

function ownItems(facts: PostMenuFacts): MenuItem[] {
  const { post, roles, isSaved, offersSaving, offersHiding, offersSharing, actions } = facts
  const items: MenuItem[] = []
  if (offersSaving)
    items.push({
      label: isSaved ? t('Saved') : t('Save'),
      icon: 'save',
      filled: isSaved,
      onSelect: actions.onSave,
    })
  if (offersHiding && !post.deleted)
    items.push(
      post.hidden
        ? { label: t('Show again'), icon: 'show', onSelect: () => actions.onHide('undo') }
        : { label: t('Hide'), icon: 'hide', onSelect: () => actions.onHide('hide') },
    )
  if (offersSharing) items.push({ label: t('Share'), icon: 'share', onSelect: actions.onShare })
  if (!roles.isAuthor)
    return [
      ...items,
      ...linkItems(post, actions),
      ...muteItems(post, facts.mutes, actions),
      { label: t('Report'), icon: 'report', onSelect: actions.onReport },
      {
        label: t('Report illegal content'),
        icon: 'report',
        href: noticePageFor(`/${post.communityName}/post/${post.publicId}`),
      },
    ]
  const isRemoved = post.deletedAs === 'mods' || post.deletedAs === 'admins'
  if (isRemoved || post.locked) items.push({ label: t('Appeal'), icon: 'moderation', href: '/appeals' })
  if (!isRemoved) items.push({ label: t('Edit'), icon: 'edit', href: `/new?edit=${post.publicId}` })
  if (!post.deleted) items.push(...speakAsItems(post, roles, actions))
  return [...items, ...deletionItem('normal', post, roles, actions)]
}

const linkItems = (post: ShownPost, actions: PostMenuActions): MenuItem[] => [
  { label: t('Copy link'), icon: 'copy', onSelect: actions.onCopyLink },
  { label: t('Open in new tab'), icon: 'external', href: pathOfPost(post), opensTab: true },
]

/** Nobody can mute an account that was deleted. */
const muteItems = (
  post: ShownPost,
  mutes: PostMenuFacts['mutes'],
  { onMute }: PostMenuActions,
): MenuItem[] => [
  ...(post.userDeleted
    ? []
    : [
        {
          label: mutes.user ? t('Unmute author') : t('Mute author'),
          icon: mutes.user ? ('unmute' as const) : ('mute' as const),
          onSelect: () => onMute('user'),
        },
      ]),
  {
    label: mutes.community ? t('Unmute community') : t('Mute community'),
    icon: mutes.community ? 'unmute' : 'mute',
    onSelect: () => onMute('community'),
  },
]

function speakAsItems(
  { userGroup }: ShownPost,
  roles: PostRoles,
  { onSpeakAs }: PostMenuActions,
): MenuItem[] {
  const item = (group: 'mods' | 'admins', label: string): MenuItem => ({
    label,
    icon: group === 'mods' ? 'moderation' : 'admin',
    checked: userGroup === group,
    onChange: (isOn) => onSpeakAs(isOn ? group : 'normal'),
  })
  return [
    ...(roles.isModerator ? [item('mods', t('Speak as moderator'))] : []),
    ...(roles.isAdmin ? [item('admins', t('Speak as admin'))] : []),
  ]
}

function moderatorItems({ post, roles, actions }: PostMenuFacts): MenuItem[] {
  return [
    post.locked
      ? { label: t('Unlock'), icon: 'unlock', onSelect: () => actions.onAction('unlockAsMod') }
      : { label: t('Lock'), icon: 'lock', onSelect: () => actions.onLock('mods') },
    ...communityPinItem(post, actions),
    ...aiItem(post, actions),
    ...limitItem(post, actions),
    ...moveItem(post, actions),
    ...restoreItem(post, 'mods', actions),
    ...deletionItem('mods', post, roles, actions),
    ...eraseItem(post, 'mods', actions),
  ]
}

function adminItems({ post, roles, actions }: PostMenuFacts): MenuItem[] {
  const items: MenuItem[] = [
    post.locked
      ? { label: t('Unlock'), icon: 'unlock', onSelect: () => actions.onAction('unlockAsAdmin') }
      : { label: t('Lock'), icon: 'lock', onSelect: () => actions.onLock('admins') },
  ]
  // Admins who also moderate the community find it among the moderators' items.
  if (!roles.isModerator)
    items.push(
      ...communityPinItem(post, actions),
      ...aiItem(post, actions),
      ...limitItem(post, actions),
      ...moveItem(post, actions),
    )
  if (!post.deleted)
    items.push(
      post.isPinnedSite
        ? { label: t('Unpin site-wide'), icon: 'pin', onSelect: () => actions.onAction('unpinSite') }
        : { label: t('Pin site-wide'), icon: 'pin', onSelect: () => actions.onAction('pinSite') },
      { label: t('Announce'), icon: 'announce', onSelect: actions.onAnnounce },
    )
  items.push({ label: t('View IDs'), icon: 'info', onSelect: actions.onShowIds })
  // Admins who also moderate the community find what moderators removed among the moderators' items.
  const restores = post.deletedAs === 'mods' && roles.isModerator ? [] : restoreItem(post, 'admins', actions)
  // The same for what can be erased.
  const erases = roles.isModerator && post.deletedAs !== 'admins' ? [] : eraseItem(post, 'admins', actions)
  return [...items, ...restores, ...deletionItem('admins', post, roles, actions), ...erases]
}

function communityPinItem(post: ShownPost, { onAction }: PostMenuActions): MenuItem[] {
  if (post.deleted) return []
  return [
    post.isPinned
      ? { label: t('Unpin from community'), icon: 'pin', onSelect: () => onAction('unpin') }
      : { label: t('Pin to community'), icon: 'pin', onSelect: () => onAction('pin') },
  ]
}

/** The mark *Made with AI*. */
const aiItem = (post: ShownPost, { onAction }: PostMenuActions): MenuItem[] =>
  post.deleted
    ? []
    : [
        {
          label: t('Made with AI'),
          icon: 'info',
          checked: post.madeWithAiBy !== undefined,
          onChange: (isOn) => onAction(isOn ? 'markAsAi' : 'unmarkAsAi'),
        },
      ]

/** Slow mode, and who may comment. */
const limitItem = (post: ShownPost, { onLimit }: PostMenuActions): MenuItem[] =>
  post.deleted ? [] : [{ label: t('Limit comments…'), icon: 'new', onSelect: onLimit }]

/** To another community, or into another post. */
const moveItem = (post: ShownPost, { onMove, onMerge }: PostMenuActions): MenuItem[] =>
  post.deleted
    ? []
    : [
        { label: t('Move…'), icon: 'move', onSelect: onMove },
        { label: t('Merge…'), icon: 'comment', onSelect: onMerge },
      ]

/** Only admins restore what admins removed. */
function restoreItem(post: ShownPost, as: 'mods' | 'admins', { onRestore }: PostMenuActions): MenuItem[] {
  const isRemoved = post.deletedAs === 'mods' || (post.deletedAs === 'admins' && as === 'admins')
  return isRemoved && !post.deletedContent ? [{ label: t('Restore'), icon: 'undo', onSelect: onRestore }] : []
}

/** Only admins erase what admins removed. */
function eraseItem(post: ShownPost, as: 'mods' | 'admins', { onErase }: PostMenuActions): MenuItem[] {
  if (post.deletedContent || (post.deletedAs === 'admins' && as === 'mods')) return []
  return [{ label: t('Erase…'), icon: 'delete', danger: true, onSelect: onErase }]
}

function deletionItem(
  as: UserGroup,
  post: ShownPost,
  roles: PostRoles,
  { onDelete }: PostMenuActions,
): MenuItem[] {
  if (!deletionGroups(post, roles).includes(as)) return []
  const label = post.deleted ? t('Delete content') : as === 'normal' ? t('Delete') : t('Remove')
  return [{ label, icon: 'delete', danger: true, onSelect: () => onDelete(as) }]
}
