import { infiniteQueryOptions } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import type { Initial } from '../../../contract/entities/initial.ts'
import type { FeedPage } from '../../../contract/entities/post.ts'
import { type FeedSort, feedSorts } from '../../../contract/sorts.ts'
import { apiOf } from '../api.ts'

export const isFeedSort = (text: string | null): text is FeedSort => feedSorts.some((sort) => sort === text)

/** The requested order, or the site's default. */
export function sortOf(search: URLSearchParams, site: Pick<Initial, 'defaultFeedSort'>): FeedSort {
  const requested = search.get('sort')
  return isFeedSort(requested) ? requested : site.defaultFeedSort
}

/** Scope, order and beginning of a feed. */
export interface FeedParams {
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

/** The request for the page of a feed that begins at a cursor. */
export const pageOfFeed = (
  feedParams: FeedParams,
  cursor: string | null,
): NonNullable<InputOf<'listPosts'>['query']> => ({
  render: 'page',
  ...(feedParams.feed !== 'all' && { feed: feedParams.feed }),
  ...(feedParams.communityId !== undefined && { communityId: feedParams.communityId }),
  sort: feedParams.sort,
  ...(cursor !== null && { next: cursor }),
})

const cursorAfter = ({ next }: FeedPage) => (next === null ? null : String(next))

/** The pages of a feed; further pages are appended. */
export const feedQuery = (feedParams: FeedParams) =>
  infiniteQueryOptions({
    queryKey: ['feed', feedParams],
    queryFn: ({ client, signal, pageParam }) =>
      apiOf(client).call('listPosts', { query: pageOfFeed(feedParams, pageParam) }, { signal }),
    initialPageParam: feedParams.from,
    getNextPageParam: cursorAfter,
  })
