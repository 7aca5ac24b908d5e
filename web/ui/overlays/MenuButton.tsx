import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react'
import { Button } from '../buttons/Button.tsx'
import { IconButton } from '../buttons/IconButton.tsx'
import type { plainAct } from '../buttons/plainAct.ts'
import type { IconName } from '../icons/names.ts'
import styles from './Menu.module.css'

export interface MenuButtonLook {
  /** Accessible name of the menu, and of its button unless `children` has text. */
  label: string
  icon?: IconName
  /** Shown instead of an icon. */
  children?: ReactNode
  disabled?: boolean
  className?: string | undefined
}

/** What `MenuPopup` needs to know about the button. */
export interface OpenMenu {
  /** The button, which gets the focus back. */
  readonly button: RefObject<HTMLButtonElement | null>
  /** Accessible name of the menu. */
  readonly buttonId: string
  readonly focusFirst: boolean
  readonly onClose: () => void
}

interface MenuButtonProps<Props extends object> extends MenuButtonLook {
  /** What the button does without scripts; only for the server. By default it is hidden then. */
  without?: ReturnType<typeof plainAct>
  /** Loads the component of the menu. */
  load: () => Promise<ComponentType<Props>>
  /** Rendered from the first opening on; `open` is null while the menu is closed. */
  render: (Loaded: ComponentType<Props>, open: OpenMenu | null) => ReactNode
}

/**
 * A button whose menu is loaded when a pointer or the focus comes near; the button itself works from the start. For
 * menus with dialogs and calls of their own; `Menu` is for a plain list.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/
 */
export function MenuButton<Props extends object>(props: MenuButtonProps<Props>) {
  const { label, icon = 'more', children, disabled = false, className, load, render } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [byKeyboard, setByKeyboard] = useState(false)
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)

  const open = (how: { byKeyboard: boolean }) => {
    setByKeyboard(how.byKeyboard)
    setIsOpen(true)
    load().then(
      (loaded) => setLoaded(() => loaded),
      () => setIsOpen(false),
    )
  }
  // A failed preload is ignored: opening the menu tries again.
  const prefetch = () => void load().catch(() => {})
  const close = () => setIsOpen(false)
  const attributes = {
    // Ids differ with the place in a page, and the server's markup is shared between pages.
    id: Loaded ? id : undefined,
    ref: button,
    disabled,
    className: className ?? '',
    ...(import.meta.env.SSR && props.without),
    'aria-haspopup': 'menu' as const,
    'aria-expanded': isOpen,
    // Enter and Space cause a click event with `detail` 0.
    onClick: (event: { detail: number }) => (isOpen ? close() : open({ byKeyboard: event.detail === 0 })),
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
      {Loaded &&
        render(Loaded, isOpen ? { button, buttonId: id, focusFirst: byKeyboard, onClose: close } : null)}
    </span>
  )
}
