import { Icon } from '../../components/icons/Icon.tsx'
import { useIsOnline } from '../../device/connectivity.ts'
import { useShown } from '../../navigation.ts'
import styles from './Companion.module.css'

/**
 * Says that there is no connection, and leaves what is on the screen to be read and written on. A page that was wanted and
 * did not come says so itself.
 */
export function OfflineBar() {
  const isOnline = useIsOnline()
  const { view } = useShown()
  if (isOnline || view.kind === 'failed') return null
  return (
    <div className={styles.bar} role="status">
      <Icon name="offline" />
      <span>
        <strong>You're offline</strong> <span className={styles.hint}>Check your internet connection.</span>
      </span>
    </div>
  )
}
