import type { Notification } from '../../../contract/entities/notification.ts'
import { t } from '../../../contract/texts/t.ts'
import { useDeleteNotification, useMarkSeen } from '../../data/notifications/notifications.ts'
import type { OpenMenu } from '../../ui/overlays/MenuButton.tsx'
import { MenuPopup } from '../../ui/overlays/MenuPopup.tsx'
import type { MenuItem } from '../../ui/overlays/menuItem.ts'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import { useMute } from '../muting/useMute.ts'

/** The actions on a notification, and those to turn off its kind. */
export function NotificationMenuList({ notification, open }: { notification: Notification; open: OpenMenu }) {
  const { id, seen, actors: [actor] = [], actorCount, communityId, communityName = '' } = notification
  const markSeen = useMarkSeen()
  const remove = useDeleteNotification(useNotifyFailure())
  // With several people, it is unclear whom to mute.
  const person = actorCount === 1 ? actor : undefined
  const member = useMute({ type: 'user', id: person?.id ?? '', name: person?.username ?? '' })
  const community = useMute({ type: 'community', id: communityId ?? '', name: communityName })
  const items: MenuItem[] = [
    {
      label: seen ? t('Mark as unread') : t('Mark as read'),
      icon: seen ? 'new' : 'check',
      onSelect: () => markSeen.mutate({ id, seen: !seen }),
    },
  ]
  if (person?.id) items.push(muteItem(member, `@${person.username}`))
  if (communityId) items.push(muteItem(community, `/${communityName}`))
  items.push(
    { label: t('Notification settings'), icon: 'settings', href: '/settings#notifications' },
    'separator',
    { label: t('Delete'), icon: 'delete', danger: true, onSelect: () => remove.mutate(id) },
  )
  return <MenuPopup {...open} items={items} align="end" />
}

const muteItem = ({ isMuted, toggle }: ReturnType<typeof useMute>, name: string): MenuItem => ({
  label: `${isMuted ? t('Unmute') : t('Mute')} ${name}`,
  icon: isMuted ? 'unmute' : 'mute',
  onSelect: toggle,
})
