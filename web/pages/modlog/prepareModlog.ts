import { communityQuery } from '../../data/communities.ts'
import { moderationLogQuery } from '../../data/moderationLog.ts'
import type { Detour, PageContext } from '../../routes.tsx'
import { addressOfModlog, readModlog } from './modlogAddress.ts'

/** Loads a page of the log of a community; sends to its name as it is spelled. */
export async function prepareCommunityModlog(
  context: PageContext<'communityName'>,
): Promise<Detour | undefined> {
  const { params, search, load } = context
  const address = readModlog(search)
  const community = await load(communityQuery(params.communityName))
  if (community.name !== params.communityName)
    return { to: addressOfModlog(community.name, address), permanent: true }
  await load(moderationLogQuery({ ...address, communityId: community.id }))
  return undefined
}

/** Loads a page of the log of the site; whoever names a community in the form goes to its own. */
export async function prepareSiteModlog({ search, load }: PageContext): Promise<Detour | undefined> {
  const address = readModlog(search)
  const name = (search.get('community') ?? '').trim()
  if (/^\w+$/.test(name)) return { to: addressOfModlog(name, { ...address, next: '' }), permanent: false }
  await load(moderationLogQuery({ ...address, communityId: '' }))
  return undefined
}
