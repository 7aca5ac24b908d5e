import { communityEndpoints } from '../../contract/endpoints/communities.ts'
import { type Call, describeAuthorization } from '../../tests/support/authorization.ts'
import type { Client } from '../../tests/support/forum.ts'
import type { Scene } from '../../tests/support/scene.ts'

/** The answer of every call to everybody, about the community `birding`. */
const table = `
                     guest  banned  member  author  elsewhere  moderator  admin
  listCommunities      200     200     200     200        200        200    200
  createCommunity      401     403     403     403        403        403    200
  getCommunity         200     200     200     200        200        200    200
  updateCommunity      401     403     403     403        403        200    200
  joinCommunity        401     200     200     200        200        200    200
`

const idOf = async ({ forum }: Scene) =>
  (
    await forum.db
      .selectFrom('communities')
      .select('id')
      .where('name', '=', 'birding')
      .executeTakeFirstOrThrow()
  ).id

const inBirding =
  (act: (who: Client, address: string) => ReturnType<Call>): Call =>
  async (who, scene) =>
    act(who, `/api/communities/${await idOf(scene)}`)

const calls: Record<string, Call> = {
  listCommunities: (who) => who.get('/api/communities'),
  createCommunity: (who) => who.post('/api/communities', { name: 'beekeeping' }),
  getCommunity: inBirding((who, address) => who.get(address)),
  updateCommunity: inBirding((who, address) => who.put(address, { about: 'Of birds.' })),
  joinCommunity: async (who, scene) =>
    who.post('/api/_joinCommunity', { communityId: await idOf(scene), leave: false }),
}

describeAuthorization({ endpoints: communityEndpoints, table, calls })
