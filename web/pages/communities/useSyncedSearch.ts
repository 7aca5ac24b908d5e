import { useEffect } from 'react'

/**
 * Keeps the address bar at what the page shows while somebody types. That is no navigation: the page stays, and so
 * does the focus; a reload or a step back finds the address as it was left.
 *
 * @param path path and query.
 */
export function useSyncedSearch(path: string): void {
  useEffect(() => {
    const { pathname, search } = new URL(path, location.href)
    // The same words may be spelled in several ways; only other words change the address.
    const asked = new URLSearchParams(location.search).get('q')?.trim() ?? ''
    const wanted = new URLSearchParams(search).get('q') ?? ''
    if (location.pathname === pathname && asked !== wanted) history.replaceState(history.state, '', path)
  }, [path])
}
