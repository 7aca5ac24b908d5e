import type { Initial } from '../../../contract/entities/initial.ts'
import { ApiFailure } from '../../data/failure.ts'
import { heldItemsQuery } from '../../data/moderation/held.ts'
import { type QueueParams, queueCountsQuery, queueQuery } from '../../data/moderation/queue.ts'
import { queueViewsQuery } from '../../data/moderation/queueViews.ts'
import { parseQueue } from '../../features/moderation/queueParams.ts'
import type { PageContext, Redirect } from '../../router/route.ts'

type Viewer = Pick<Initial, 'user' | 'moderates' | 'communities'>

const moderatesSome = ({ moderates }: Pick<Viewer, 'moderates'>) => (moderates?.length ?? 0) > 0

/** Whether the viewer has a queue. */
export const hasQueue = (viewer: Pick<Viewer, 'user' | 'moderates'>): boolean =>
  moderatesSome(viewer) || viewer.user?.isAdmin === true

/** The communities that the viewer moderates. */
export const moderatedBy = ({ communities, moderates }: Viewer) =>
  communities.filter(({ id }) => moderates?.includes(id))

/**
 * The part of the queue that the query of the URL selects: one of the viewer's communities, all of them, or for admins, all
 * communities.
 */
export function parsePageOfQueue(search: URLSearchParams, viewer: Viewer): QueueParams {
  const wantsAll = search.get('scope') === 'all' || !moderatesSome(viewer)
  const community = moderatedBy(viewer).find(({ name }) => name === search.get('community'))
  return parseQueue(search, {
    scope: viewer.user?.isAdmin && wantsAll ? 'all' : 'moderating',
    communityId: community?.id ?? null,
  })
}

/** The path of the queue of these communities. */
export function pathOfScope({
  scope,
  community,
}: {
  scope: QueueParams['scope']
  community?: string
}): string {
  if (community !== undefined) return `/modqueue?${new URLSearchParams({ community })}`
  return scope === 'all' ? '/modqueue?scope=all' : '/modqueue'
}

/** @throws ApiFailure 403 for members who moderate nothing. */
export async function prepareQueue({
  initial,
  search,
  load,
  loadPages,
}: PageContext): Promise<Redirect | undefined> {
  const viewer = await initial
  if (!hasQueue(viewer)) throw new ApiFailure({ status: 403, message: 'The queue is for moderators.' })
  const params = parsePageOfQueue(search, viewer)
  const views = load(queueViewsQuery)
  if (params.kind === 'waiting')
    await Promise.all([views, loadPages(heldItemsQuery(params)), load(queueCountsQuery(params))])
  else await Promise.all([views, loadPages(queueQuery(params))])
  return undefined
}
