import type { Initial } from '../../../contract/entities/initial.ts'
import { type FeedParams, sortOf } from '../../data/posts/feed.ts'
import type { PageContext, Redirect } from '../../router/route.ts'

export const moderatingFeed = (
  initial: Pick<Initial, 'defaultFeedSort'>,
  search: URLSearchParams,
): FeedParams => ({ feed: 'moderating', sort: sortOf(search, initial), from: search.get('next') })

export async function prepareModerating({
  initial,
  search,
  loadFeed,
}: PageContext): Promise<Redirect | undefined> {
  await loadFeed(moderatingFeed(await initial, search))
  return undefined
}
