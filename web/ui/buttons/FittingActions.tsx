import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { IconName } from '../icons/names.ts'
import { Menu } from '../overlays/Menu.tsx'
import type { MenuItem } from '../overlays/menuItem.ts'
import styles from './FittingActions.module.css'

/** A button, and what the menu shows while there is no room for it. */
export interface FittingAction {
  /** Unique in its row. */
  readonly name: string
  readonly label: string
  readonly icon: IconName
  readonly button: ReactNode
}

interface FittingActionsProps {
  actions: readonly FittingAction[]
  /** Accessible name of the menu. */
  menuLabel: string
  /** Always in the menu, after the actions that do not fit. */
  more: readonly MenuItem[]
}

/**
 * One row of buttons, with a menu at its end. Buttons that do not fit go into the menu: how wide they are depends on the language
 * and the size of the text, so they are measured.
 */
export function FittingActions({ actions, menuLabel, more }: FittingActionsProps) {
  const row = useRef<HTMLDivElement>(null)
  const [folded, setFolded] = useState<readonly string[]>([])
  const names = actions.map(({ name }) => name).join()
  useLayoutEffect(() => {
    const box = row.current
    if (!box) return
    const boxes = [...box.children].filter((child) => child instanceof HTMLElement)
    const measure = () => {
      // Those that do not fit are in a second line, which is not seen.
      const top = boxes[0]?.offsetTop
      const found = names.split(',').filter((_, place) => boxes[place]?.offsetTop !== top)
      setFolded((before) => (before.join() === found.join() ? before : found))
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const one of [box, ...boxes]) observer.observe(one)
    return () => observer.disconnect()
  }, [names])
  const isFolded = (name: string) => folded.includes(name)
  const press = (place: number) => row.current?.children[place]?.querySelector('button')?.click()
  const items: readonly MenuItem[] = [
    ...actions.flatMap(({ name, label, icon }, place) =>
      isFolded(name) ? [{ label, icon, onSelect: () => press(place) }] : [],
    ),
    ...more,
  ]
  return (
    <div className={styles.actions}>
      <div ref={row} className={styles.row}>
        {actions.map(({ name, button }) => (
          <span key={name} className={isFolded(name) ? styles.folded : styles.fits}>
            {button}
          </span>
        ))}
      </div>
      {items.length > 0 && <Menu label={menuLabel} items={items} />}
    </div>
  )
}
