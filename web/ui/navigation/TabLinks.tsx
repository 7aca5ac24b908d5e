import { classNames } from '../classNames.ts'
import { Count } from '../text/Count.tsx'
import { Link } from './Link.tsx'
import styles from './Tabs.module.css'

interface TabLinksProps {
  /** What is being chosen, for screen readers. */
  label: string
  items: readonly { label: string; href: string; current: boolean; count?: number | string }[]
}

/** Tabs with a URL of their own. */
export function TabLinks({ label, items }: TabLinksProps) {
  return (
    <nav aria-label={label} className={styles.row}>
      <div className={classNames(styles.list, 'fades')}>
        {items.map(({ label, href, current, count }) => (
          <Link key={href} href={href} className={styles.tab} aria-current={current ? 'page' : undefined}>
            {label}
            {count !== undefined && (
              <span className={styles.count}>
                {typeof count === 'string' ? count : <Count value={count} />}
              </span>
            )}
          </Link>
        ))}
      </div>
    </nav>
  )
}
