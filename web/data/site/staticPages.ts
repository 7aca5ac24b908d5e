import { queryOptions } from '@tanstack/react-query'
import { apiOf } from '../api.ts'

/** A static page. @param name the last part of its address. */
export const staticPageQuery = (name: string) =>
  queryOptions({
    queryKey: ['static page', name],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('getStaticPage', { params: { pageName: name } }, { signal }),
  })
