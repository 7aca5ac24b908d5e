import styles from './Badge.module.css'

/** A count at the corner of a drawing; nothing for 0. Decoration: the label of what it belongs to says it too. */
export function Badge({ count }: { count: number }) {
  return count > 0 ? (
    <span className={styles.badge} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  ) : null
}
