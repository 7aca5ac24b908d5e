import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AlertChoice, QuietHours } from '../../../contract/entities/alerts.ts'
import { apiOf, useApi, useApiMutation } from '../api.ts'
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
    (queryClient, saved) => queryClient.setQueryData(alertsQuery(communityId).queryKey, saved),
  )

/** Quiet hours and feed, which are the same in all communities. */
function useRefresh() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: alertsKey })
}

export function useSaveQuietHours() {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (quietHours: QuietHours | null) => api.call('saveQuietHours', { body: { quietHours } }),
    onSuccess: refresh,
  })
}

/** Creates and withdraws the private feed of the viewer's queue. */
export function useQueueFeed() {
  const api = useApi()
  const refresh = useRefresh()
  return {
    make: useMutation({ mutationFn: () => api.call('createQueueFeed', {}), onSuccess: refresh }),
    withdraw: useMutation({ mutationFn: () => api.call('deleteQueueFeed', {}), onSuccess: refresh }),
  }
}
