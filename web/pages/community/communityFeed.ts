import type { Community } from '../../../contract/entities/community.ts'
import { type FeedAddress, isFeedSort } from '../../data/feed.ts'

/** The parts of a community's page. `about` stands in the query, so that it takes no path from posts. */
export const isAboutTab = (search: URLSearchParams): boolean => search.get('tab') === 'about'

/** Which posts the page of a community shows. */
export function communityFeed(community: Pick<Community, 'id'>, search: URLSearchParams): FeedAddress {
  const sort = search.get('sort')
  return {
    feed: 'all',
    communityId: community.id,
    sort: isFeedSort(sort) ? sort : null,
    from: search.get('next'),
  }
}
