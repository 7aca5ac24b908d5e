import type { Initial } from '../../../contract/entities/initial.ts'
import { type FeedAddress, sortOf } from '../../data/feed.ts'
import type { Detour, PageContext } from '../../routes.tsx'

/** The posts of all communities that the viewer moderates. */
export const moderatingFeed = (
  initial: Pick<Initial, 'defaultFeedSort'>,
  search: URLSearchParams,
): FeedAddress => ({ feed: 'moderating', sort: sortOf(search, initial), from: search.get('next') })

export async function prepareModerating({
  initial,
  search,
  loadFeed,
}: PageContext): Promise<Detour | undefined> {
  await loadFeed(moderatingFeed(await initial, search))
  return undefined
}
