import type { IconName } from '../icons/names.ts'

export type MenuItem =
  | {
      label: string
      icon?: IconName
      /** Fills the icon, for what is switched on. */
      filled?: boolean
      danger?: boolean
      disabled?: boolean
      onSelect: () => void
    }
  | { label: string; icon?: IconName; href: string; opensTab?: boolean }
  | { label: string; icon?: IconName; checked: boolean; onChange: (checked: boolean) => void }
  | { heading: string }
  | 'separator'
