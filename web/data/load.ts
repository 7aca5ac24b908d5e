import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { type FeedAddress, feedQuery } from './feed.ts'

/** How a page gets what it shows into the cache. @throws what the API throws. */
export interface Loaders {
  load<T, Key extends QueryKey>(query: FetchQueryOptions<T, Error, T, Key>): Promise<T>
  loadFeed(address: FeedAddress): Promise<unknown>
}

/** @param maxAgeMs what is older is asked for again; a feed then starts over with its first page. */
export const loaders = (queryClient: QueryClient, maxAgeMs: number): Loaders => ({
  load: (query) => queryClient.fetchQuery({ ...query, staleTime: maxAgeMs }),
  loadFeed: (address) => {
    const { queryKey, queryFn, initialPageParam, getNextPageParam } = feedQuery(address)
    if (!queryFn) throw new Error('A feed without a query')
    return queryClient.fetchInfiniteQuery({
      queryKey,
      queryFn,
      initialPageParam,
      getNextPageParam,
      pages: 1,
      staleTime: maxAgeMs,
    })
  },
})
