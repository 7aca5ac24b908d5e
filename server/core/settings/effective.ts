import type { SettingValue } from '../../../contract/settingTypes.ts'
import { checkSetting } from '../../../contract/settingValues.ts'
import {
  type LockedSettings,
  type SettingName,
  type SettingValues,
  settingNames,
  settingOf,
} from '../../../contract/siteSettings.ts'

/** Stored values by the names of settings. */
export type StoredSettings = Readonly<Record<string, unknown>>

/** The value of each setting: that of the environment, else the stored one, else the default. */
export function effectiveSettings(stored: StoredSettings, locked: LockedSettings): SettingValues {
  const settingValueOf = (name: SettingName): SettingValue =>
    locked[name] ??
    (Object.hasOwn(stored, name) ? validOrDefault(name, stored[name]) : settingOf(name).default)
  return Object.freeze(
    Object.fromEntries(settingNames.map((name) => [name, settingValueOf(name)])),
  ) as SettingValues
}

/** Another version of the program may have stored a value that this one does not allow. */
function validOrDefault(name: SettingName, stored: unknown): SettingValue {
  const definition = settingOf(name)
  try {
    return checkSetting(definition, stored)
  } catch {
    return definition.default
  }
}
