import type { Config } from '../config.ts'
import { readId } from '../http/ids.ts'
import { type Route, route } from '../http/route.ts'
import type { Viewer } from '../http/viewer.ts'
import { createCommunity } from './create.ts'
import { editCommunity } from './edit.ts'
import { joinCommunity, leaveCommunity } from './join.ts'
import type { CommunityAddress } from './lock.ts'
import { removeCommunityPicture, setCommunityPicture } from './picture.ts'
import { type CommunityViewFor, getCommunity, listCommunities, searchCommunities } from './read.ts'

const viewFor = <Who extends Viewer | null>(
  call: { viewer: Who; config: Config },
  render?: string,
): CommunityViewFor<Who> => ({
  viewer: call.viewer,
  siteHost: call.config.siteUrl?.host,
  text: render === 'page' ? 'html' : 'source',
})

/** @param query.byName `true` where the path names the community. */
const addressOf = (communityId: string, query: { byName?: string }): CommunityAddress =>
  query.byName === 'true' ? { name: communityId } : { id: communityId }

export const communityRoutes: readonly Route[] = [
  route('listCommunities', ({ db, viewer, query }) =>
    query.q?.trim() ? searchCommunities(db, viewer, query.q.trim()) : listCommunities(db, viewer, query),
  ),
  route('createCommunity', ({ db, config, viewer, body }) => createCommunity({ db, config }, viewer, body)),
  route('getCommunity', (call) =>
    getCommunity(call.db, addressOf(call.params.communityId, call.query), viewFor(call, call.query.render)),
  ),
  route('updateCommunity', (call) => {
    const address = addressOf(call.params.communityId, call.query)
    return editCommunity(call.db, address, call.body, viewFor(call, call.query.render))
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
    const communityId = readId(body.communityId)
    return body.leave ? leaveCommunity(db, viewer, communityId) : joinCommunity(db, viewer, communityId)
  }),
]
