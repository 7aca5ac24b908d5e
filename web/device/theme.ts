import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

const storageKey = 'theme'
const listeners = new Set<() => void>()

/**
 * The theme on the screen. On the server and in the first render of the browser it is `light`; what is painted
 * already follows the attribute that the inline script of the document has set.
 */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, shownTheme, () => 'light')
}

/** Changes the theme, and remembers it as long as it differs from what the system prefers. */
export function setTheme(theme: Theme): void {
  try {
    if (theme === systemTheme()) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // Storage is switched off: the choice lasts until the page is left.
  }
  show(theme)
}

/** Follows the system's theme. A stored choice that equals the system's theme is removed. */
export function followSystemTheme(): void {
  setTheme(shownTheme())
  systemPrefersDark().addEventListener('change', () => setTheme(systemTheme()))
}

const systemPrefersDark = () => matchMedia('(prefers-color-scheme: dark)')
const systemTheme = (): Theme => (systemPrefersDark().matches ? 'dark' : 'light')
const shownTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
