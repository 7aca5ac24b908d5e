import { queryOptions } from '@tanstack/react-query'
import type { checklistItems } from '../../../contract/words.ts'
import { initialQuery } from '../account/initial.ts'
import { apiOf } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'

/** Which items of the checklist of a new site are done; refetched at each visit, because other actions change it. */
export const checklistQuery = queryOptions({
  queryKey: ['checklist'],
  queryFn: ({ client, signal }) => apiOf(client).call('getChecklist', {}, { signal }),
  staleTime: 0,
})

/** Ticks an item, or removes the list with `dismissed`. */
export const useTickChecklist = () =>
  useApiMutation(
    (api, item: (typeof checklistItems)[number]) => api.call('tickChecklist', { body: { item } }),
    {
      onSuccess: (queryClient, checklist) => {
        queryClient.setQueryData(checklistQuery.queryKey, checklist)
        if (checklist.dismissed)
          queryClient.setQueryData(
            initialQuery.queryKey,
            (initial) => initial && { ...initial, showsChecklist: false },
          )
      },
    },
  )
