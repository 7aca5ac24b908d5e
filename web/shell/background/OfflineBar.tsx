import { useIsOnline } from '../../device/connectivity.ts'
import { useShownPage } from '../../router/page.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './Background.module.css'

/**
 * Shows that there is no connection; the page can still be read and written on. A page that failed to load shows its
 * own message.
 */
export function OfflineBar() {
  const isOnline = useIsOnline()
  const { content } = useShownPage()
  if (isOnline || content.kind === 'failed') return null
  return (
    <div className={styles.bar} role="status">
      <Icon name="offline" />
      <span>
        <strong>You're offline</strong> <span className={styles.hint}>Check your internet connection.</span>
      </span>
    </div>
  )
}
