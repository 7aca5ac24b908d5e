import { useContext, useLayoutEffect, useRef } from 'react'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/names.ts'
import { Link, NavigateContext } from './Link.tsx'
import styles from './SegmentedLinks.module.css'

interface SegmentedLinksProps {
  /** What is being chosen: "Sort by". */
  label: string
  items: readonly { label: string; href: string; current: boolean; icon?: IconName }[]
}

/**
 * The URL that the select has just navigated to. The select on that page takes the focus, so that arrow keys work on.
 */
let ledTo: string | null = null

/** The orders of a list as a row of links; on phones a native select, which needs less space. */
export function SegmentedLinks({ label, items }: SegmentedLinksProps) {
  const navigate = useContext(NavigateContext)
  const chooser = useRef<HTMLSelectElement>(null)
  const current = items.find((item) => item.current)
  const here = current?.href
  useLayoutEffect(() => {
    if (here === undefined || here !== ledTo) return
    ledTo = null
    chooser.current?.focus({ preventScroll: true })
  }, [here])
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
          ref={chooser}
          aria-label={label}
          className={styles.select}
          value={current?.href ?? ''}
          onChange={(event) => {
            ledTo = event.currentTarget.value
            navigate?.(ledTo)
          }}
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
