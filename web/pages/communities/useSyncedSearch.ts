import { useEffect } from 'react'

/**
 * Keeps the URL equal to the search while someone types, without a navigation, so that the page and the focus stay.
 * After a reload or a step back the search is restored.
 *
 * @param path path and query.
 */
export function useSyncedSearch(path: string): void {
  useEffect(() => {
    const { pathname, search } = new URL(path, location.href)
    // The same query can be encoded in several ways; the URL changes only when its meaning does.
    const asked = new URLSearchParams(location.search).get('q')?.trim() ?? ''
    const wanted = new URLSearchParams(search).get('q') ?? ''
    if (location.pathname === pathname && asked !== wanted) history.replaceState(history.state, '', path)
  }, [path])
}
