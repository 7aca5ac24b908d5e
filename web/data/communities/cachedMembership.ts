import type { QueryClient } from '@tanstack/react-query'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { Community } from '../../../contract/entities/community.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { initialQuery } from '../account/initial.ts'
import { communityQuery } from './communities.ts'

/** Updates the viewer's membership in every cached query that contains the community. */
export function putMembership(queryClient: QueryClient, fresh: Community): void {
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
