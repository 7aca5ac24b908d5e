import { queryOptions } from '@tanstack/react-query'
import type { BodyOf } from '../../../contract/endpoints/endpoint.ts'
import type { Endpoints } from '../../../contract/endpoints/index.ts'
import { initialQuery } from '../account/initial.ts'
import { apiOf } from '../api.ts'
import { pagedQuery } from '../pagedQuery.ts'
import { useApiMutation } from '../useApiMutation.ts'

const refreshMs = 15_000

/** The application of this session; refused if there is none. */
export const ownApplicationQuery = queryOptions({
  queryKey: ['own application'],
  queryFn: ({ client, signal }) => apiOf(client).call('getApplication', {}, { signal }),
  refetchInterval: refreshMs,
  retry: false,
})

export const useAnswerApplication = () =>
  useApiMutation((api, answer: string) => api.call('answerApplication', { body: { answer } }), {
    onSuccess: (queryClient, application) =>
      queryClient.setQueryData(ownApplicationQuery.queryKey, application),
  })

export const useWithdrawApplication = () => useApiMutation((api) => api.call('withdrawApplication', {}))

export type ApplicationFilter = 'waiting' | 'decided'

/** Applications as admins see them. @param place.from cursor of the first page shown. */
export const applicationsQuery = ({ filter, from }: { filter: ApplicationFilter; from: string | null }) =>
  pagedQuery({
    queryKey: ['applications', filter, from],
    from,
    load: async (api, start, options) => {
      const { items, next } = await api.call('listApplications', { query: { filter, ...start } }, options)
      return { rows: items, next }
    },
  })

/** Approves, declines or asks, and then refetches the queue and its count. */
export const useDecideApplication = () =>
  useApiMutation(
    (api, { id, ...body }: BodyOf<Endpoints['decideApplication']> & { id: number }) =>
      api.call('decideApplication', { params: { applicationId: String(id) }, body }),
    {
      // Also after a refusal, because another admin may have decided. Not awaited, because it removes the row that called this.
      onSettled: (queryClient) => {
        // It does not reject: a query that fails has an error of its own.
        for (const queryKey of [['applications'], initialQuery.queryKey])
          void queryClient.invalidateQueries({ queryKey })
      },
    },
  )
