import { useEffect } from 'react'
import { usePreference } from '../../device/preferences.ts'
import { useDialogs } from '../../features/dialogs/dialogs.tsx'
import { shortcutOf } from '../../ui/keys.ts'

/**
 * Keyboard shortcuts of a single key. `j` and `k` move between posts or comments; other keys press the element with
 * that `data-key` in the current one, otherwise the first on the page. What is selected comes first (`data-key-selected`).
 */
export function useShortcuts(): void {
  const dialogs = useDialogs()
  const areOff = usePreference('shortcuts_disabled') === true
  useEffect(() => {
    if (areOff) return
    const press = (event: KeyboardEvent) => {
      // AltGr types characters, and is Ctrl with Alt on some systems.
      const isModified = !event.getModifierState('AltGraph') && (event.ctrlKey || event.altKey)
      if (event.defaultPrevented || event.metaKey || isModified || isTaken(event.target)) return
      const key = shortcutOf(event)
      if (key === null) return
      if (act(key)) event.preventDefault()
    }
    const act = (key: string): boolean => {
      if (key === '?') dialogs.open('shortcuts')
      else if (key === '/') {
        const field = document.querySelector<HTMLInputElement>('[data-search-page]')
        if (field) {
          field.focus()
          field.select()
        } else {
          document.querySelector<HTMLElement>('[data-search]')?.focus({ preventScroll: true })
          dialogs.open('search')
        }
      } else if (key === 'j') step(1)
      else if (key === 'k') step(-1)
      else return pressKeyed(key)
      return true
    }
    document.addEventListener('keydown', press)
    // The search box shows its key only where it works.
    document.documentElement.toggleAttribute('data-keys', true)
    return () => {
      document.removeEventListener('keydown', press)
      document.documentElement.removeAttribute('data-keys')
    }
  }, [areOff, dialogs])
}

/** Keys in a field, an open menu or a dialog belong to that. */
function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role=menu], [role=listbox]') !== null
  )
}

const articles = () => [...document.querySelectorAll<HTMLElement>('main article')]

/** The focused post or comment; otherwise the first visible one below the navbar. */
function currentOf(all: readonly HTMLElement[]): number {
  const focused = all.findIndex((article) => article.contains(document.activeElement))
  if (focused !== -1) return focused
  const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  return all.findIndex((article) => article.getBoundingClientRect().bottom > top)
}

function step(by: 1 | -1): void {
  const all = articles()
  const current = currentOf(all)
  const isBeginning = current !== -1 && !all[current]?.contains(document.activeElement)
  const next = all[isBeginning && by === 1 ? current : current + by]
  // What is far from the viewport is not rendered (`content-visibility`), so it has no position yet.
  if (!next) {
    scrollBy(0, by * innerHeight * 0.8)
    return
  }
  next.tabIndex = -1
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
  // Higher than the window: show its beginning.
  if (next.getBoundingClientRect().height > innerHeight) next.scrollIntoView()
}

function pressKeyed(key: string): boolean {
  if (!/^[a-z]$/.test(key)) return false
  const all = articles()
  const keyed = `[data-key=${key}]`
  const target =
    document.querySelector<HTMLElement>(`[data-key-selected=${key}]`) ??
    all[currentOf(all)]?.querySelector<HTMLElement>(keyed) ??
    document.querySelector<HTMLElement>(`main ${keyed}`)
  target?.click()
  return target !== null
}
