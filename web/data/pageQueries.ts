import {
  type FetchQueryOptions,
  hashKey,
  type QueryClient,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query'
import type { ApiClient } from '../../contract/endpoints/index.ts'
import { initialQuery } from './account/initial.ts'
import { createQueryClient } from './api.ts'
import type { PageLoaders, PagesQuery } from './load.ts'
import { feedQuery } from './posts/feed.ts'

export interface LoadedQuery {
  readonly queryKey: QueryKey
  readonly data: unknown
}

/** The data of one page on the server. */
export interface PageQueries extends PageLoaders {
  /** What has been loaded, in the order in which it was asked for. */
  loaded(): readonly LoadedQuery[]
  /** A cache with what has been loaded, for rendering; to be cleared afterwards. */
  client(): QueryClient
}

/** For nothing: a page that was begun is finished. */
const { signal } = new AbortController()

/**
 * Loads the data of one page, each query once. A cache of the library does much more for each query, which took a tenth of the time of a
 * page that needs no rendering; here it has only what query functions put into it.
 */
export function pageQueries(api: ApiClient): PageQueries {
  const client = createQueryClient(api)
  const queryCache = client.getQueryCache()
  const begun = new Map<string, { queryKey: QueryKey; promise: Promise<unknown>; data: unknown }>()

  function once<Data>(
    queryKey: QueryKey,
    run: (context: Omit<QueryFunctionContext, 'pageParam' | 'direction'>) => Promise<Data>,
  ): Promise<Data> {
    const name = hashKey(queryKey)
    const known = begun.get(name)
    if (known) return known.promise as Promise<Data>
    const put = queryCache.get<Data>(name)?.state.data
    if (put !== undefined) return Promise.resolve(put)
    const promise = run({ client, queryKey, signal, meta: undefined }).then((data) => {
      query.data = data
      return data
    })
    const query = { queryKey, promise, data: undefined as unknown }
    begun.set(name, query)
    return promise
  }

  const load = <Data, Key extends QueryKey>({
    queryKey,
    queryFn,
  }: FetchQueryOptions<Data, Error, Data, Key>): Promise<Data> =>
    once(queryKey, async (context) => {
      if (typeof queryFn !== 'function') throw new Error('A query without a function')
      return queryFn(context as never)
    })

  const loadPages = <Page, Key extends QueryKey>(query: PagesQuery<Page, Key>): Promise<unknown> => {
    const { queryKey, queryFn, initialPageParam: pageParam } = query
    return once(queryKey, async (context) => {
      if (typeof queryFn !== 'function') throw new Error('A feed without a query')
      const page = await queryFn({ pageParam, direction: 'forward', ...context } as never)
      return { pages: [page], pageParams: [pageParam] }
    })
  }

  const loaded = () =>
    [
      ...[...begun.values()].map(({ queryKey, data }) => ({ queryKey, data })),
      ...queryCache
        .getAll()
        .filter(({ queryHash }) => !begun.has(queryHash))
        .map(({ queryKey, state: { data } }) => ({ queryKey, data })),
    ].filter(({ data }) => data !== undefined)

  return {
    load,
    loadPages,
    loadFeed: (feedParams) => loadPages(feedQuery(feedParams)),
    loadInitial: () => load(initialQuery),
    loaded,
    client() {
      for (const { queryKey, data } of begun.values()) client.setQueryData(queryKey, data)
      return client
    },
  }
}
