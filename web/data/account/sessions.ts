import { queryOptions } from '@tanstack/react-query'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { apiOf } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'

/** One place where the viewer is logged in. */
export type OwnSession = OutputOf<'listSessions'>[number]

/** Where the viewer is logged in, this browser first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ client, signal }) => apiOf(client).call('listSessions', {}, { signal }),
  // People open this list to see the current state.
  staleTime: 0,
})

/** Logs the viewer out in one place, or without an id everywhere but here. */
export const useEndSessions = () =>
  useApiMutation(
    (api, id: string | undefined) => api.call('endSessions', id === undefined ? {} : { query: { id } }),
    {
      onSuccess: (queryClient, _answer, ended) =>
        queryClient.setQueryData(sessionsQuery.queryKey, (sessions) =>
          sessions?.filter(({ id, isCurrent }) => (ended === undefined ? isCurrent : id !== ended)),
        ),
    },
  )
