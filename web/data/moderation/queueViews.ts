import { queryOptions } from '@tanstack/react-query'
import type { QueueView } from '../../../contract/entities/queue.ts'
import { apiOf } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'

/** The views of the queue that the viewer has saved. */
export const queueViewsQuery = queryOptions({
  queryKey: ['queueViews'],
  queryFn: ({ client, signal }) => apiOf(client).call('listQueueViews', {}, { signal }),
})

/** Replaces them. */
export const useSaveQueueViews = () =>
  useApiMutation(
    (api, views: readonly QueueView[]) => api.call('saveQueueViews', { body: { views: [...views] } }),
    { onSuccess: (queryClient, saved) => queryClient.setQueryData(queueViewsQuery.queryKey, saved) },
  )
