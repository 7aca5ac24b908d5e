import { queryOptions } from '@tanstack/react-query'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { apiOf } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'

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
export const useRequestExport = () =>
  useApiMutation((api) => api.call('requestExport', {}), {
    onSuccess: (queryClient, requested) => queryClient.setQueryData(dataExportQuery.queryKey, requested),
  })
