import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { Community } from '../../../contract/entities/community.ts'
import { useApi } from '../api.ts'

/** Whether the viewer is a member of a community, and its number of members. */
export interface Membership {
  readonly isMember: boolean
  readonly members: number
}

/** The membership after joining or leaving. */
export function afterPress({ isMember, members }: Membership, wants: 'join' | 'leave'): Membership {
  const willBeMember = wants === 'join'
  return { isMember: willBeMember, members: members + Number(willBeMember) - Number(isMember) }
}

const mutationKey = (communityId: string) => ['membership', communityId]

/**
 * The membership with an optimistic update: a click is shown at once wherever the community is on the page. The
 * answer brings the exact number of members; a failure restores the old one.
 */
export function useMembership(community: Community): Membership {
  const [pending] = useMutationState({
    filters: { mutationKey: mutationKey(community.id), status: 'pending' },
    select: ({ state }) => (state.variables === 'join' ? 'join' : 'leave'),
  })
  const known = { isMember: community.userJoined === true, members: community.noMembers }
  return pending ? afterPress(known, pending) : known
}

/** Joins or leaves. Further clicks are ignored while a request is running. */
export function useChangeMembership(community: Community, onFailure: (error: unknown) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationKey: mutationKey(community.id),
    mutationFn: (wants: 'join' | 'leave') =>
      api.call('joinCommunity', { body: { communityId: community.id, leave: wants === 'leave' } }),
    onSuccess: async (fresh) => {
      const { putMembership } = await import('./cachedMembership.ts')
      putMembership(queryClient, fresh)
    },
    onError: onFailure,
  })
  return (wants: 'join' | 'leave') => {
    if (queryClient.isMutating({ mutationKey: mutationKey(community.id) }) === 0) change.mutate(wants)
  }
}
