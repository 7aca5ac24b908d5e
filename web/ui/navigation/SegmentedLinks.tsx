import { type FocusEvent, type KeyboardEvent, useContext, useLayoutEffect, useRef } from 'react'
import { classNames } from '../classNames.ts'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/names.ts'
import { Link, NavigateContext } from './Link.tsx'
import styles from './SegmentedLinks.module.css'

interface SegmentedLinksProps {
  /** What is being chosen: "Sort by". */
  label: string
  items: readonly Item[]
  /** Further items, which open under one name after the others: "Top". */
  group?: { label: string; items: readonly Item[] }
}

interface Item {
  label: string
  /** The label of an item of a group, outside of it: "Top today". */
  whole?: string
  href: string
  current: boolean
  icon?: IconName
}

/**
 * The URL that the select has just navigated to. The select on that page takes the focus, so that arrow keys continue to work.
 */
let ledTo: string | null = null

/** The orders of a list as a row of links; on phones a native select, which needs less space. */
export function SegmentedLinks({ label, items, group }: SegmentedLinksProps) {
  const navigate = useContext(NavigateContext)
  const chooser = useRef<HTMLSelectElement>(null)
  const inGroup = group?.items.find((item) => item.current)
  const current = inGroup ?? items.find((item) => item.current)
  const shown = current?.whole ?? current?.label
  const here = current?.href
  useLayoutEffect(() => {
    if (here === undefined || here !== ledTo) return
    ledTo = null
    chooser.current?.focus({ preventScroll: true })
  }, [here])
  const options = (some: readonly Item[]) =>
    some.map((item) => (
      <option key={item.href} value={item.href}>
        {item.label}
      </option>
    ))
  return (
    <div className={styles.box}>
      <nav aria-label={label} className={classNames(styles.links, 'fades')}>
        <Links items={items} />
        {group && (
          // Without JavaScript it opens, too. Another order is another element, which is closed.
          <details key={here} className={styles.group} onBlur={closeWhenLeft} onKeyDown={closeOnEscape}>
            <summary className={styles.link} data-current={inGroup !== undefined}>
              {inGroup?.icon && <Icon name={inGroup.icon} size={15} />}
              {inGroup ? shown : group.label}
              <Icon name="chevron-down" size={15} />
            </summary>
            <div className={styles.list}>
              <Links items={group.items} />
            </div>
          </details>
        )}
      </nav>
      <span className={styles.chooser}>
        {current?.icon && <Icon name={current.icon} size={15} />}
        <span aria-hidden="true">{shown ?? label}</span>
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
          {options(items)}
          {group && <optgroup label={group.label}>{options(group.items)}</optgroup>}
        </select>
      </span>
    </div>
  )
}

const Links = ({ items }: { items: readonly Item[] }) =>
  items.map((item) => (
    <Link key={item.href} href={item.href} className={styles.link} aria-current={item.current || undefined}>
      {item.icon && item.current && <Icon name={item.icon} size={15} />}
      {item.label}
    </Link>
  ))

function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
  if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
}

function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape') return
  currentTarget.open = false
  currentTarget.querySelector('summary')?.focus()
}
