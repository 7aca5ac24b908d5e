import { useEffect } from 'react'
import { isFeedSort } from '../../data/feed.ts'
import { useViewer } from '../../data/initial.ts'
import { rememberedFeedSort, rememberFeedSort } from '../../device/feedSort.ts'
import { useNavigator, useShown } from '../../navigation.ts'

/**
 * For members who want their order of feeds remembered: keeps the one that was chosen, and goes to it from addresses
 * that name none. Call it once the page is in the browser.
 */
export function useRememberedSort(): void {
  const isWanted = useViewer()?.rememberFeedSort ?? false
  const { path, search } = useShown()
  const navigator = useNavigator()
  useEffect(() => {
    if (!isWanted) return
    const query = new URLSearchParams(search)
    const asked = query.get('sort')
    if (isFeedSort(asked)) return rememberFeedSort(asked)
    const remembered = rememberedFeedSort()
    if (!remembered) return
    query.set('sort', remembered)
    navigator.navigate(`${path}?${query}`, { replace: true })
  }, [isWanted, path, search, navigator])
}
