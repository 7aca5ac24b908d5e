import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueueView } from '../../../contract/entities/queue.ts'
import { apiOf, useApi } from '../api.ts'

/** The views of the queue that the viewer has saved. */
export const queueViewsQuery = queryOptions({
  queryKey: ['queueViews'],
  queryFn: ({ client, signal }) => apiOf(client).call('listQueueViews', {}, { signal }),
})

/** Replaces them. */
export function useSaveQueueViews() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (views: readonly QueueView[]) => api.call('saveQueueViews', { body: { views: [...views] } }),
    onSuccess: (saved) => queryClient.setQueryData(queueViewsQuery.queryKey, saved),
  })
}
