import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { JobAction } from '../../../contract/words.ts'
import { apiOf, useApi } from '../api.ts'

/** How the server is. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ client, signal }) => apiOf(client).call('getSystemState', {}, { signal }),
})

/** Tries failed jobs again, or discards them, and reads the state of the system again. */
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

/** Sends a mail to the viewer, and gives what the mail server said. */
export function useSendTestMail() {
  const api = useApi()
  return useMutation({ mutationFn: () => api.call('sendTestMail', {}) })
}
