import { type ComponentType, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import type { IconName } from './icons/names.ts'
import styles from './Menu.module.css'
import type { MenuPopup } from './MenuPopup.tsx'

export type MenuItem =
  | { label: string; icon?: IconName; danger?: boolean; disabled?: boolean; onSelect: () => void }
  | { label: string; icon?: IconName; href: string }
  | { label: string; icon?: IconName; checked: boolean; onChange: (checked: boolean) => void }
  | { heading: string }
  | 'separator'

interface Menu {
  /** Name of the menu, and of its button unless that has words of its own in `children`. */
  label: string
  items: readonly MenuItem[]
  icon?: IconName
  /** What the button shows instead of an icon. */
  children?: ReactNode
  align?: 'start' | 'end'
  disabled?: boolean
  className?: string
}

/**
 * A button with a list of things to do. The list comes with a library of its own size, so it is fetched when a
 * pointer or the focus comes near; the button is an ordinary one from the start.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/
 */
export function Menu({
  label,
  items,
  icon = 'more',
  children,
  align = 'end',
  disabled = false,
  className,
}: Menu) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [byKeyboard, setByKeyboard] = useState(false)
  const [Popup, setPopup] = useState<ComponentType<Parameters<typeof MenuPopup>[0]> | null>(null)

  const open = (how: { byKeyboard: boolean }) => {
    setByKeyboard(how.byKeyboard)
    setIsOpen(true)
    loadPopup().then(
      (loaded) => setPopup(() => loaded),
      () => setIsOpen(false),
    )
  }
  const attributes = {
    id,
    ref: button,
    disabled,
    className: className ?? '',
    'aria-haspopup': 'menu' as const,
    'aria-expanded': isOpen,
    // A press of Enter or Space is a click without a pointer, and has no count of clicks.
    onClick: (event: { detail: number }) =>
      isOpen ? setIsOpen(false) : open({ byKeyboard: event.detail === 0 }),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || isOpen) return
      event.preventDefault()
      open({ byKeyboard: true })
    },
    onPointerEnter: prefetch,
    onFocus: prefetch,
  }
  return (
    <span className={styles.anchor}>
      {children ? (
        <Button variant="soft" {...attributes}>
          {children}
        </Button>
      ) : (
        <IconButton icon={icon} label={label} {...attributes} />
      )}
      {Popup && isOpen && (
        <Popup
          button={button}
          buttonId={id}
          items={items}
          align={align}
          focusFirst={byKeyboard}
          onClose={() => setIsOpen(false)}
        />
      )}
    </span>
  )
}

async function loadPopup() {
  const { MenuPopup } = await import('./MenuPopup.tsx')
  return MenuPopup
}

/** Without answer or complaint: what fails here is tried again when the menu is opened. */
function prefetch() {
  loadPopup().catch(() => {})
}
