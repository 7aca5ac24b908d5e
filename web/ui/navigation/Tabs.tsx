import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { classNames } from '../classNames.ts'
import { arrowStep } from '../direction.ts'
import styles from './Tabs.module.css'

interface TabsProps<Name extends string> {
  /** What is being chosen, for screen readers. */
  label: string
  tabs: readonly { name: Name; label: string; disabled?: boolean }[]
  selected: Name
  onSelect: (name: Name) => void
  /** The panel of the selected tab. */
  children: ReactNode
  /** At the end of the row of tabs. */
  aside?: ReactNode
}

/**
 * Tabs with automatic activation. Arrows, Home and End move between them. Tabs with a URL of their own are links: see
 * `TabLinks`.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export function Tabs<Name extends string>({
  label,
  tabs,
  selected,
  onSelect,
  children,
  aside,
}: TabsProps<Name>) {
  const id = useId()
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const open = tabs.filter((tab) => !tab.disabled)
    const here = open.findIndex((tab) => tab.name === selected)
    const next = open[nextIndex(event.key, here, open.length)]
    if (!next) return
    event.preventDefault()
    onSelect(next.name)
    document.getElementById(`${id}${next.name}`)?.focus()
  }
  return (
    <div>
      <div className={styles.row}>
        <div role="tablist" aria-label={label} className={classNames(styles.list, 'fades')}>
          {tabs.map((tab) => (
            <button
              key={tab.name}
              type="button"
              role="tab"
              id={`${id}${tab.name}`}
              className={styles.tab}
              aria-selected={tab.name === selected}
              aria-controls={`${id}panel`}
              tabIndex={tab.name === selected ? 0 : -1}
              disabled={tab.disabled}
              onKeyDown={move}
              onClick={() => onSelect(tab.name)}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${selected}`} className={styles.panel}>
        {children}
      </div>
    </div>
  )
}

/** The index that a key moves to among `count` tabs, cyclically; -1 for other keys. */
export function nextIndex(key: string, here: number, count: number): number {
  const step = arrowStep(key)
  if (step) return (here + step + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return -1
}
