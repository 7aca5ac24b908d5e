import { noticeEndpoints } from '../../../contract/endpoints/notices.ts'
import { decided, given, sent } from '../../../tests/support/notices.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import type { Scene } from '../../../tests/support/scene.ts'

const send = (more: object) => async (scene: Scene) =>
  scene.guest.post('/api/notices', given(await scene.post(), more))
const report = (more: object) => (scene: Scene) =>
  scene.member.post('/api/notices/rules', { address: '/@wren_writes', reason: 1, text: 'Rude.', ...more })
const decide = (admin: Scene['admin'], number: number, more: object = {}) =>
  admin.put(`/api/notices/${number}`, { act: 'keep', reasons: 'It is lawful.', ...more })
const decideNew = (more: object) => async (scene: Scene) =>
  decide(scene.admin, (await sent(scene)).number, more)
/** Decides about a notice with this address. */
const decideAbout = (address: string, more: object) => async (scene: Scene) => {
  const { number } = (await scene.guest.post('/api/notices', given({ publicId: '' }, { address }))).json<{
    number: number
  }>()
  return decide(scene.admin, number, more)
}
let names = 0

const provocations: Provocations<typeof noticeEndpoints> = {
  sendNotice: {
    noticeTextMissing: send({ text: ' ' }),
    noticeNotInGoodFaith: send({ isInGoodFaith: false }),
    noticeContactMissing: send({ email: '' }),
    noticeSubjectNotFound: send({ address: '/birding/post/nothere0' }),
    captchaRefused: send({ captchaToken: 'made up' }),
  },
  reportToAdmins: {
    noticeTextMissing: report({ text: '' }),
    noticeSubjectNotFound: report({ address: '/@nobody_here' }),
    ownContent: report({ address: '/@member_m' }),
    invalidReportReason: report({ reason: 999 }),
    alreadyReportedToAdmins: async (scene) => {
      await report({ text: 'Once.' })(scene)
      return report({ text: 'Twice.' })(scene)
    },
  },
  getNotice: { noticeNotFound: ({ guest }) => guest.get('/api/notices/1?key=wrong') },
  complain: {
    complaintEmpty: async (scene) => {
      const { number, key } = await decided(scene)
      return scene.guest.post(`/api/notices/${number}/complaint`, { key, text: ' ' })
    },
    noticeNotFound: ({ guest }) => guest.post('/api/notices/x/complaint', { text: 'Look again.' }),
    complaintNotPossible: async (scene) => {
      const { number, key } = await sent(scene)
      return scene.guest.post(`/api/notices/${number}/complaint`, { key, text: 'Look again.' })
    },
  },
  listNotices: {
    invalidAction: ({ admin }) => admin.get('/api/notices?filter=hats'),
    invalidCursor: ({ admin }) => admin.get('/api/notices?next=x'),
  },
  decideNotice: {
    invalidNoticeDecision: decideNew({ reasons: ' ' }),
    noticeNotFound: ({ admin }) => decide(admin, 999_999),
    noticeDecided: async (scene) => decide(scene.admin, (await decided(scene)).number),
    ownNotice: async (scene) => {
      const second = await scene.forum.member(`second_admin_${++names}`, { isAdmin: true })
      const { number } = await sent(scene, second)
      return decide(second, number)
    },
    invalidBanKind: decideNew({ act: 'ban', banKind: 'hats' }),
    invalidExpiry: decideNew({ act: 'ban', expires: 'yesterday' }),
    postAlreadyDeleted: async (scene) => {
      const { number } = await sent(scene)
      await scene.forum.db
        .updateTable('posts')
        .set({ deleted_at: new Date(), deleted_as: 'normal', deleted_by: scene.author.id })
        .execute()
      return decide(scene.admin, number, { act: 'remove' })
    },
    commentDeleted: async (scene) => {
      const { id, post } = await scene.comment()
      const address = `/birding/post/${post.publicId}/${id}`
      const { number } = (await scene.guest.post('/api/notices', given(post, { address }))).json<{
        number: number
      }>()
      await scene.author.delete(`/api/posts/${post.publicId}/comments/${id}`)
      return decide(scene.admin, number, { act: 'remove' })
    },
    contentGone: async (scene) => {
      const post = await scene.post()
      const { number } = (await scene.guest.post('/api/notices', given(post))).json<{ number: number }>()
      await scene.author.delete(`/api/posts/${post.publicId}?deleteContent=true`)
      return decide(scene.admin, number, { act: 'erase' })
    },
    adminNotBannable: async (scene) => {
      const name = `third_admin_${++names}`
      await scene.forum.member(name, { isAdmin: true })
      return decideAbout(`/@${name}`, { act: 'ban' })(scene)
    },
    userDeleted: async (scene) => {
      const name = `leaver_${++names}`
      const { id } = await scene.forum.member(name)
      const { number } = (
        await scene.guest.post('/api/notices', given({ publicId: '' }, { address: `/@${name}` }))
      ).json<{ number: number }>()
      await scene.forum.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', id).execute()
      return decide(scene.admin, number, { act: 'ban' })
    },
  },
}

describeRefusals(noticeEndpoints, provocations)
