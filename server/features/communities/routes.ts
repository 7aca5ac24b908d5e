import { endpoints } from '../../../contract/endpoints/index.ts'
import { type Route, route } from '../../core/api/route.ts'
import { getSharedCommunity, listCommunities, searchCommunities } from '../../core/communities/queries.ts'
import type { CommunityKey } from '../../core/permissions/lockCommunity.ts'
import { parseId } from '../../platform/http/ids.ts'
import { parseOnOff } from '../../platform/http/parameters.ts'
import { createCommunities, createCommunity } from './create.ts'
import { editCommunity } from './edit.ts'
import { joinCommunity, leaveCommunity } from './join.ts'
import { changeMemberships } from './memberships.ts'
import { listNewPosts, visitCommunity } from './newPosts.ts'
import { removeCommunityPicture, setCommunityPicture } from './picture.ts'
import { renameAsAdmin } from './rename.ts'

/** @param query.byName `true` where the path names the community. */
const keyOf = (communityId: string, query: { byName?: string }): CommunityKey =>
  parseOnOff(endpoints.getCommunity.query.properties.byName, query.byName)
    ? { name: communityId }
    : { id: communityId }

export const communityRoutes: readonly Route[] = [
  route(
    'listCommunities',
    (call) =>
      call.query.q?.trim()
        ? searchCommunities(call.db, call.viewer, call.query.q.trim())
        : listCommunities(call, call.viewer, call.query),
    { fromReplica: 'forAll' },
  ),
  route('createCommunity', (call) => createCommunity(call, call.viewer, call.body)),
  route('createCommunities', (call) => createCommunities(call, call.viewer, call.body.communities)),
  route(
    'getCommunity',
    (call) => getSharedCommunity(call, keyOf(call.params.communityId, call.query), call.viewAs),
    { fromReplica: 'forGuests' },
  ),
  route('updateCommunity', (call) => {
    const key = keyOf(call.params.communityId, call.query)
    return editCommunity(call.db, key, call.body, call.viewAs)
  }),
  route('renameCommunity', async (call) => {
    await call.session.requireRecentPassword(call.db)
    return renameAsAdmin(call.db, call.viewer, keyOf(call.params.communityId, call.query), call.body.name)
  }),
  route('setIcon', (call) =>
    setCommunityPicture(call, call.viewer, { ...call.params, kind: 'icon', path: call.upload }),
  ),
  route('removeIcon', ({ db, viewer, params }) =>
    removeCommunityPicture(db, viewer, { ...params, kind: 'icon' }),
  ),
  route('setBanner', (call) =>
    setCommunityPicture(call, call.viewer, { ...call.params, kind: 'banner', path: call.upload }),
  ),
  route('removeBanner', ({ db, viewer, params }) =>
    removeCommunityPicture(db, viewer, { ...params, kind: 'banner' }),
  ),
  route('joinCommunity', ({ db, viewer, body }) => {
    const communityId = parseId(body.communityId)
    return body.leave ? leaveCommunity(db, viewer, communityId) : joinCommunity(db, viewer, communityId)
  }),
  route('listNewPosts', ({ db, viewer }) => listNewPosts(db, viewer.id)),
  route('visitCommunity', async ({ db, viewer, params }) => {
    await visitCommunity(db, viewer.id, parseId(params.communityId))
    return { success: true }
  }),
  route('changeMemberships', ({ db, viewer, body }) => changeMemberships(db, viewer, body)),
]
