import { queryOptions } from '@tanstack/react-query'
import type { StaticPageName } from '../../../contract/staticPages.ts'
import { apiOf, useApi } from '../api.ts'
import { pagedQuery } from '../pagedQuery.ts'
import { staticPageQuery } from '../site/staticPages.ts'
import { useApiMutation } from '../useApiMutation.ts'

/** The text of a static page, to be edited. */
export const staticPageTextQuery = (name: StaticPageName) =>
  queryOptions({
    queryKey: ['static page text', name],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('getStaticPageText', { params: { pageName: name } }, { signal }),
  })

/** The saved versions of a page, the latest first. */
export const staticPageVersionsQuery = (name: StaticPageName) =>
  pagedQuery({
    queryKey: ['static page versions', name],
    load: (api, start, options) =>
      api.call('listStaticPageVersions', { params: { pageName: name }, query: start }, options),
  })

/** Saves another text; null for that of the program. */
export const useChangeStaticPage = (name: StaticPageName) =>
  useApiMutation(
    (api, change: { text: string | null; basedOn: string | null }) =>
      api.call('changeStaticPage', { params: { pageName: name }, body: change }),
    {
      onSuccess: (queryClient, saved) => {
        queryClient.setQueryData(staticPageTextQuery(name).queryKey, saved)
        void queryClient.invalidateQueries({ queryKey: staticPageVersionsQuery(name).queryKey })
        void queryClient.invalidateQueries({ queryKey: staticPageQuery(name).queryKey })
        void queryClient.invalidateQueries({ queryKey: ['setting changes'] })
      },
    },
  )

/** Renders a text like the page. */
export function useStaticPagePreview(name: StaticPageName): (text: string) => Promise<string> {
  const api = useApi()
  return async (text) =>
    (await api.call('previewStaticPage', { params: { pageName: name }, body: { text } })).html
}
