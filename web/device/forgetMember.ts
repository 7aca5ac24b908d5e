import { forgetSearches } from './recentSearches.ts'

const draftPrefix = 'postDrafts:'
/** As held.ts names that something may wait for review. */
const heldName = 'held'
/** As the service worker names its store of images. */
const imageCache = 'images'

/**
 * Removes from this device what a member leaves there: drafts, recent searches, places in feeds, images. Called when someone logs out
 * or deletes their account, because others may use the device. Preferences such as dark mode stay.
 */
export async function forgetMember(): Promise<void> {
  forgetSearches()
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(draftPrefix) || key === heldName) localStorage.removeItem(key)
    sessionStorage.clear()
    if ('caches' in globalThis) await caches.delete(imageCache)
  } catch {
    // Storage is disabled, so there is nothing in it.
  }
}
