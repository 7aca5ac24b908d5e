import { heldEndpoints } from '../../../contract/endpoints/held.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
import { whileHeld } from '../../../tests/support/held.ts'
import type { Scene } from '../../../tests/support/scene.ts'

/** In `birding`, where `elsewhere` moderates nothing. `author` has written what waits. */
const table = `
                                  guest  banned  member  author  elsewhere  moderator  admin  needs
  listOwnHeldItems                  401     200     200     200        200        200    200
  withdrawHeldItem                  401     404     404     200        404        404    404
  listHeldItems                     401     200     200     200        200        200    200
  listHeldItems of a community      401     403     403     403        403        200    200  content
  listHeldItems of all communities  401     403     403     403        403        403    200
  decideHeldItems to approve        401     403     403     403        403        200    200  content
  decideHeldItems to refuse         401     403     403     403        403        200    200  content
  getReviewSettings                 401     403     403     403        403        200    200  settings
  saveReviewSettings                401     403     403     403        403        200    200  settings
`

/** A post by the author that waits. @returns its number. */
async function heldItem({ author, forum }: Scene): Promise<number> {
  items += 1
  await whileHeld(forum.db, () =>
    author.post('/api/posts', { title: `Item number ${items}`, community: 'birding' }),
  )
  const { id } = await forum.db
    .selectFrom('held_items')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return Number(id)
}
let items = 0

const decide =
  (action: string): Call =>
  async (who, scene) =>
    who.post('/api/modqueue/held', { action, ids: [await heldItem(scene)] })

const calls: Record<string, Call> = {
  listOwnHeldItems: (who) => who.get('/api/held'),
  withdrawHeldItem: async (who, scene) => who.delete(`/api/held/${await heldItem(scene)}`),
  listHeldItems: (who) => who.get('/api/modqueue/held'),
  'listHeldItems of a community': async (who, { birding }) =>
    who.get(`/api/modqueue/held?communityId=${await birding()}`),
  'listHeldItems of all communities': (who) => who.get('/api/modqueue/held?scope=all'),
  'decideHeldItems to approve': decide('approve'),
  'decideHeldItems to refuse': decide('refuse'),
  getReviewSettings: async (who, { birding }) => who.get(`/api/communities/${await birding()}/review`),
  saveReviewSettings: async (who, { birding }) =>
    who.put(`/api/communities/${await birding()}/review`, { holdNewMembers: 'site', undecided: 'approve' }),
}

describeAuthorization({ endpoints: heldEndpoints, table, calls })
