import type { IconName } from '../icons/names.ts'

export type MenuItem =
  | { label: string; icon?: IconName; danger?: boolean; disabled?: boolean; onSelect: () => void }
  | { label: string; icon?: IconName; href: string; opensTab?: boolean }
  | { label: string; icon?: IconName; checked: boolean; onChange: (checked: boolean) => void }
  | { heading: string }
  | 'separator'
