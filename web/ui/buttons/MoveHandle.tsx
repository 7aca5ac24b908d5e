import { type ComponentPropsWithoutRef, type MouseEvent, useId, useRef, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { onDemand } from '../onDemand.tsx'
import styles from '../overlays/Menu.module.css'
import type { MenuItem } from '../overlays/menuItem.ts'
import { IconButton } from './IconButton.tsx'

const MenuPopup = onDemand(async () => ({ default: (await import('../overlays/MenuPopup.tsx')).MenuPopup }))

interface MoveHandleProps extends Omit<ComponentPropsWithoutRef<'button'>, 'children'> {
  /** "Move rule 2". */
  label: string
  isFirst: boolean
  isLast: boolean
  /** Up or down by one. */
  onMove: (by: -1 | 1) => void
  /** Props from the drag and drop library. */
  onHandle?: (handle: HTMLButtonElement | null) => void
}

/** A press that moves farther is a drag. */
const longestPressPx = 4

/**
 * The handle of a draggable item. A press without a drag opens a menu with "up" and "down", for those who cannot drag.
 *
 * @see https://www.w3.org/WAI/WCAG22/Understanding/dragging-movements
 */
export function MoveHandle(props: MoveHandleProps) {
  const { label, isFirst, isLast, onMove, onHandle, onPointerDown, ...rest } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const pressedAt = useRef<{ x: number; y: number } | null>(null)
  const [isOpen, setIsOpen] = useState<'byPointer' | 'byKeyboard' | null>(null)
  const open = ({ detail, clientX, clientY }: MouseEvent) => {
    const from = pressedAt.current
    pressedAt.current = null
    const isDrag = from && Math.hypot(clientX - from.x, clientY - from.y) > longestPressPx
    if (detail === 0 || !isDrag) setIsOpen(detail === 0 ? 'byKeyboard' : 'byPointer')
  }
  const items: MenuItem[] = [
    { label: t('Move up'), icon: 'chevron-up', disabled: isFirst, onSelect: () => onMove(-1) },
    { label: t('Move down'), icon: 'chevron-down', disabled: isLast, onSelect: () => onMove(1) },
  ]
  return (
    <span className={styles.anchor}>
      <IconButton
        {...rest}
        icon="grip"
        label={label}
        id={id}
        ref={(element) => {
          button.current = element
          onHandle?.(element)
        }}
        aria-haspopup="menu"
        aria-expanded={isOpen !== null}
        onPointerDown={(event) => {
          pressedAt.current = { x: event.clientX, y: event.clientY }
          onPointerDown?.(event)
        }}
        onClick={open}
      />
      {isOpen && (
        <MenuPopup
          button={button}
          buttonId={id}
          focusFirst={isOpen === 'byKeyboard'}
          items={items}
          align="start"
          onClose={() => setIsOpen(null)}
        />
      )}
    </span>
  )
}
