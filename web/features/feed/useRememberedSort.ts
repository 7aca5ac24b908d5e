import { useEffect } from 'react'
import { useViewer } from '../../data/account/initial.ts'
import { isFeedSort } from '../../data/posts/feed.ts'
import { useNavigator } from '../../router/navigator.ts'
import { useShownPage } from '../../router/page.ts'
import { rememberedFeedSort, rememberFeedSort } from './rememberedFeedSort.ts'

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
