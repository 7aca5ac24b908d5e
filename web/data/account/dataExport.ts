import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { apiOf, useApi } from '../api.ts'

/** The archive of the viewer's data. */
export type DataExport = OutputOf<'requestExport'>

const whileWaitingMs = 3000

/** The state of the viewer's archive, polled until it is finished. */
export const dataExportQuery = queryOptions({
  queryKey: ['data export'],
  queryFn: async ({ client, signal }) => (await apiOf(client).call('getExport', {}, { signal })).export,
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? whileWaitingMs : false),
})

/** Requests an archive, which replaces an existing one. */
export function useRequestExport() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.call('requestExport', {}),
    onSuccess: (requested) => queryClient.setQueryData(dataExportQuery.queryKey, requested),
  })
}
