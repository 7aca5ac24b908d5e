import { queryOptions } from '@tanstack/react-query'
import { apiOf } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'

/** The viewer's own trust level. */
export const ownTrustQuery = queryOptions({
  queryKey: ['trust', 'own'],
  queryFn: ({ client, signal }) => apiOf(client).call('getOwnTrust', {}, { signal }),
})

const memberTrustKey = (username: string) => ['trust', 'member', username.toLowerCase()]

/** How far a member is trusted, and who vouched for whom; for admins. */
export const memberTrustQuery = (username: string) =>
  queryOptions({
    queryKey: memberTrustKey(username),
    queryFn: ({ client, signal }) =>
      apiOf(client).call('getMemberTrust', { params: { username } }, { signal }),
  })

/** Sets the level of a member, or with null lets it follow from what they do. */
export const useSetTrust = (username: string) =>
  useApiMutation(
    (api, body: { level: number | null; reason: string }) =>
      api.call('setMemberTrust', { params: { username }, body }),
    { onSuccess: (queryClient, trust) => queryClient.setQueryData(memberTrustKey(username), trust) },
  )

const vouchingKey = (username: string) => ['vouching', username.toLowerCase()]

/** Whether the viewer vouches for a member. */
export const vouchingQuery = (username: string) =>
  queryOptions({
    queryKey: vouchingKey(username),
    queryFn: ({ client, signal }) => apiOf(client).call('getVouching', { params: { username } }, { signal }),
  })

/** Vouches for a member, or stops. */
export const useVouch = (username: string) =>
  useApiMutation(
    (api, wants: boolean) => api.call(wants ? 'vouch' : 'stopVouching', { params: { username } }),
    { onSuccess: (queryClient, vouching) => queryClient.setQueryData(vouchingKey(username), vouching) },
  )
