import { infiniteQueryOptions } from '@tanstack/react-query'
import type { InputOf } from '../../contract/endpoints/index.ts'
import type { FeedSort, Initial } from '../../contract/entities/initial.ts'
import type { FeedPage } from '../../contract/entities/post.ts'
import { apiOf } from './api.ts'

export const feedSorts = [
  'hot',
  'activity',
  'latest',
  'day',
  'week',
  'month',
  'year',
  'all',
] as const satisfies readonly FeedSort[]

export const isFeedSort = (text: string | null): text is FeedSort => feedSorts.some((sort) => sort === text)

/** The order that an address asks for, otherwise the site's own. */
export function sortOf(search: URLSearchParams, site: Pick<Initial, 'defaultFeedSort'>): FeedSort {
  const asked = search.get('sort')
  return isFeedSort(asked) ? asked : site.defaultFeedSort
}

/** Which posts, in which order, and from where on. */
export interface FeedAddress {
  /**
   * `home`: what the viewer subscribed to; `moderating`: the communities that they moderate; `all`: everything, or
   * everything of one community.
   */
  readonly feed: 'all' | 'home' | 'moderating'
  readonly communityId?: string
  readonly sort: FeedSort
  /** Cursor of the first page shown, for readers without JavaScript; null: from the beginning. */
  readonly from: string | null
}

/** The pages of a feed; the next ones are appended to those that are there. */
export const feedQuery = (address: FeedAddress) =>
  infiniteQueryOptions({
    queryKey: ['feed', address],
    queryFn: ({ client, signal, pageParam }) => {
      const query: NonNullable<InputOf<'listPosts'>['query']> = {
        render: 'page',
        ...(address.feed !== 'all' && { feed: address.feed }),
        ...(address.communityId !== undefined && { communityId: address.communityId }),
        sort: address.sort,
        ...(pageParam !== null && { next: pageParam }),
      }
      return apiOf(client).call('listPosts', { query }, { signal }) as Promise<FeedPage>
    },
    initialPageParam: address.from,
    getNextPageParam: (page) => (page.next === null ? null : String(page.next)),
  })
