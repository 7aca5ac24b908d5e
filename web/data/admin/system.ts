import { queryOptions } from '@tanstack/react-query'
import type { JobAction } from '../../../contract/words.ts'
import { apiOf } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'

/** The state of the server. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ client, signal }) => apiOf(client).call('getSystemState', {}, { signal }),
})

/** Retries or discards failed jobs, and refetches the state of the system. */
export const useChangeJobs = () =>
  useApiMutation(
    async (api, body: { action: JobAction; ids: string[] }) =>
      (await api.call('changeJobs', { body })).changed,
    { onSuccess: (queryClient) => queryClient.invalidateQueries({ queryKey: systemQuery.queryKey }) },
  )

/** Sends a mail to the viewer. @returns the response of the mail server. */
export const useSendTestMail = () => useApiMutation((api) => api.call('sendTestMail', {}))
