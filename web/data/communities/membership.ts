import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { Community } from '../../../contract/entities/community.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { initialQuery } from '../account/initial.ts'
import { useApi } from '../api.ts'
import { communityQuery } from './communities.ts'

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
    onSuccess: (fresh) => putMembership(queryClient, fresh),
    onError: onFailure,
  })
  return (wants: 'join' | 'leave') => {
    if (queryClient.isMutating({ mutationKey: mutationKey(community.id) }) === 0) change.mutate(wants)
  }
}

/** Updates the viewer's membership in every cached query that contains the community. */
function putMembership(queryClient: QueryClient, fresh: Community): void {
  const wasModerator = queryClient.getQueryData(communityQuery(fresh.name).queryKey)?.userMod === true
  const put = (old: Community): Community =>
    old.id === fresh.id
      ? { ...old, noMembers: fresh.noMembers, userJoined: fresh.userJoined, userMod: fresh.userMod }
      : old
  queryClient.setQueryData(communityQuery(fresh.name).queryKey, (old) => old && put(old))
  queryClient.setQueriesData<OutputOf<'listCommunities'>>({ queryKey: ['communities'] }, (old) =>
    old?.some(({ id }) => id === fresh.id) ? old.map(put) : old,
  )
  queryClient.setQueriesData<Post>({ queryKey: ['post'] }, (old) =>
    old?.community?.id === fresh.id ? { ...old, community: put(old.community) } : old,
  )
  // The sidebar and the member's own feed follow their communities; the list of moderators has one less.
  queryClient.invalidateQueries({ queryKey: initialQuery.queryKey })
  queryClient.invalidateQueries({ queryKey: ['feed', { feed: 'home' }] })
  if (wasModerator && !fresh.userMod)
    queryClient.invalidateQueries({ queryKey: communityQuery(fresh.name).queryKey })
}
