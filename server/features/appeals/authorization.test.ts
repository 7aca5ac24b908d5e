import { appealEndpoints } from '../../../contract/endpoints/appeals.ts'
import type { Appeal } from '../../../contract/entities/appeal.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
import { passwordOf } from '../../../tests/support/forum.ts'
import type { Scene } from '../../../tests/support/scene.ts'

/** In `birding`, where `elsewhere` moderates nothing. Suspended members have no session: who asks gives name and password. */
const table = `
                                guest  banned  member  author  elsewhere  moderator  admin  needs
  createAppeal                    401     404     404     200        404        404    404
  listAppeals                     401     200     200     200        200        200    200
  listAppeals of a community      401     403     403     403        403        200    200  content+members
  listAppeals of all              401     403     403     403        403        403    200
  listAppealable                  401     200     200     200        200        200    200
  answerAppeal                    401     403     403     403        403        200    200  content
  answerAppeal of an admin        401     403     403     403        403        403    200
  getSuspension                   403     403     403     403        403        403    403
  appealSuspension                403     403     403     403        403        403    403
  exportSuspended                 403     403     403     403        403        403    403
  deleteSuspended                 403     403     403     403        403        403    403
`

/** A post of the author that someone else than those in the table has removed. */
async function removed(scene: Scene, as: 'mods' | 'admins' = 'mods') {
  const { forum, post } = scene
  colleagues += 1
  const by =
    as === 'mods'
      ? await forum.moderator(`colleague_${colleagues}`, 'birding')
      : await forum.member(`colleague_${colleagues}`, { isAdmin: true })
  const made = await post()
  await by.delete(`/api/posts/${made.publicId}?deleteAs=${as}`)
  return { act: 'removal', type: 'post', targetId: made.id, text: 'Why?' }
}
let colleagues = 0

const answered =
  (as: 'mods' | 'admins'): Call =>
  async (who, scene) => {
    const appeal = (await scene.author.post('/api/appeals', await removed(scene, as))).json<Appeal>()
    return who.put(`/api/appeals/${appeal.id}`, { outcome: 'upheld', text: 'Because.' })
  }
const credentials = { username: 'member_m', password: passwordOf('member_m') }

const calls: Record<string, Call> = {
  createAppeal: async (who, scene) => who.post('/api/appeals', await removed(scene)),
  listAppeals: (who) => who.get('/api/appeals'),
  'listAppeals of a community': async (who, { birding }) =>
    who.get(`/api/appeals?communityId=${await birding()}`),
  'listAppeals of all': (who) => who.get('/api/appeals?of=all'),
  listAppealable: (who) => who.get('/api/appeals/possible'),
  answerAppeal: answered('mods'),
  'answerAppeal of an admin': answered('admins'),
  getSuspension: (who) => who.post('/api/_suspension', credentials),
  appealSuspension: (who) => who.post('/api/_suspension/appeal', { ...credentials, text: 'Why?' }),
  exportSuspended: (who) => who.post('/api/_suspension/export', credentials),
  deleteSuspended: (who) => who.delete('/api/_suspension', credentials),
}

describeAuthorization({ endpoints: appealEndpoints, table, calls })
