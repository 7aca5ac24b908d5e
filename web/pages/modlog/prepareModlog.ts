import { communityQuery } from '../../data/communities/communities.ts'
import { moderationLogQuery } from '../../data/moderation/moderationLog.ts'
import type { PageContext, Redirect } from '../../router/route.ts'
import { parseModlog, pathOfModlogPage } from './modlogParams.ts'

/** Loads a page of a community's log; redirects to the canonical spelling of its name. */
export async function prepareCommunityModlog(
  context: PageContext<'communityName'>,
): Promise<Redirect | undefined> {
  const { params, search, load } = context
  const logParams = parseModlog(search)
  const community = await load(communityQuery(params.communityName))
  if (community.name !== params.communityName)
    return { to: pathOfModlogPage(community.name, logParams), permanent: true }
  await load(moderationLogQuery({ ...logParams, communityId: community.id }))
  return undefined
}

/** Loads a page of the site's log; redirects to a community's log when the form names a community. */
export async function prepareSiteModlog({ search, load }: PageContext): Promise<Redirect | undefined> {
  const logParams = parseModlog(search)
  const name = (search.get('community') ?? '').trim()
  if (/^\w+$/.test(name)) return { to: pathOfModlogPage(name, { ...logParams, next: '' }), permanent: false }
  await load(moderationLogQuery({ ...logParams, communityId: '' }))
  return undefined
}
