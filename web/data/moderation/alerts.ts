import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AlertChoice, QuietHours } from '../../../contract/entities/alerts.ts'
import { apiOf } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { moderationKey } from './invalidateModeration.ts'

const alertsKey = [moderationKey, 'alerts'] as const

/** Which reports in a community notify the viewer. */
export const alertsQuery = (communityId: string) =>
  queryOptions({
    queryKey: [...alertsKey, communityId],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('getAlertSettings', { params: { communityId } }, { signal }),
  })

export const useSaveAlerts = (communityId: string) =>
  useApiMutation(
    (api, body: AlertChoice) => api.call('saveAlertSettings', { params: { communityId }, body }),
    { onSuccess: (queryClient, saved) => queryClient.setQueryData(alertsQuery(communityId).queryKey, saved) },
  )

/** Quiet hours and feed are the same in all communities. */
const refreshAll = {
  onSuccess: (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: alertsKey }),
}

export const useSaveQuietHours = () =>
  useApiMutation(
    (api, quietHours: QuietHours | null) => api.call('saveQuietHours', { body: { quietHours } }),
    refreshAll,
  )

/** Creates and withdraws the private feed of the viewer's queue. */
export const useQueueFeed = () => ({
  make: useApiMutation((api) => api.call('createQueueFeed', {}), refreshAll),
  withdraw: useApiMutation((api) => api.call('deleteQueueFeed', {}), refreshAll),
})
