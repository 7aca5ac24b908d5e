import { queryOptions } from '@tanstack/react-query'
import type { communitySorts } from '../../../contract/words.ts'
import { apiOf } from '../api.ts'

export type CommunitySort = (typeof communitySorts)[number]

/** One community by its name in any case, with its rules and moderators. */
export const communityQuery = (name: string) =>
  queryOptions({
    queryKey: ['community', name.toLowerCase()],
    queryFn: ({ client, signal }) =>
      apiOf(client).call(
        'getCommunity',
        { params: { communityId: name }, query: { byName: true, render: 'page' } },
        { signal },
      ),
  })

/** All communities in an order, or, with a text, those whose name contains it. */
export const communitiesQuery = ({
  sort,
  q = '',
  limit,
  next = '',
}: {
  sort: CommunitySort
  q?: string
  limit?: number
  /** The id of the first community. */
  next?: string
}) =>
  queryOptions({
    queryKey: ['communities', { sort, q, limit, next }],
    queryFn: ({ client, signal }) =>
      apiOf(client).call(
        'listCommunities',
        {
          query: {
            sort,
            render: 'page',
            ...(q !== '' && { q }),
            ...(limit !== undefined && { limit }),
            ...(next !== '' && { next }),
          },
        },
        { signal },
      ),
  })
