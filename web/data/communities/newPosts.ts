import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { apiOf, useApi } from '../api.ts'

type NewPosts = OutputOf<'listNewPosts'>['communities']

const minutes = 60_000
const refreshMs = 5 * minutes

const newPostsQuery = queryOptions({
  queryKey: ['new posts'],
  queryFn: async ({ client, signal }) =>
    (await apiOf(client).call('listNewPosts', {}, { signal })).communities,
  staleTime: refreshMs,
  refetchInterval: refreshMs,
})

/** The viewer's communities with new posts since they last opened them. A failure keeps the old state. */
export const useNewPosts = ({ enabled }: { enabled: boolean }): NewPosts =>
  useQuery({ ...newPostsQuery, enabled }).data ?? []

/** Records that the viewer opened a community. A failure is ignored. */
export function useVisitCommunity() {
  const api = useApi()
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (communityId: string) => api.call('visitCommunity', { params: { communityId } }),
    onMutate: (communityId) =>
      queryClient.setQueryData<NewPosts>(newPostsQuery.queryKey, (old) =>
        old?.filter(({ id }) => id !== communityId),
      ),
  })
  return mutate
}
