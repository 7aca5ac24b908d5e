import { useEffect } from 'react'

const loadAheadItems = 5

interface LoadedList {
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  readonly isFetchNextPageError: boolean
  fetchNextPage(): Promise<unknown>
}

/**
 * Loads more before a list of moderators is empty, also where a button loads it: a fast moderator must not see "All done" while
 * there is more.
 *
 * @param left how many items still wait; undefined before the list is loaded.
 * @param atLeast with fewer, more is loaded.
 */
export function useLoadAhead(
  { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: LoadedList,
  left: number | undefined,
  atLeast = loadAheadItems,
): void {
  const needsMore = left !== undefined && left < atLeast
  useEffect(() => {
    if (needsMore && hasNextPage && !isFetching && !isFetchNextPageError) fetchNextPage().catch(() => {})
  }, [needsMore, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
}
