import { queryOptions } from '@tanstack/react-query'
import { apiOf } from '../api.ts'

const refreshMs = 60_000

/** What networks and programs cost the server. */
export const trafficQuery = queryOptions({
  queryKey: ['traffic'],
  queryFn: ({ client, signal }) => apiOf(client).call('listTraffic', {}, { signal }),
  staleTime: 0,
  refetchInterval: refreshMs,
})
