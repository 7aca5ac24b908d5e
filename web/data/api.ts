import { QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ApiClient } from '../../contract/endpoints/index.ts'

const apis = new WeakMap<QueryClient, ApiClient>()

/** Where everything that came from the server is kept, once for each request or browser window. */
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
        // Asked while offline, a query fails at once and says so, instead of waiting in silence.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  apis.set(queryClient, api)
  return queryClient
}

/** Who comes back to a feed within this time finds it as it was. */
const keptUnusedMs = 30 * 60_000

/** The API that a query client asks: the network in a browser, the abilities themselves on the server. */
export function apiOf(queryClient: QueryClient): ApiClient {
  const api = apis.get(queryClient)
  if (!api) throw new Error('This query client was not made by createQueryClient.')
  return api
}

export const useApi = (): ApiClient => apiOf(useQueryClient())
