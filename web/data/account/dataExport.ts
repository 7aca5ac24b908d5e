import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { apiOf, useApi } from '../api.ts'

/** The archive of everything that is the viewer's. */
export type DataExport = OutputOf<'requestExport'>

const whileWaitingMs = 3000

/** The state of the viewer's archive, polled until it is finished. */
export const dataExportQuery = queryOptions({
  queryKey: ['data export'],
  queryFn: async ({ client, signal }) => (await apiOf(client).call('getExport', {}, { signal })).export,
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? whileWaitingMs : false),
})

/** Has an archive made, in place of the one there may be. */
export function useRequestExport() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.call('requestExport', {}),
    onSuccess: (requested) => queryClient.setQueryData(dataExportQuery.queryKey, requested),
  })
}
