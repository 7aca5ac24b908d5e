import type { IconName } from './icons/names.ts'
import { MenuButton, type MenuButtonLook } from './MenuButton.tsx'

export type MenuItem =
  | { label: string; icon?: IconName; danger?: boolean; disabled?: boolean; onSelect: () => void }
  | { label: string; icon?: IconName; href: string }
  | { label: string; icon?: IconName; checked: boolean; onChange: (checked: boolean) => void }
  | { heading: string }
  | 'separator'

interface Menu extends MenuButtonLook {
  items: readonly MenuItem[]
  align?: 'start' | 'end'
}

/** A button with a list of things to do. The list comes with a library of its own size, so it is fetched late. */
export function Menu({ items, align = 'end', ...look }: Menu) {
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
