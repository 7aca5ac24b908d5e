import styles from './Badge.module.css'

/** A count at the corner of an icon; nothing for 0. Decoration: the label of the button includes the count. */
export function Badge({ count }: { count: number }) {
  return count > 0 ? (
    <span className={styles.badge} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  ) : null
}
