import { useSyncExternalStore } from 'react'
import { preference, setPreference, type Theme } from './preferences.ts'
import { remembered } from './remembered.ts'
import { setTheme, subscribe, systemTheme, themeStorageKey } from './theme.ts'

type ThemeChoice = 'system' | Theme

/** The theme that was chosen on this device; `system` where it follows the system, and in the first render. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice, () => 'system')
}

function themeChoice(): ThemeChoice {
  // The switch "Dark mode" stores a theme until the system prefers the same.
  const stored = remembered(themeStorageKey)
  return preference('theme') ?? (stored === 'light' || stored === 'dark' ? stored : 'system')
}

export function chooseTheme(choice: ThemeChoice): void {
  setPreference('theme', choice === 'system' ? undefined : choice)
  setTheme(choice === 'system' ? systemTheme() : choice)
}
