import { moderatorEndpoints } from '../../../contract/endpoints/moderators.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
import type { Member } from '../../../tests/support/forum.ts'
import { idOfBirding } from '../../../tests/support/rules.ts'
import type { Scene } from '../../../tests/support/scene.ts'

/** The answer of every call to everyone, about the moderators of the community `birding`. */
const table = `
                                  guest  banned  member  author  elsewhere  moderator  admin  needs
  listModerators                    200     200     200     200        200        200    200
  addModerator                      401     403     403     403        403        200    200  members
  removeModerator above             401     403     403     403        403        403    200
  removeModerator below             401     403     403     403        403        200    200  members
  removeModerator who is none       401     403     403     403        403        200    200  members
  listModeratorPermissions          401     403     403     403        403        200    200  any
  setModeratorPermissions above     401     403     403     403        403        403    200
  setModeratorPermissions below     401     403     403     403        403        200    200  members
`

const mods = async (scene: Scene) => `/api/communities/${await idOfBirding(scene)}/mods`

/** The only other moderator of `birding`, at a given rank. */
async function otherModerator(scene: Scene, place: 'above' | 'below' | null): Promise<Member> {
  const { forum, moderator } = scene
  const communityId = await idOfBirding(scene)
  made += 1
  const other = await forum.member(`other_${made}`)
  const ofBirding = forum.db.deleteFrom('moderators').where('community_id', '=', communityId)
  await ofBirding.where('user_id', '!=', moderator.id).execute()
  await forum.db.updateTable('moderators').set({ position: 1 }).where('user_id', '=', moderator.id).execute()
  if (place !== null)
    await forum.db
      .insertInto('moderators')
      .values({ community_id: communityId, user_id: other.id, position: place === 'above' ? 0 : 2 })
      .execute()
  return other
}
let made = 0

const remove =
  (place: 'above' | 'below' | null): Call =>
  async (who, scene) => {
    const { username } = await otherModerator(scene, place)
    return who.delete(`${await mods(scene)}/${username}`)
  }

const setPermissions =
  (place: 'above' | 'below'): Call =>
  async (who, scene) => {
    const { username } = await otherModerator(scene, place)
    return who.put(`${await mods(scene)}/${username}/permissions`, {
      permissions: ['content', 'settings', 'mail', 'rules'],
    })
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
  listModeratorPermissions: async (who, scene) => who.get(`${await mods(scene)}/permissions`),
  'setModeratorPermissions above': setPermissions('above'),
  'setModeratorPermissions below': setPermissions('below'),
}

// [ACC-4-020] [ACC-4-021]
describeAuthorization({ endpoints: moderatorEndpoints, table, calls })
