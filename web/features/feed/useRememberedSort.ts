import { useEffect } from 'react'
import { useViewer } from '../../data/account/initial.ts'
import { isFeedSort } from '../../data/posts/feed.ts'
import { useNavigator } from '../../router/navigator.ts'
import { useShownPage } from '../../router/page.ts'
import { rememberedFeedSort, rememberFeedSort } from './rememberedFeedSort.ts'

/**
 * For members who want their order of feeds remembered: keeps the one that was chosen, and goes to it from addresses
 * that name none. Call it once the page is in the browser.
 */
export function useRememberedSort(): void {
  const isWanted = useViewer()?.rememberFeedSort ?? false
  const { path, search } = useShownPage()
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
