import type { User } from '../../../contract/entities/ownUser.ts'
import type { Settings } from '../../data/account/settings.ts'
import { Switch } from '../../ui/forms/Switch.tsx'
import { useSavedSetting } from './useSavedSetting.ts'

type Flag = { [Name in keyof Settings]-?: Settings[Name] extends boolean ? Name : never }[keyof Settings]

interface SettingSwitchProps {
  viewer: User
  name: Flag
  /** For settings that are stored as the opposite: `embedsOff` is false where the switch is on. */
  opposite?: boolean
  label: string
  hint?: string
  disabled?: boolean
}

/** A setting of the account that is on or off, saved at once. */
export function SettingSwitch({ viewer, name, opposite = false, ...texts }: SettingSwitchProps) {
  const [value, change] = useSavedSetting(viewer, name)
  return <Switch {...texts} checked={value !== opposite} onChange={(isOn) => change(isOn !== opposite)} />
}
