import { QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ApiClient } from '../../contract/endpoints/index.ts'

const apis = new WeakMap<QueryClient, ApiClient>()

/** The cache of all data from the server, one per request or browser window. */
export function createQueryClient(api: ApiClient): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // Pages are loaded by navigating to them; nothing is fetched again because a component appeared.
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: keptUnusedMs,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A query that is started offline fails at once, instead of waiting silently.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  apis.set(queryClient, api)
  return queryClient
}

/** Feeds are kept for this time, so that readers find them unchanged when they come back. */
const keptUnusedMs = 30 * 60_000

/** The API that a query client uses: over HTTP in a browser, the abilities directly on the server. */
export function apiOf(queryClient: QueryClient): ApiClient {
  const api = apis.get(queryClient)
  if (!api) throw new Error('This query client was not made by createQueryClient.')
  return api
}

export const useApi = (): ApiClient => apiOf(useQueryClient())
