import { queryOptions } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import { apiOf, useApi } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'

/** The drafts of the viewer on the server, the latest first. */
export const draftsQuery = queryOptions({
  queryKey: ['drafts'],
  queryFn: async ({ client, signal }) => (await apiOf(client).call('listDrafts', {}, { signal })).drafts,
  // Other devices write, too.
  staleTime: 0,
})

export const useDeleteDraft = () =>
  useApiMutation((api, place: string) => api.call('deleteDraft', { params: { place } }), {
    onSuccess: (queryClient, _answer, place) =>
      queryClient.setQueryData(draftsQuery.queryKey, (drafts) =>
        drafts?.filter((draft) => draft.place !== place),
      ),
  })

/** The calls about one draft. */
export function useDraftCalls() {
  const api = useApi()
  return {
    get: async (place: string) => (await api.call('getDraft', { params: { place } })).draft,
    save: (place: string, body: InputOf<'saveDraft'>['body']) =>
      api.call('saveDraft', { params: { place }, body }, { outlivesPage: true }),
    remove: (place: string) => api.call('deleteDraft', { params: { place } }, { outlivesPage: true }),
  }
}
