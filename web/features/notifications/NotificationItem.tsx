import type { Notification } from '../../../contract/entities/notification.ts'
import { useDeleteNotification, useMarkSeen } from '../../data/notifications/notifications.ts'
import { parseTitle } from '../../data/notifications/notificationTitle.ts'
import { Action, ActionRow } from '../../ui/buttons/ActionRow.tsx'
import { classNames } from '../../ui/classNames.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import styles from './Notifications.module.css'

/** One notification. Opening it marks it as seen and goes to its subject. */
export function NotificationItem({ notification }: { notification: Notification }) {
  const { id, seen, toURL = '#', createdAt, updatedAt = createdAt } = notification
  const markSeen = useMarkSeen()
  const remove = useDeleteNotification(useNotifyFailure())
  const open = () => {
    if (!seen) markSeen.mutate({ id, seen: true })
  }
  return (
    <li className={classNames(styles.item, !seen && styles.unseen)}>
      {toURL === '#' ? (
        <div className={styles.subject}>
          <Subject notification={notification} />
        </div>
      ) : (
        <Link href={toURL} className={styles.subject} onClick={open} onAuxClick={open}>
          <Subject notification={notification} />
        </Link>
      )}
      <ActionRow className={styles.below}>
        <span className={styles.time}>
          <Time at={updatedAt} />
        </span>
        <Action icon={seen ? 'new' : 'check'} onClick={() => markSeen.mutate({ id, seen: !seen })}>
          {seen ? 'Mark as unseen' : 'Mark as seen'}
        </Action>
        <Action icon="delete" onClick={() => remove.mutate(id)}>
          Delete
        </Action>
      </ActionRow>
    </li>
  )
}

function Subject({
  notification: { title = '', body = '', icons = [], seen },
}: {
  notification: Notification
}) {
  return (
    <>
      <img
        className={styles.icon}
        src={icons[0] ?? '/favicon.png'}
        alt=""
        width={40}
        height={40}
        loading="lazy"
      />
      <span className={styles.title} dir="auto">
        {!seen && <span className="visually-hidden">Unseen: </span>}
        {parseTitle(title).map(({ text, isBold }, position) => {
          const key = `${position} ${text}`
          return isBold ? <b key={key}>{text}</b> : <span key={key}>{text}</span>
        })}
        {body !== '' &&
          body.split('\n').map((line) => (
            <span key={line} className={styles.why}>
              {parseTitle(line).map(({ text }) => text)}
            </span>
          ))}
      </span>
      {!seen && <span className={styles.dot} aria-hidden="true" />}
    </>
  )
}
