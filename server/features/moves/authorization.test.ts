import { sql } from 'kysely'
import { mergeEndpoints, moveEndpoints } from '../../../contract/endpoints/moves.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
import type { Scene } from '../../../tests/support/scene.ts'
import { stored } from '../../../tests/support/wireIds.ts'

/** About posts in `birding`, which move to a third community, whose moderator is `moderator`, too, where the row says so. */
const table = `
                          guest  banned  member  author  elsewhere  moderator  admin  needs
  movePost                  401     403     403     403        403        200    200  content
  listMoves                 401     403     403     403        403        200    200  content
  decideMove accept         401     403     403     403        403        200    200  content
  decideMove decline        401     403     403     403        403        200    200  content
  decideMove withdraw       401     403     403     403        403        200    200  content
  decideMove undo           401     403     403     403        403        200    200  content
`

const third = async ({ forum, admin }: Scene): Promise<{ id: string; name: string }> => {
  const known = await forum.db
    .selectFrom('communities')
    .where('name', '=', 'woodland')
    .select(['id', 'name'])
    .executeTakeFirst()
  return known ?? forum.community('woodland', admin)
}

/** A move of a new post between `birding` and the third community. @returns its number. */
async function proposed(scene: Scene, state: 'open' | 'done', direction: 'from birding' | 'to birding') {
  const { forum, admin, author } = scene
  const woodland = stored((await third(scene)).id)
  const birding = stored(await scene.birding())
  const [from, to] = direction === 'from birding' ? [birding, woodland] : [woodland, birding]
  const at = (state === 'open') === (direction === 'from birding') ? 'birding' : 'woodland'
  const post = await forum.post(author, at)
  const { rows } = await sql<{ id: string }>`
    insert into post_moves (post_id, from_id, to_id, proposed_by, state, decided_by, decided_at)
    select ${stored(post.id)}, ${from}, ${to}, ${stored(admin.id)}, ${state},
      case when ${state} = 'done' then ${stored(admin.id)}::bigint end, case when ${state} = 'done' then now() end
    returning id`.execute(forum.db)
  return rows[0]?.id
}

const decide =
  (action: string, state: 'open' | 'done', direction: 'from birding' | 'to birding'): Call =>
  async (who, scene) =>
    who.put(`/api/moves/${await proposed(scene, state, direction)}`, { action })

describeAuthorization({
  endpoints: moveEndpoints,
  table,
  calls: {
    movePost: async (who, scene) => {
      await third(scene)
      return who.post(`/api/posts/${(await scene.post()).publicId}/move`, { community: 'woodland' })
    },
    listMoves: async (who, { birding }) => who.get(`/api/communities/${await birding()}/moves`),
    'decideMove accept': decide('accept', 'open', 'to birding'),
    'decideMove decline': decide('decline', 'open', 'to birding'),
    'decideMove withdraw': decide('withdraw', 'open', 'from birding'),
    'decideMove undo': decide('undo', 'done', 'to birding'),
  },
})

/** @returns the number of a merge of two posts of the author in `birding`. */
async function merged({ admin, post }: Scene): Promise<number> {
  const [one, other] = [await post(), await post()]
  return (await admin.post(`/api/posts/${one.publicId}/merge`, { into: other.publicId })).json().id
}

describeAuthorization({
  endpoints: mergeEndpoints,
  table: `
                          guest  banned  member  author  elsewhere  moderator  admin  needs
  mergePost                 401     403     403     403        403        200    200  content
  listSameLinks             401     403     403     403        403        200    200  content
  listMerges                401     403     403     403        403        200    200  content
  undoMerge                 401     403     403     403        403        200    200  content
`,
  calls: {
    mergePost: async (who, { post }) =>
      who.post(`/api/posts/${(await post()).publicId}/merge`, { into: (await post()).publicId }),
    listSameLinks: async (who, { post }) => who.get(`/api/posts/${(await post()).publicId}/same-link`),
    listMerges: async (who, { birding }) => who.get(`/api/communities/${await birding()}/merges`),
    undoMerge: async (who, scene) => who.delete(`/api/merges/${await merged(scene)}`),
  },
})
