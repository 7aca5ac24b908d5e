import { userFeedQuery, userQuery } from '../../data/users/profiles.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import type { PageContext, Redirect } from '../../router/route.ts'
import { listsBeside, profileRefusal, userFeedOf } from './profile.ts'

/** Loads a member and the first page of their feed; redirects to the canonical spelling of their name. */
export async function prepareProfile({
  params,
  search,
  initial,
  load,
  loadPages,
}: PageContext<'username'>): Promise<Redirect | undefined> {
  const { user: viewer } = await initial
  const user = await load(userQuery(params.username, viewer))
  if (user.username !== params.username) {
    const query = search.size > 0 ? `?${search}` : ''
    return { to: pathOfUser(user.username) + query, permanent: true }
  }
  if (profileRefusal(user, viewer)) return undefined
  await Promise.all([
    loadPages(userFeedQuery(userFeedOf(user, search))),
    // Their card shows the failure; the rest of the page does not need them.
    load(listsBeside(user)).catch(() => {}),
  ])
  return undefined
}
