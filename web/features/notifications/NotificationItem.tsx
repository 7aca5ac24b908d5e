import type { Notification } from '../../../contract/entities/notification.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInvalidatePost, useMarkSeen } from '../../data/notifications/notifications.ts'
import { parseTitle } from '../../data/notifications/notificationTitle.ts'
import { classNames } from '../../ui/classNames.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import { MenuButton } from '../../ui/overlays/MenuButton.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { NotificationFace } from './NotificationFace.tsx'
import { NotificationSentence } from './NotificationSentence.tsx'
import styles from './Notifications.module.css'

const appealable: ReadonlySet<Notification['type']> = new Set(['deleted_post', 'deleted_comment', 'locked'])

/** One notification. Opening it marks it as seen and goes to its subject. */
export function NotificationItem({ notification }: { notification: Notification }) {
  const { id, type, seen, toURL = '#', createdAt, updatedAt = createdAt, communityName = '' } = notification
  const markSeen = useMarkSeen()
  const invalidate = useInvalidatePost()
  const open = () => {
    invalidate(toURL)
    if (!seen) markSeen.mutate({ id, seen: true })
  }
  return (
    <li className={classNames(styles.item, !seen && styles.unseen)}>
      <NotificationFace notification={notification} />
      <div className={styles.text}>
        {toURL === '#' ? (
          <div className={styles.subject}>
            <Subject notification={notification} />
          </div>
        ) : (
          <Link href={toURL} className={styles.subject} onClick={open} onAuxClick={open}>
            <Subject notification={notification} />
          </Link>
        )}
        <p className={styles.where}>
          {!seen && <span className={styles.dot} aria-hidden="true" />}
          <Time at={updatedAt} />
          {communityName !== '' && type !== 'banned' && (
            <>
              <span aria-hidden="true">·</span>
              <Link href={`/${communityName}`}>
                <bdi>/{communityName}</bdi>
              </Link>
            </>
          )}
          {appealable.has(type) && (
            <>
              <span aria-hidden="true">·</span>
              <Link href="/appeals">{t('Appeal')}</Link>
            </>
          )}
        </p>
      </div>
      <MenuButton
        label={t('Notification actions')}
        className={styles.menu ?? ''}
        load={loadList}
        render={(List, openMenu) => openMenu && <List notification={notification} open={openMenu} />}
      />
    </li>
  )
}

async function loadList() {
  const { NotificationMenuList } = await import('./NotificationMenuList.tsx')
  return NotificationMenuList
}

function Subject({ notification }: { notification: Notification }) {
  const { body = '', excerpt = '', seen } = notification
  return (
    <>
      <span className={styles.title} dir="auto">
        {!seen && <span className="visually-hidden">{t('Unread:')}</span>}
        <NotificationSentence notification={notification} />
      </span>
      {excerpt !== '' && (
        <span className={styles.excerpt} dir="auto">
          {isolated(excerpt)}
        </span>
      )}
      {body !== '' &&
        body.split('\n').map((line) => (
          <span key={line} className={styles.why} dir="auto">
            {parseTitle(line).map(({ text }) => text)}
          </span>
        ))}
    </>
  )
}
