import { useMutation, useQueryClient } from '@tanstack/react-query'
import { initialQuery } from '../account/initial.ts'
import { useApi } from '../api.ts'

/** Joins and leaves several communities at once, and refetches everything that shows a membership. */
export function useChangeMemberships() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { join: string[]; leave: string[] }) => api.call('changeMemberships', { body }),
    onSuccess: () => {
      for (const queryKey of [['communities'], ['community'], ['feed', { feed: 'home' }]])
        void queryClient.invalidateQueries({ queryKey })
      return queryClient.invalidateQueries(initialQuery)
    },
  })
}
