import type { Initial } from '../../../contract/entities/initial.ts'
import { ApiFailure } from '../../data/failure.ts'
import { type QueueParams, queueQuery } from '../../data/moderation/moderation.ts'
import { parseReportFilter } from '../../features/moderation/filters.ts'
import type { PageContext, Redirect } from '../../router/route.ts'

type Viewer = Pick<Initial, 'user' | 'moderates'>

const moderatesSome = ({ moderates }: Viewer) => (moderates?.length ?? 0) > 0

/** Whether somebody has a queue at all. */
export const hasQueue = (viewer: Viewer): boolean => moderatesSome(viewer) || viewer.user?.isAdmin === true

/** Which reports an address asks for: of the own communities, or for admins, who may have none, of all. */
export function parseQueue(search: URLSearchParams, viewer: Viewer): QueueParams {
  const wantsAll = search.get('scope') === 'all' || !moderatesSome(viewer)
  return {
    scope: viewer.user?.isAdmin && wantsAll ? 'all' : 'moderating',
    filter: parseReportFilter(search),
    from: search.get('next'),
  }
}

/** Without what is the usual. */
export function pathOfQueue({ scope, filter }: Pick<QueueParams, 'scope' | 'filter'>): string {
  const search = new URLSearchParams()
  if (scope === 'all') search.set('scope', scope)
  if (filter !== 'all') search.set('filter', filter)
  return search.size > 0 ? `/modqueue?${search}` : '/modqueue'
}

/** @throws ApiFailure 403 for those who moderate nothing. */
export async function prepareQueue({
  initial,
  search,
  loadPages,
}: PageContext): Promise<Redirect | undefined> {
  const viewer = await initial
  if (!hasQueue(viewer)) throw new ApiFailure({ status: 403, message: 'The queue is for moderators.' })
  await loadPages(queueQuery(parseQueue(search, viewer)))
  return undefined
}
