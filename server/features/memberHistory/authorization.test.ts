import { memberHistoryEndpoints } from '../../../contract/endpoints/memberHistory.ts'
import type { MemberNote } from '../../../contract/entities/memberHistory.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
import type { Scene } from '../../../tests/support/scene.ts'

/** In `birding`, where `elsewhere` moderates nothing. */
const table = `
                                   guest  banned  member  author  elsewhere  moderator  admin  needs
  getMemberHistory                   401     403     403     403        403        200    200  content+members
  addMemberNote                      401     403     403     403        403        200    200  content+members
  deleteMemberNote                   401     403     403     403        403        200    200  content+members
  deleteMemberNote of elsewhere      401     403     403     403        404        403    404
`

const ofAuthor = async ({ birding }: Scene, path: string) =>
  `/api/communities/${await birding()}/members/wren_writes/${path}`
const noted = async (scene: Scene) =>
  (await scene.moderator.post(await ofAuthor(scene, 'notes'), { text: 'Careful.' })).json<MemberNote>()

const calls: Record<string, Call> = {
  getMemberHistory: async (who, scene) => who.get(await ofAuthor(scene, 'history')),
  addMemberNote: async (who, scene) => who.post(await ofAuthor(scene, 'notes'), { text: 'Careful.' }),
  deleteMemberNote: async (who, scene) => {
    const { id } = await noted(scene)
    return who.delete(`/api/communities/${await scene.birding()}/member_notes/${id}`)
  },
  'deleteMemberNote of elsewhere': async (who, scene) => {
    const { id } = await noted(scene)
    const other = await scene.forum.db
      .selectFrom('communities')
      .select('id')
      .where('name', '=', 'elsewhere')
      .executeTakeFirstOrThrow()
    return who.delete(`/api/communities/${other.id}/member_notes/${id}`)
  },
}

describeAuthorization({ endpoints: memberHistoryEndpoints, table, calls })
