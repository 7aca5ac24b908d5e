import type { Initial } from '../../../contract/entities/initial.ts'
import { ApiFailure } from '../../data/failure.ts'
import { type QueueParams, queueQuery } from '../../data/moderation/moderation.ts'
import { parseReportFilter } from '../../features/moderation/filters.ts'
import type { PageContext, Redirect } from '../../router/route.ts'

type Viewer = Pick<Initial, 'user' | 'moderates'>

const moderatesSome = ({ moderates }: Viewer) => (moderates?.length ?? 0) > 0

/** Whether the viewer has a queue. */
export const hasQueue = (viewer: Viewer): boolean => moderatesSome(viewer) || viewer.user?.isAdmin === true

/**
 * Which reports the query of the URL selects: those of the viewer's communities, or for admins, who may moderate none,
 * of all.
 */
export function parseQueue(search: URLSearchParams, viewer: Viewer): QueueParams {
  const wantsAll = search.get('scope') === 'all' || !moderatesSome(viewer)
  return {
    scope: viewer.user?.isAdmin && wantsAll ? 'all' : 'moderating',
    filter: parseReportFilter(search),
    from: search.get('next'),
  }
}

/** The URL of the queue, without default parameters. */
export function pathOfQueue({ scope, filter }: Pick<QueueParams, 'scope' | 'filter'>): string {
  const search = new URLSearchParams()
  if (scope === 'all') search.set('scope', scope)
  if (filter !== 'all') search.set('filter', filter)
  return search.size > 0 ? `/modqueue?${search}` : '/modqueue'
}

/** @throws ApiFailure 403 for members who moderate nothing. */
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
