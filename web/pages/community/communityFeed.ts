import type { Community } from '../../../contract/entities/community.ts'
import type { Initial } from '../../../contract/entities/initial.ts'
import { type FeedParams, sortOf } from '../../data/posts/feed.ts'

/** The tabs of a community's page. `about` is in the query, because a path could collide with that of a post. */
export const isAboutTab = (search: URLSearchParams): boolean => search.get('tab') === 'about'

/** The feed of a community's page. */
export function communityFeed(
  community: Pick<Community, 'id'>,
  initial: Pick<Initial, 'defaultFeedSort'>,
  search: URLSearchParams,
): FeedParams {
  return {
    feed: 'all',
    communityId: community.id,
    sort: sortOf(search, initial),
    from: search.get('next'),
  }
}
