import { useSyncExternalStore } from 'react'
import { preference, setPreference, type Theme } from './preferences.ts'

export const themeStorageKey = 'theme'
const listeners = new Set<() => void>()

/**
 * The theme on the screen. On the server and in the first render of the browser it is `light`; what is painted
 * already follows the attribute that the inline script of the document has set.
 */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, shownTheme, () => 'light')
}

/**
 * Changes the theme, and remembers it as long as it differs from what the system prefers. Where the theme does not follow
 * the system, it is the preference of this device, too.
 */
export function setTheme(theme: Theme): void {
  if (preference('theme')) setPreference('theme', theme)
  try {
    if (theme === systemTheme()) localStorage.removeItem(themeStorageKey)
    else localStorage.setItem(themeStorageKey, theme)
  } catch {
    // Storage is switched off: the choice lasts until the page is left.
  }
  show(theme)
}

/** Follows the system's theme, unless another is preferred. A stored choice that equals the system's theme is removed. */
export function followSystemTheme(): void {
  setTheme(shownTheme())
  systemPrefersDark().addEventListener('change', () => setTheme(preference('theme') ?? systemTheme()))
}

const systemPrefersDark = () => matchMedia('(prefers-color-scheme: dark)')
export const systemTheme = (): Theme => (systemPrefersDark().matches ? 'dark' : 'light')
const shownTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
