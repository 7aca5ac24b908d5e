import type {
  FetchQueryOptions,
  InfiniteData,
  QueryClient,
  QueryKey,
  UseInfiniteQueryOptions,
} from '@tanstack/react-query'
import type { Initial } from '../../contract/entities/initial.ts'
import { initialQuery } from './account/initial.ts'
import { type FeedParams, feedQuery } from './posts/feed.ts'

/** Loads the data of a page into the cache. @throws what the API throws. */
export interface Loaders {
  /** @param meanwhile resolves to what can be shown while it loads. Pages of the server and steps back wait for all. */
  load<T, Key extends QueryKey>(
    query: FetchQueryOptions<T, Error, T, Key>,
    meanwhile?: (queryClient: QueryClient, loaded: Promise<T>) => Promise<T>,
  ): Promise<T>
  loadFeed(feedParams: FeedParams): Promise<unknown>
  /** The first page of a list, with the same maximum wait as a feed. */
  loadPages<Page, Key extends QueryKey>(query: PagesQuery<Page, Key>): Promise<unknown>
}

/** With what surrounds every page. */
export interface PageLoaders extends Loaders {
  loadInitial(): Promise<Initial>
}

export type PagesQuery<Page, Key extends QueryKey> = UseInfiniteQueryOptions<
  Page,
  Error,
  InfiniteData<Page>,
  Key,
  string | null
>

export interface Patience {
  /** Older data is refetched; a feed then starts again with its first page. */
  readonly maxAgeMs: number
  /** How long a page waits for a feed that is not in the cache, before it is shown without. */
  readonly feedPatienceMs: number
}

export function loaders(queryClient: QueryClient, { maxAgeMs, feedPatienceMs }: Patience): PageLoaders {
  const loadPages: Loaders['loadPages'] = (query) => {
    const { queryKey, queryFn, initialPageParam, getNextPageParam } = query
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
  }
  return {
    load(query, meanwhile) {
      const loaded = queryClient.fetchQuery({ ...query, staleTime: maxAgeMs })
      return meanwhile && maxAgeMs < Number.POSITIVE_INFINITY
        ? Promise.race([loaded, meanwhile(queryClient, loaded)])
        : loaded
    },
    loadFeed: (feedParams) => loadPages(feedQuery(feedParams)),
    loadPages,
    // It refreshes automatically.
    loadInitial: () => queryClient.fetchQuery(initialQuery),
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
