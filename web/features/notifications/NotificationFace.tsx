import type { Notification } from '../../../contract/entities/notification.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import type { IconName } from '../../ui/icons/names.ts'
import { UserAvatar } from '../authors/UserAvatar.tsx'
import styles from './Notifications.module.css'

const icons: Partial<Record<Notification['type'], IconName>> = {
  new_comment: 'comment',
  comment_reply: 'reply',
  new_votes: 'vote-up',
  deleted_post: 'moderation',
  deleted_comment: 'moderation',
  locked: 'lock',
  restored: 'moderation',
  report_handled: 'report',
  reported: 'report',
  automation: 'moderation',
  notice: 'report',
  own_notice: 'report',
  mod_add: 'moderation',
  mod_permissions: 'moderation',
  move_proposed: 'moderation',
  post_moved: 'moderation',
  community_renamed: 'edit',
  announcement: 'announce',
  approved: 'success',
  backup_failed: 'warning',
  wave: 'warning',
}

/** The pictures of up to three people, or else the picture of the notification or an icon for its type. */
export function NotificationFace({ notification }: { notification: Notification }) {
  const { type, actors = [], icons: [picture = ''] = [] } = notification
  if (actors.length > 0)
    return (
      <span className={styles.faces} data-count={actors.length}>
        {actors.map(({ username, picture }) => (
          <UserAvatar key={username} username={username} picture={picture} size="large" />
        ))}
      </span>
    )
  // The logo of the site has no meaning here.
  if (picture !== '' && !picture.startsWith('/favicon.'))
    return <img className={styles.icon} src={picture} alt="" width={40} height={40} loading="lazy" />
  return (
    <span className={styles.sign}>
      <Icon name={icons[type] ?? 'bell'} size={20} />
    </span>
  )
}
