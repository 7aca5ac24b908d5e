import type { FeedSort } from '../../../contract/entities/initial.ts'
import { isFeedSort } from '../../data/posts/feed.ts'

const storageKey = 'feedSort'

/** The order of feeds that this device remembers, for members who want that; null when there is none. */
export function rememberedFeedSort(): FeedSort | null {
  try {
    const sort = localStorage.getItem(storageKey)
    return isFeedSort(sort) ? sort : null
  } catch {
    return null
  }
}

export function rememberFeedSort(sort: FeedSort): void {
  try {
    localStorage.setItem(storageKey, sort)
  } catch {
    // Storage is switched off: the order lasts as long as it is in the URL.
  }
}
