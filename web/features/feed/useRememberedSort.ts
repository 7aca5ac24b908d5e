import { useEffect } from 'react'
import type { FeedSort } from '../../../contract/entities/initial.ts'
import { useViewer } from '../../data/account/initial.ts'
import { isFeedSort } from '../../data/posts/feed.ts'
import { useNavigator } from '../../router/navigator.ts'
import { useShownPage } from '../../router/page.ts'

/**
 * For members who want their order of feeds remembered: stores the order in the URL, and adds the stored one to a URL
 * without. For use in the browser only.
 */
export function useRememberedSort(): void {
  const isRemembered = useViewer()?.rememberFeedSort ?? false
  const { path, search } = useShownPage()
  const navigator = useNavigator()
  useEffect(() => {
    if (!isRemembered) return
    const query = new URLSearchParams(search)
    const requested = query.get('sort')
    if (isFeedSort(requested)) return rememberFeedSort(requested)
    const remembered = rememberedFeedSort()
    if (!remembered) return
    query.set('sort', remembered)
    navigator.navigate(`${path}?${query}`, { replace: true })
  }, [isRemembered, path, search, navigator])
}

const storageKey = 'feedSort'

/** The order of feeds that this device remembers, for members who want that; null when there is none. */
function rememberedFeedSort(): FeedSort | null {
  try {
    const sort = localStorage.getItem(storageKey)
    return isFeedSort(sort) ? sort : null
  } catch {
    return null
  }
}

function rememberFeedSort(sort: FeedSort): void {
  try {
    localStorage.setItem(storageKey, sort)
  } catch {
    // Storage is switched off: the order lasts as long as it is in the URL.
  }
}
