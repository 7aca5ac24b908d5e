import { MenuButton, type MenuButtonLook } from './MenuButton.tsx'
import type { MenuItem } from './menuItem.ts'

interface MenuProps extends MenuButtonLook {
  items: readonly MenuItem[]
  align?: 'start' | 'end'
}

/** A button with a menu of actions. The list is loaded on demand, because it imports a library. */
export function Menu({ items, align = 'end', ...look }: MenuProps) {
  return (
    <MenuButton
      {...look}
      load={loadPopup}
      render={(Popup, open) => open && <Popup {...open} items={items} align={align} />}
    />
  )
}

async function loadPopup() {
  const { MenuPopup } = await import('./MenuPopup.tsx')
  return MenuPopup
}
