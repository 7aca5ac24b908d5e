import type { Initial } from '../../../contract/entities/initial.ts'
import { t } from '../../../contract/texts/t.ts'
import { type FeedParams, sortOf } from '../../data/posts/feed.ts'

export type HomePath = '/' | '/all' | '/subscriptions'

/** The feed of a home page: its path decides, and for `/` the setting of the member. */
export function homeFeed(
  path: HomePath,
  initial: Pick<Initial, 'user' | 'defaultFeedSort'>,
  search: URLSearchParams,
): FeedParams {
  const isOfSubscriptions =
    path === '/subscriptions' || (path === '/' && initial.user?.homeFeed === 'subscriptions')
  return {
    feed: isOfSubscriptions ? 'home' : 'all',
    sort: sortOf(search, initial),
    from: search.get('next'),
  }
}

/** The path and label of the feed that `/` does not show. */
export function otherFeed(user: NonNullable<Initial['user']>): { path: HomePath; label: string } {
  return user.homeFeed === 'subscriptions'
    ? { path: '/all', label: t('All') }
    : { path: '/subscriptions', label: t('Subscriptions') }
}
