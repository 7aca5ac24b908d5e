import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { JobAction } from '../../../contract/words.ts'
import { apiOf, useApi, useApiMutation } from '../api.ts'

/** The state of the server. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ client, signal }) => apiOf(client).call('getSystemState', {}, { signal }),
})

/** Retries or discards failed jobs, and refetches the state of the system. */
export function useChangeJobs() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: { action: JobAction; ids: string[] }) => {
      const { changed } = await api.call('changeJobs', { body })
      await queryClient.invalidateQueries({ queryKey: systemQuery.queryKey })
      return changed
    },
  })
}

/** Sends a mail to the viewer. @returns the response of the mail server. */
export const useSendTestMail = () => useApiMutation((api) => api.call('sendTestMail', {}))
