import { useContext } from 'react'
import { Icon } from './icons/Icon.tsx'
import type { IconName } from './icons/names.ts'
import { Link, NavigateContext } from './Link.tsx'
import styles from './SegmentedLinks.module.css'

interface SegmentedLinks {
  /** What is being chosen: "Sort by". */
  label: string
  items: readonly { label: string; href: string; current: boolean; icon?: IconName }[]
}

/** The order of a list, as links in a row; on a phone as the device's own chooser, which needs less room. */
export function SegmentedLinks({ label, items }: SegmentedLinks) {
  const navigate = useContext(NavigateContext)
  const current = items.find((item) => item.current)
  return (
    <div className={styles.box}>
      <nav aria-label={label} className={styles.links}>
        {items.map((item) => (
          <Link
            key={item.href}
            href={item.href}
            className={styles.link}
            aria-current={item.current || undefined}
          >
            {item.icon && item.current && <Icon name={item.icon} size={15} />}
            {item.label}
          </Link>
        ))}
      </nav>
      <span className={styles.chooser}>
        {current?.icon && <Icon name={current.icon} size={15} />}
        <span aria-hidden="true">{current?.label ?? label}</span>
        <Icon name="chevron-down" size={15} />
        <select
          aria-label={label}
          className={styles.select}
          value={current?.href ?? ''}
          onChange={(event) => navigate?.(event.currentTarget.value)}
        >
          {!current && <option value="">{label}</option>}
          {items.map((item) => (
            <option key={item.href} value={item.href}>
              {item.label}
            </option>
          ))}
        </select>
      </span>
    </div>
  )
}
