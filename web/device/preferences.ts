import { useSyncExternalStore } from 'react'

export type FeedLayout = 'card' | 'compact'

/** What is set for this device alone. The names are those under which the specification stores them. */
interface Preferences {
  feed_layout?: FeedLayout
  font?: 'custom' | 'system'
  infinite_scrolling_disabled?: boolean
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

export function setFeedLayout(layout: FeedLayout): void {
  store({ ...stored(), feed_layout: layout })
  if (layout === 'compact') document.documentElement.dataset.feedLayout = layout
  else delete document.documentElement.dataset.feedLayout
  for (const listener of listeners) listener()
}

const shownFeedLayout = (): FeedLayout =>
  document.documentElement.dataset.feedLayout === 'compact' ? 'compact' : 'card'

/** Whether lists go on by themselves as the reader comes near their end. */
export function useInfiniteScrolling(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => stored().infinite_scrolling_disabled !== true,
    () => true,
  )
}

function stored(): Preferences {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

function store(preferences: Preferences): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(preferences))
  } catch {
    // Storage is switched off: the choice lasts until the page is left.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
