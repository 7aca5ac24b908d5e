import { initialQuery } from '../account/initial.ts'
import { useApiMutation } from '../useApiMutation.ts'

/** Joins and leaves several communities at once, and refetches everything that shows a membership. */
export const useChangeMemberships = () =>
  useApiMutation(
    (api, body: { join: string[]; leave: string[] }) => api.call('changeMemberships', { body }),
    {
      onSuccess: (queryClient) => {
        for (const queryKey of [['communities'], ['community'], ['feed', { feed: 'home' }]])
          void queryClient.invalidateQueries({ queryKey })
        return queryClient.invalidateQueries(initialQuery)
      },
    },
  )
