import { communityEndpoints } from '../../../contract/endpoints/communities.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
import type { Client } from '../../../tests/support/forum.ts'
import { picture, uploadOf } from '../../../tests/support/pictures.ts'
import { idOfBirding } from '../../../tests/support/rules.ts'

/** The answer of every call to everyone, about the community `birding`. */
const table = `
                     guest  banned  member  author  elsewhere  moderator  admin  needs
  listCommunities      200     200     200     200        200        200    200
  createCommunity      401     403     403     403        403        403    200
  createCommunities    401     403     403     403        403        403    200
  getCommunity         200     200     200     200        200        200    200
  updateCommunity      401     403     403     403        403        200    200  settings
  renameCommunity      401     403     403     403        403        403    200
  setIcon              401     403     403     403        403        200    200  settings
  removeIcon           401     403     403     403        403        200    200  settings
  setBanner            401     403     403     403        403        200    200  settings
  removeBanner         401     403     403     403        403        200    200  settings
  joinCommunity        401     200     200     200        200        200    200
  changeMemberships    401     200     200     200        200        200    200
  listNewPosts         401     200     200     200        200        200    200
  visitCommunity       401     200     200     200        200        200    200
`

const inBirding =
  (act: (who: Client, url: string) => ReturnType<Call>): Call =>
  async (who, scene) =>
    act(who, `/api/communities/${await idOfBirding(scene)}`)

const calls: Record<string, Call> = {
  listCommunities: (who) => who.get('/api/communities'),
  createCommunity: (who) => who.post('/api/communities', { name: 'beekeeping' }),
  createCommunities: (who) => who.post('/api/_admin/communities', { communities: [{ name: 'waxworks' }] }),
  getCommunity: inBirding((who, url) => who.get(url)),
  updateCommunity: inBirding((who, url) => who.put(url, { about: 'Of birds.' })),
  renameCommunity: (who) =>
    who.put('/api/_admin/communities/elsewhere/name?byName=true', { name: 'ELSEWHERE' }),
  setIcon: inBirding(async (who, url) =>
    who.send({ ...(await uploadOf(await picture(1))), url: `${url}/pro_pic` }),
  ),
  removeIcon: inBirding((who, url) => who.delete(`${url}/pro_pic`)),
  setBanner: inBirding(async (who, url) =>
    who.send({ ...(await uploadOf(await picture(2))), url: `${url}/banner_image` }),
  ),
  removeBanner: inBirding((who, url) => who.delete(`${url}/banner_image`)),
  joinCommunity: async (who, scene) =>
    who.post('/api/_joinCommunity', { communityId: await idOfBirding(scene), leave: false }),
  changeMemberships: async (who, scene) =>
    who.post('/api/_memberships', { join: [await idOfBirding(scene)] }),
  listNewPosts: (who) => who.get('/api/_newPosts'),
  visitCommunity: async (who, scene) => who.post(`/api/_newPosts/${await idOfBirding(scene)}`),
}

describeAuthorization({ endpoints: communityEndpoints, table, calls })
