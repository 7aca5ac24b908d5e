import { DropdownMenu } from 'radix-ui'
import { useEffect, useRef } from 'react'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/names.ts'
import { Link } from '../navigation/Link.tsx'
import { isolated } from '../text/isolated.tsx'
import type { OpenMenu } from './MenuButton.tsx'
import styles from './MenuPopup.module.css'
import type { MenuItem } from './menuItem.ts'

interface MenuPopupProps extends OpenMenu {
  items: readonly MenuItem[]
  align: 'start' | 'end'
}

/** The list of a `Menu`, open as long as it is rendered. */
export function MenuPopup({ button, buttonId, items, align, focusFirst, onClose }: MenuPopupProps) {
  // Not modal: the modal mode injects a style element, which our content security policy forbids.
  return (
    <DropdownMenu.Root
      open
      modal={false}
      dir={document.dir === 'rtl' ? 'rtl' : 'ltr'}
      onOpenChange={(open) => !open && onClose()}
    >
      {/* The library positions the list at its own trigger, so our button needs this invisible one beside it. */}
      <DropdownMenu.Trigger asChild>
        <span className={styles.place} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={styles.menu}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          loop
          aria-labelledby={buttonId}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // Unless what was chosen has moved the focus.
            const { activeElement } = document
            const menu = event.currentTarget
            const isLost = !activeElement || activeElement === document.body
            if (isLost || (menu instanceof Node && menu.contains(activeElement))) button.current?.focus()
          }}
          onInteractOutside={(event) => {
            // The button closes its menu itself; closing here, too, would open it again.
            if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault()
          }}
        >
          {focusFirst && <FocusFirstItem />}
          {items.map((item, position) => (
            <Item key={keyOf(item, position)} item={item} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function Item({ item }: { item: MenuItem }) {
  if (item === 'separator') return <DropdownMenu.Separator className={styles.separator} />
  if ('heading' in item)
    return (
      <DropdownMenu.Label className={styles.heading}>
        <bdi>{isolated(item.heading)}</bdi>
      </DropdownMenu.Label>
    )
  if ('href' in item)
    return (
      <DropdownMenu.Item asChild className={styles.item}>
        <Link href={item.href} {...(item.opensTab && { target: '_blank' })}>
          <ItemText {...item} />
        </Link>
      </DropdownMenu.Item>
    )
  if ('checked' in item)
    return (
      <DropdownMenu.CheckboxItem
        className={styles.item}
        checked={item.checked}
        onCheckedChange={item.onChange}
        onSelect={(event) => event.preventDefault()}
      >
        <ItemText {...item} />
        <span className={styles.switch} aria-hidden="true" />
      </DropdownMenu.CheckboxItem>
    )
  return (
    <DropdownMenu.Item
      className={item.danger ? `${styles.item} ${styles.danger}` : styles.item}
      disabled={item.disabled ?? false}
      onSelect={item.onSelect}
    >
      <ItemText {...item} />
    </DropdownMenu.Item>
  )
}

function ItemText({ label, icon, filled = false }: { label: string; icon?: IconName; filled?: boolean }) {
  return (
    <>
      {icon && <Icon name={icon} size={17} filled={filled} />}
      {label}
    </>
  )
}

/**
 * A menu opened with the keyboard focuses its first item. The library knows only keys that are pressed after it loaded.
 */
function FocusFirstItem() {
  const here = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const menu = here.current?.closest('[role=menu]')
    menu?.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus({ preventScroll: true })
  }, [])
  return <span ref={here} hidden />
}

function keyOf(item: MenuItem, position: number): string {
  if (item === 'separator') return `separator ${position}`
  return 'heading' in item ? `heading ${item.heading}` : `${item.label} ${position}`
}
