import { communityQuery } from '../../data/communities/communities.ts'
import { ApiFailure } from '../../data/failure.ts'
import { rolesIn } from '../../data/users/roles.ts'
import type { PageContext, Redirect } from '../../router/route.ts'
import { findScreen, maySee, pathOfScreen, screens } from './screens.ts'

/**
 * Loads a community and the data of one screen of its tools; redirects to the canonical spelling of its name.
 *
 * @throws ApiFailure 404 for unknown screens, 403 for everyone but the community's moderators and admins.
 */
export async function prepareModtools(context: PageContext): Promise<Redirect | undefined> {
  const { params, search, initial, load } = context
  const screen = findScreen(params.screen)
  if (!screen) throw new ApiFailure({ status: 404, message: 'There is no such screen.' })
  const [{ user }, community] = await Promise.all([initial, load(communityQuery(params.communityName ?? ''))])
  if (rolesIn(community, user).length === 0)
    throw new ApiFailure({ status: 403, message: 'The mod tools are for moderators.' })
  if (!maySee(screen, community, user)) {
    const seen = screens.find((one) => maySee(one, community, user))
    if (params.screen === undefined && seen)
      return { to: pathOfScreen(community.name, seen), permanent: false }
    throw new ApiFailure({ status: 403, message: 'This tool is for moderators with its permission.' })
  }
  const to = pathOfScreen(community.name, screen)
  const asked = `/${params.communityName}/modtools${params.screen === undefined ? '' : `/${params.screen}`}`
  if (to !== asked) return { to: search.size > 0 ? `${to}?${search}` : to, permanent: true }
  await screen.prepare?.({ ...context, community })
  return undefined
}
