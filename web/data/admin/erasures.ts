import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ErasedContent } from '../../../contract/words.ts'
import { apiOf, useApi } from '../api.ts'
import { useRefreshMembers } from './members.ts'

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
export function useEraseMember(username: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const refreshMembers = useRefreshMembers()
  return useMutation({
    mutationFn: async (body: { content: ErasedContent; password: string }) => {
      await api.call('deleteUser', { params: { username }, body })
      await Promise.all([refreshMembers(), queryClient.invalidateQueries(erasuresQuery)])
    },
  })
}
