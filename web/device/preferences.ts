import { useSyncExternalStore } from 'react'
import { remember, remembered } from './remembered.ts'

export type FeedLayout = 'card' | 'compact'

/** What is set for this device alone. The names are those under which the specification stores them. */
interface Preferences {
  feed_layout: FeedLayout
  /** The site's font, or the system's. */
  font: 'custom' | 'system'
  infinite_scrolling_disabled: boolean
  top_navbar_autohide_disabled: boolean
  /** Ours: single keys do nothing. */
  shortcuts_disabled: boolean
}

const storageKey = 'preferences'
const listeners = new Set<() => void>()

/**
 * Cards or compact rows. The style sheets follow an attribute that the document's inline script sets before
 * anything is painted; the first render says `card` on both sides.
 */
export function useFeedLayout(): FeedLayout {
  return useSyncExternalStore(subscribe, shownFeedLayout, () => 'card')
}

const shownFeedLayout = (): FeedLayout =>
  document.documentElement.dataset.feedLayout === 'compact' ? 'compact' : 'card'

/** One of the preferences as this device has stored it; undefined when it has not, and in the first render. */
export function usePreference<Name extends keyof Preferences>(name: Name): Preferences[Name] | undefined {
  return useSyncExternalStore(
    subscribe,
    () => stored()[name],
    () => undefined,
  )
}

/** Whether lists go on by themselves as the reader comes near their end. */
export const useInfiniteScrolling = (): boolean => usePreference('infinite_scrolling_disabled') !== true

/** Stores a preference and lets the page follow it at once. */
export function setPreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
  const preferences = { ...stored(), [name]: value }
  remember(storageKey, JSON.stringify(preferences))
  const { dataset } = document.documentElement
  // As the document's inline script will find them.
  if (preferences.feed_layout === 'compact') dataset.feedLayout = 'compact'
  else delete dataset.feedLayout
  if (preferences.font === 'system') dataset.font = 'system'
  else delete dataset.font
  for (const listener of listeners) listener()
}

function stored(): Partial<Preferences> {
  try {
    return JSON.parse(remembered(storageKey) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
