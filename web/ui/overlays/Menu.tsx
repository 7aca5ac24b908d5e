import { MenuButton, type MenuButtonLook } from './MenuButton.tsx'
import type { MenuItem } from './menuItem.ts'

interface MenuProps extends MenuButtonLook {
  items: readonly MenuItem[]
  align?: 'start' | 'end'
}

/** A button with a list of things to do. The list comes with a library of its own size, so it is fetched late. */
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
