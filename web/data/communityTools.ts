import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '../../contract/endpoints/index.ts'
import type { Community } from '../../contract/entities/community.ts'
import type { Post } from '../../contract/entities/post.ts'
import { useApi } from './api.ts'
import { communityQuery } from './communities.ts'

/** Changes what a community says of itself; it shows everywhere once the server has it. */
export function useEditCommunity({ id }: Community) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<'updateCommunity'>['body']) =>
      api.call('updateCommunity', { params: { communityId: id }, query: { render: 'page' }, body }),
    onSuccess: (fresh) => putCommunity(queryClient, fresh.name, fresh),
  })
}

/** Puts what is new about a community into every place of the cache that has the community. */
function putCommunity(queryClient: QueryClient, name: string, change: Partial<Community>): void {
  const put = (old: Community): Community => (old.name === name ? { ...old, ...change } : old)
  queryClient.setQueryData(communityQuery(name).queryKey, (old) => old && put(old))
  queryClient.setQueriesData<Post>({ queryKey: ['post'] }, (old) =>
    old?.community?.name === name ? { ...old, community: put(old.community) } : old,
  )
  // The directory asks again when it is next gone to.
  queryClient.invalidateQueries({ queryKey: ['communities'], refetchType: 'none' })
}
