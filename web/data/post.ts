import { queryOptions } from '@tanstack/react-query'
import { limits } from '../../contract/limits.ts'
import { apiOf } from './api.ts'

/** One post with its community and the first of its comments. */
export const postQuery = (publicId: string) =>
  queryOptions({
    queryKey: ['post', publicId],
    queryFn: ({ client, signal }) =>
      apiOf(client).call(
        'getPost',
        {
          params: { publicId },
          query: {
            fetchCommunity: 'true',
            commentsLimit: String(limits.commentsPerRenderedPage),
            render: 'page',
          },
        },
        { signal },
      ),
  })
