import { appealEndpoints } from '../../../contract/endpoints/appeals.ts'
import type { Appeal } from '../../../contract/entities/appeal.ts'
import { passwordOf } from '../../../tests/support/forum.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import type { Scene } from '../../../tests/support/scene.ts'

async function removed({ moderator, post }: Scene, as = 'mods', by = moderator) {
  const made = await post()
  await by.delete(`/api/posts/${made.publicId}?deleteAs=${as}`)
  return { act: 'removal', type: 'post', targetId: made.id, text: 'Why?' }
}
const appealed = async (scene: Scene, as?: string, by?: Scene['moderator']) =>
  (await scene.author.post('/api/appeals', await removed(scene, as, by))).json<Appeal>()
const answer = (who: Scene['moderator'], { id }: Pick<Appeal, 'id'>, body: object = {}) =>
  who.put(`/api/appeals/${id}`, { outcome: 'upheld', text: 'Because.', ...body })
let names = 0
/** A new suspended account. */
async function suspended({ forum, admin }: Scene) {
  names += 1
  const username = `suspended_${names}`
  await forum.member(username)
  await admin.post('/api/_admin', { action: 'ban_user', username })
  return { username, password: passwordOf(username) }
}
const list = (query: string) => (scene: Scene) => scene.member.get(`/api/appeals?${query}`)
const refusalsOfSuspended = (method: 'post' | 'delete', path: string) => ({
  captchaRefused: async (scene: Scene) =>
    scene.guest[method](path, { ...(await suspended(scene)), captchaToken: 'none', text: 'Why?' }),
  wrongPassword: async (scene: Scene) =>
    scene.guest[method](path, { ...(await suspended(scene)), password: 'another', text: 'Why?' }),
  notSuspended: ({ guest }: Scene) =>
    guest[method](path, { username: 'member_m', password: passwordOf('member_m'), text: 'Why?' }),
})

const provocations: Provocations<typeof appealEndpoints> = {
  createAppeal: {
    invalidAppeal: ({ author }) => author.post('/api/appeals', { act: 'removal', text: 'Why?' }),
    nothingToAppeal: async ({ author, post }) =>
      author.post('/api/appeals', { act: 'lock', type: 'post', targetId: (await post()).id, text: 'Why?' }),
    alreadyAppealed: async (scene) => {
      const given = await removed(scene)
      await scene.author.post('/api/appeals', given)
      return scene.author.post('/api/appeals', given)
    },
  },
  listAppeals: {
    invalidAction: list('of=nobody'),
    invalidCursor: list('next=x'),
    notAdmin: list('of=all'),
    invalidId: list('communityId=x'),
    communityNotFound: list('communityId=99999'),
    neitherAdminNorModerator: async (scene) => list(`communityId=${await scene.birding()}`)(scene),
  },
  listAppealable: {},
  answerAppeal: {
    invalidAppealAnswer: async (scene) => answer(scene.admin, await appealed(scene), { text: ' ' }),
    appealNotFound: ({ admin }) => answer(admin, { id: 99_999 }),
    ownAppeal: async (scene) => answer(scene.author, await appealed(scene)),
    neitherAdminNorModerator: async (scene) => answer(scene.elsewhere, await appealed(scene)),
    notAdmin: async (scene) => answer(scene.moderator, await appealed(scene, 'admins', scene.admin)),
    ownAct: async (scene) => answer(scene.moderator, await appealed(scene)),
    appealAnswered: async (scene) => {
      const appeal = await appealed(scene)
      await answer(scene.admin, appeal)
      return answer(scene.admin, appeal)
    },
  },
  getSuspension: refusalsOfSuspended('post', '/api/_suspension'),
  appealSuspension: {
    ...refusalsOfSuspended('post', '/api/_suspension/appeal'),
    invalidAppeal: async (scene) =>
      scene.guest.post('/api/_suspension/appeal', { ...(await suspended(scene)), text: '' }),
    nothingToAppeal: async (scene) => {
      const credentials = await suspended(scene)
      await scene.forum.db.deleteFrom('moderation_log').where('action', '=', 'ban_user').execute()
      return scene.guest.post('/api/_suspension/appeal', { ...credentials, text: 'Why?' })
    },
    alreadyAppealed: async (scene) => {
      const given = { ...(await suspended(scene)), text: 'Why?' }
      await scene.guest.post('/api/_suspension/appeal', given)
      return scene.guest.post('/api/_suspension/appeal', given)
    },
  },
  exportSuspended: refusalsOfSuspended('post', '/api/_suspension/export'),
  deleteSuspended: {
    ...refusalsOfSuspended('delete', '/api/_suspension'),
    invalidErasedContent: async (scene) =>
      scene.guest.delete('/api/_suspension', { ...(await suspended(scene)), content: 'some' }),
  },
}

describeRefusals(appealEndpoints, provocations)
