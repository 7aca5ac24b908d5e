import { moderatorEndpoints } from '../../../contract/endpoints/moderators.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
import type { Member } from '../../../tests/support/forum.ts'
import { idOfBirding } from '../../../tests/support/rules.ts'
import type { Scene } from '../../../tests/support/scene.ts'

/** The answer of every call to everybody, about the moderators of the community `birding`. */
const table = `
                                  guest  banned  member  author  elsewhere  moderator  admin
  listModerators                    200     200     200     200        200        200    200
  addModerator                      401     403     403     403        403        200    200
  removeModerator above             401     403     403     403        403        403    200
  removeModerator below             401     403     403     403        403        200    200
  removeModerator who is none       401     403     403     403        403        200    200
`

const mods = async (scene: Scene) => `/api/communities/${await idOfBirding(scene)}/mods`

/** The only other moderator of `birding`, at a given rank. */
async function otherModerator(scene: Scene, place: 'above' | 'below' | null): Promise<Member> {
  const { forum, moderator } = scene
  const communityId = await idOfBirding(scene)
  made += 1
  const other = await forum.member(`other_${made}`)
  await forum.db.deleteFrom('moderators').where('community_id', '=', communityId).execute()
  const order = place === 'above' ? [other, moderator] : place === 'below' ? [moderator, other] : [moderator]
  const rows = order.map(({ id }, position) => ({ community_id: communityId, user_id: id, position }))
  await forum.db.insertInto('moderators').values(rows).execute()
  return other
}
let made = 0

const remove =
  (place: 'above' | 'below' | null): Call =>
  async (who, scene) => {
    const { username } = await otherModerator(scene, place)
    return who.delete(`${await mods(scene)}/${username}`)
  }

const calls: Record<string, Call> = {
  listModerators: async (who, scene) => who.get(await mods(scene)),
  addModerator: async (who, scene) => {
    const { username } = await otherModerator(scene, null)
    return who.post(await mods(scene), { username })
  },
  'removeModerator above': remove('above'),
  'removeModerator below': remove('below'),
  'removeModerator who is none': remove(null),
}

// [ACC-4-020] [ACC-4-021]
describeAuthorization({ endpoints: moderatorEndpoints, table, calls })
