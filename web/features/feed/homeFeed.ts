import type { Initial } from '../../../contract/entities/initial.ts'
import { type FeedParams, sortOf } from '../../data/posts/feed.ts'

export type HomePath = '/' | '/all' | '/subscriptions'

/** Which feed one of the three home pages shows: what its path says, and for `/` what the member chose. */
export function homeFeed(
  path: HomePath,
  initial: Pick<Initial, 'user' | 'defaultFeedSort'>,
  search: URLSearchParams,
): FeedParams {
  const isHome = path === '/subscriptions' || (path === '/' && initial.user?.homeFeed === 'subscriptions')
  return {
    feed: isHome ? 'home' : 'all',
    sort: sortOf(search, initial),
    from: search.get('next'),
  }
}

/** Where the other feed is: members switch between what they subscribed to and everything. */
export function otherFeed(user: NonNullable<Initial['user']>): { path: HomePath; label: string } {
  return user.homeFeed === 'subscriptions'
    ? { path: '/all', label: 'All' }
    : { path: '/subscriptions', label: 'Subscriptions' }
}
