import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { type FeedAddress, feedQuery } from './feed.ts'

/** How a page gets what it shows into the cache. @throws what the API throws. */
export interface Loaders {
  load<T, Key extends QueryKey>(query: FetchQueryOptions<T, Error, T, Key>): Promise<T>
  loadFeed(address: FeedAddress): Promise<unknown>
}

export interface Patience {
  /** What is older is asked for again; a feed then starts over with its first page. */
  readonly maxAgeMs: number
  /** For how long a page waits for a feed that it has nothing of yet, before it is shown without. */
  readonly feedPatienceMs: number
}

export const loaders = (queryClient: QueryClient, { maxAgeMs, feedPatienceMs }: Patience): Loaders => ({
  load: (query) => queryClient.fetchQuery({ ...query, staleTime: maxAgeMs }),
  loadFeed: (address) => {
    const { queryKey, queryFn, initialPageParam, getNextPageParam } = feedQuery(address)
    if (!queryFn) throw new Error('A feed without a query')
    const loaded = queryClient.fetchInfiniteQuery({
      queryKey,
      queryFn,
      initialPageParam,
      getNextPageParam,
      pages: 1,
      staleTime: maxAgeMs,
    })
    const waitsForIt =
      feedPatienceMs === Number.POSITIVE_INFINITY || queryClient.getQueryData(queryKey) !== undefined
    return waitsForIt ? loaded : Promise.race([loaded, pause(feedPatienceMs)])
  },
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
