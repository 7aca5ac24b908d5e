import { queryOptions } from '@tanstack/react-query'
import type { ErasedContent } from '../../../contract/words.ts'
import { apiOf } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { refreshMembers } from './members.ts'

const whileErasingMs = 1000
const refreshMs = 30_000

/** The members who were erased or are being erased, polled while one is. */
export const erasuresQuery = queryOptions({
  queryKey: ['erasures'],
  queryFn: async ({ client, signal }) => (await apiOf(client).call('listErasures', {}, { signal })).erasures,
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.some(({ finishedAt }) => finishedAt === null) ? whileErasingMs : refreshMs,
})

/** Erases a member for good; the rest is done in the background. */
export const useEraseMember = (username: string) =>
  useApiMutation(
    (api, body: { content: ErasedContent; password: string }) =>
      api.call('deleteUser', { params: { username }, body }),
    {
      onSuccess: (queryClient) =>
        Promise.all([refreshMembers(queryClient), queryClient.invalidateQueries(erasuresQuery)]),
    },
  )
