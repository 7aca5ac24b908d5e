import type { Initial } from '../../../contract/entities/initial.ts'
import { ApiFailure } from '../../data/failure.ts'
import { type QueueAddress, queueQuery } from '../../data/moderation.ts'
import type { Detour, PageContext } from '../../routes.tsx'
import { readReportFilter } from '../moderation/filters.ts'

type Viewer = Pick<Initial, 'user' | 'moderates'>

const moderatesSome = ({ moderates }: Viewer) => (moderates?.length ?? 0) > 0

/** Whether somebody has a queue at all. */
export const hasQueue = (viewer: Viewer): boolean => moderatesSome(viewer) || viewer.user?.isAdmin === true

/** Which reports an address asks for: of the own communities, or for admins, who may have none, of all. */
export function readQueue(search: URLSearchParams, viewer: Viewer): QueueAddress {
  const wantsAll = search.get('scope') === 'all' || !moderatesSome(viewer)
  return {
    scope: viewer.user?.isAdmin && wantsAll ? 'all' : 'moderating',
    filter: readReportFilter(search),
    from: search.get('next'),
  }
}

/** Without what is the usual. */
export function addressOfQueue({ scope, filter }: Pick<QueueAddress, 'scope' | 'filter'>): string {
  const search = new URLSearchParams()
  if (scope === 'all') search.set('scope', scope)
  if (filter !== 'all') search.set('filter', filter)
  return search.size > 0 ? `/modqueue?${search}` : '/modqueue'
}

/** @throws ApiFailure 403 for those who moderate nothing. */
export async function prepareQueue({ initial, search, loadPages }: PageContext): Promise<Detour | undefined> {
  const viewer = await initial
  if (!hasQueue(viewer)) throw new ApiFailure({ status: 403, message: 'The queue is for moderators.' })
  await loadPages(queueQuery(readQueue(search, viewer)))
  return undefined
}
