import { useSyncExternalStore } from 'react'
import { remember, remembered } from './remembered.ts'

export type FeedLayout = 'card' | 'compact'
export type Theme = 'light' | 'dark'

/** The preferences of this device. Their names in storage are from the specification. */
interface Preferences {
  feed_layout: FeedLayout
  /** The site's font, or the system's. */
  font: 'custom' | 'system'
  infinite_scrolling_disabled: boolean
  top_navbar_autohide_disabled: boolean
  // Additions of ours:
  /** Turns keyboard shortcuts off. */
  shortcuts_disabled: boolean
  /** The size of all text; unset for that of the browser. */
  text_size: 'small' | 'large' | 'largest' | undefined
  /** Unset where the theme follows the system. */
  theme: Theme | undefined
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

/** A stored preference of this device; undefined when there is none, and in the first render. */
export function usePreference<Name extends keyof Preferences>(name: Name): Preferences[Name] | undefined {
  return useSyncExternalStore(
    subscribe,
    () => preference(name),
    () => undefined,
  )
}

/** The same at this moment. */
export const preference = <Name extends keyof Preferences>(name: Name): Preferences[Name] | undefined =>
  stored()[name]

/** Whether lists load more as the reader comes near their end. */
export const useInfiniteScrolling = (): boolean => usePreference('infinite_scrolling_disabled') !== true

/** Stores a preference and applies it to the page at once. */
export function setPreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
  const preferences = { ...stored(), [name]: value }
  remember(storageKey, JSON.stringify(preferences))
  const { dataset } = document.documentElement
  // The attributes that the document's inline script sets, too.
  if (preferences.feed_layout === 'compact') dataset.feedLayout = 'compact'
  else delete dataset.feedLayout
  if (preferences.font === 'system') dataset.font = 'system'
  else delete dataset.font
  if (preferences.text_size) dataset.textSize = preferences.text_size
  else delete dataset.textSize
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
