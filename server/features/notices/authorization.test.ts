import { noticeEndpoints } from '../../../contract/endpoints/notices.ts'
import { type Call, describeAuthorization, isMember } from '../../../tests/support/authorization.ts'
import { decided, given, sent } from '../../../tests/support/notices.ts'

const table = `
                            guest  banned  member  author  elsewhere  moderator  admin
  sendNotice                  200     200     200     200        200        200    200
  reportToAdmins              401     200     200     200        200        200    200
  getNotice                   404     404     404     404        404        404    404
  getNotice with a key        200     200     200     200        200        200    200
  getNotice of one's own      404     200     200     200        200        200    200
  complain                    404     404     404     404        404        404    404
  complain with a key         200     200     200     200        200        200    200
  listNotices                 401     403     403     403        403        403    200
  decideNotice                401     403     403     403        403        403    200
`

const calls: Record<string, Call> = {
  sendNotice: async (who, { post }) => who.post('/api/notices', given(await post())),
  reportToAdmins: (who) =>
    who.post('/api/notices/rules', {
      address: '/elsewhere',
      reason: 1,
      text: `Spam for ${isMember(who) ? who.username : 'a guest'}.`,
    }),
  getNotice: async (who, scene) => who.get(`/api/notices/${(await sent(scene)).number}`),
  'getNotice with a key': async (who, scene) => {
    const { number, key } = await sent(scene)
    return who.get(`/api/notices/${number}?key=${key}`)
  },
  "getNotice of one's own": async (who, scene) => {
    const { number } = await sent(scene, who)
    return who.get(`/api/notices/${number}`)
  },
  complain: async (who, scene) =>
    who.post(`/api/notices/${(await decided(scene)).number}/complaint`, { text: 'Look again.' }),
  'complain with a key': async (who, scene) => {
    const { number, key } = await decided(scene)
    return who.post(`/api/notices/${number}/complaint`, { key, text: 'Look again.' })
  },
  listNotices: (who) => who.get('/api/notices'),
  decideNotice: async (who, scene) =>
    who.put(`/api/notices/${(await sent(scene)).number}`, { act: 'keep', reasons: 'It is lawful.' }),
}

describeAuthorization({ endpoints: noticeEndpoints, table, calls })
