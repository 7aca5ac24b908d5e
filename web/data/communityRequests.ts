import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CommunityRequest } from '../../contract/entities/communityRequest.ts'
import { apiOf, useApi } from './api.ts'
import { useViewer } from './initial.ts'

/** Communities that members asked for: the viewer's own requests, for admins all. */
export const communityRequestsQuery = queryOptions({
  queryKey: ['community requests'],
  queryFn: ({ client, signal }) => apiOf(client).call('listCommunityRequests', {}, { signal }),
})

/** Asks the admins for a community. */
export function useRequestCommunity() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { name: string; note: string }) => api.call('requestCommunity', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: communityRequestsQuery.queryKey }),
  })
}

/** Declines a request; `text` is the whole of what its requester is told. */
export function useDenyRequest() {
  const api = useApi()
  const queryClient = useQueryClient()
  const viewer = useViewer()
  return useMutation({
    mutationFn: ({ request, text }: { request: CommunityRequest; text: string }) =>
      api.call('administrate', { body: { action: 'deny_comm', id: request.id, body: text } }),
    onSuccess: (_, { request, text }) =>
      queryClient.setQueryData(communityRequestsQuery.queryKey, (requests) =>
        requests?.map((one) =>
          one.id === request.id
            ? {
                ...one,
                deniedAt: new Date().toISOString(),
                deniedBy: viewer?.username ?? null,
                deniedNote: text,
              }
            : one,
        ),
      ),
  })
}
