import { queryOptions } from '@tanstack/react-query'
import type { CommunityRequest } from '../../../contract/entities/communityRequest.ts'
import { useViewer } from '../account/initial.ts'
import { apiOf } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'

/** Requests for communities: the viewer's own, or for admins, all. */
export const communityRequestsQuery = queryOptions({
  queryKey: ['community requests'],
  queryFn: ({ client, signal }) => apiOf(client).call('listCommunityRequests', {}, { signal }),
})

/** Requests a community from the admins. */
export const useRequestCommunity = () =>
  useApiMutation((api, body: { name: string; note: string }) => api.call('requestCommunity', { body }), {
    onSuccess: (queryClient) => queryClient.invalidateQueries({ queryKey: communityRequestsQuery.queryKey }),
  })

/** Declines a request; `text` is the complete notification of the requester. */
export function useDenyRequest() {
  const viewer = useViewer()
  return useApiMutation(
    (api, { request, text }: { request: CommunityRequest; text: string }) =>
      api.call('administrate', { body: { action: 'deny_comm', id: request.id, body: text } }),
    {
      onSuccess: (queryClient, _, { request, text }) =>
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
    },
  )
}
