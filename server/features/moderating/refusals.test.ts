import { banEndpoints } from '../../../contract/endpoints/bans.ts'
import { removalEndpoints } from '../../../contract/endpoints/removals.ts'
import { reportEndpoints } from '../../../contract/endpoints/reports.ts'
import { limits } from '../../../contract/limits.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import type { Scene } from '../../../tests/support/scene.ts'
import { manyMembers } from '../../../tests/support/viewer.ts'

const unknown = '99999999'
const endpoints = { ...removalEndpoints, ...reportEndpoints, ...banEndpoints }

const report =
  (fields: object) =>
  ({ member }: Scene) =>
    member.post('/api/_report', { type: 'post', targetId: unknown, reason: 1, ...fields })

type Who = 'member' | 'moderator'

const reports =
  (path: string, who: Who = 'moderator') =>
  async (scene: Scene) =>
    scene[who].get(`/api/communities/${await scene.birding()}/reports${path}`)

const ignored =
  (reportId: string, who: Who = 'moderator') =>
  async (scene: Scene) =>
    scene[who].delete(`/api/communities/${await scene.birding()}/reports/${reportId}`)

const bans =
  (method: 'GET' | 'POST' | 'PUT' | 'DELETE', body: object = {}, who: Who = 'moderator') =>
  async (scene: Scene) =>
    scene[who].send({
      method,
      url: `/api/communities/${await scene.birding()}/banned`,
      payload: JSON.stringify(body),
    })

const erase =
  (about: (scene: Scene) => object | Promise<object>, who: Who = 'moderator') =>
  async (scene: Scene) =>
    scene[who].post('/api/_erase', { reason: 'An address.', ...(await about(scene)) })

const nowhere =
  (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string) =>
  ({ moderator }: Scene) =>
    moderator.send({ method, url: `/api/communities/${path}`, payload: '{"username":"wren_writes"}' })

const silenced =
  (fields: object, who: Who = 'moderator') =>
  (scene: Scene) =>
    scene[who].put('/api/silenced_reporters', { username: 'member_m', silenced: true, ...fields })

const templates =
  (fields: object = {}, who: Who = 'moderator') =>
  async (scene: Scene) =>
    scene[who].put(`/api/communities/${await scene.birding()}/removal_reasons`, {
      version: 0,
      templates: [],
      ...fields,
    })
const noTemplates =
  (method: 'GET' | 'PUT', path: string) =>
  ({ moderator }: Scene) =>
    moderator.send({
      method,
      url: `/api/communities/${path}/removal_reasons`,
      payload: '{"version":0,"templates":[]}',
    })

const provocations: Provocations<typeof endpoints> = {
  report: {
    invalidReportType: report({ type: 'user' }),
    postNotFound: report({}),
    commentNotFound: report({ type: 'comment' }),
    bannedFromCommunity: async ({ banned, post }) =>
      banned.post('/api/_report', { type: 'post', targetId: (await post()).id, reason: 1 }),
    ownContent: async ({ author, post }) =>
      author.post('/api/_report', { type: 'post', targetId: (await post()).id, reason: 1 }),
    invalidReportReason: async (scene) => report({ targetId: (await scene.post()).id, reason: 99 })(scene),
    alreadyReported: async (scene) => {
      const again = report({ targetId: (await scene.post()).id })
      await again(scene)
      return again(scene)
    },
  },
  listReports: {
    invalidId: nowhere('GET', 'abc/reports'),
    communityNotFound: nowhere('GET', `${unknown}/reports`),
    neitherAdminNorModerator: reports('?limit=0', 'member'),
    limitNotANumber: reports('?limit=ten&page=0'),
    limitOutOfRange: reports('?limit=51'),
    invalidPage: reports('?page=0&filter=mine'),
    invalidFeedFilter: reports('?filter=mine'),
  },
  ignoreReport: {
    invalidId: nowhere('DELETE', 'abc/reports/1'),
    communityNotFound: nowhere('DELETE', `${unknown}/reports/1`),
    neitherAdminNorModerator: ignored('abc', 'member'),
    invalidReportId: ignored('abc'),
    reportNotFound: ignored(unknown),
  },
  eraseContent: {
    invalidReportType: erase(() => ({ type: 'user', targetId: '1' })),
    invalidId: erase(() => ({ type: 'post', targetId: 'x' })),
    postNotFound: erase(() => ({ type: 'post', targetId: unknown })),
    commentNotFound: erase(() => ({ type: 'comment', targetId: unknown })),
    neitherAdminNorModerator: erase(
      async ({ post }) => ({ type: 'post', targetId: (await post()).id }),
      'member',
    ),
    notAdmin: erase(async ({ post, admin }) => {
      const { id, publicId } = await post()
      await admin.delete(`/api/posts/${publicId}?deleteAs=admins`)
      return { type: 'post', targetId: id }
    }),
    contentGone: erase(async ({ comment, moderator }) => {
      const about = { type: 'comment', targetId: (await comment()).id }
      await moderator.post('/api/_erase', { ...about, reason: 'An address.' })
      return about
    }),
    ruleNotFound: erase(async ({ post }) => ({ type: 'post', targetId: (await post()).id, ruleId: 999 })),
  },
  listSilencedReporters: {
    invalidId: ({ moderator }) => moderator.get('/api/silenced_reporters?communityId=abc'),
    communityNotFound: ({ moderator }) => moderator.get(`/api/silenced_reporters?communityId=${unknown}`),
    neitherAdminNorModerator: async (scene) =>
      scene.member.get(`/api/silenced_reporters?communityId=${await scene.birding()}`),
    notAdmin: ({ moderator }) => moderator.get('/api/silenced_reporters'),
  },
  silenceReporter: {
    invalidId: silenced({ communityId: 'abc' }),
    communityNotFound: silenced({ communityId: unknown }),
    neitherAdminNorModerator: async (scene) =>
      silenced({ communityId: await scene.birding() }, 'member')(scene),
    notAdmin: silenced({}),
    userNotFound: async (scene) =>
      silenced({ communityId: await scene.birding(), username: 'nobody_here' })(scene),
    tooManySilencedReporters: async (scene) => {
      const communityId = await scene.birding()
      const made = await manyMembers(scene.forum.db, limits.silencedReportersMax)
      await scene.forum.db
        .insertInto('report_silences')
        .values(made.map(({ id }) => ({ user_id: id, community_id: communityId })))
        .execute()
      return silenced({ communityId })(scene)
    },
  },
  getRemovalReasons: {
    invalidId: noTemplates('GET', 'abc'),
    communityNotFound: noTemplates('GET', unknown),
    neitherAdminNorModerator: async (scene) =>
      scene.member.get(`/api/communities/${await scene.birding()}/removal_reasons`),
  },
  saveRemovalTemplates: {
    invalidId: noTemplates('PUT', 'abc'),
    communityNotFound: noTemplates('PUT', unknown),
    neitherAdminNorModerator: templates({}, 'member'),
    invalidRemovalTemplate: templates({ templates: [{ name: '', text: '' }] }),
    removalTemplatesChanged: templates({ version: 7, templates: [{ name: 'One', text: 'One.' }] }),
  },
  listBanned: {
    invalidId: nowhere('GET', 'abc/banned'),
    communityNotFound: nowhere('GET', `${unknown}/banned`),
    neitherAdminNorModerator: bans('GET', {}, 'member'),
  },
  banFromCommunity: {
    invalidId: nowhere('POST', 'abc/banned'),
    communityNotFound: nowhere('POST', `${unknown}/banned`),
    neitherAdminNorModerator: bans('POST', { username: 'wren_writes' }, 'member'),
    noUsername: bans('POST', {}),
    userNotFound: bans('POST', { username: 'nobody_here' }),
    cannotBanStaff: bans('POST', { username: 'moderator_m' }),
    invalidBanKind: bans('POST', { username: 'wren_writes', kind: 'breathing' }),
    invalidExpiry: bans('POST', { username: 'wren_writes', expires: '2000-01-01T00:00:00Z' }),
    ruleNotFound: bans('POST', { username: 'wren_writes', ruleId: 999 }),
    alreadyBanned: bans('POST', { username: 'banned_b' }),
  },
  changeCommunityBan: {
    invalidId: nowhere('PUT', 'abc/banned'),
    communityNotFound: nowhere('PUT', `${unknown}/banned`),
    neitherAdminNorModerator: bans('PUT', { username: 'banned_b' }, 'member'),
    noUsername: bans('PUT', {}),
    userNotFound: bans('PUT', { username: 'nobody_here' }),
    cannotBanStaff: bans('PUT', { username: 'moderator_m' }),
    invalidBanKind: bans('PUT', { username: 'banned_b', kind: 'breathing' }),
    invalidExpiry: bans('PUT', { username: 'banned_b', expires: '2000-01-01T00:00:00Z' }),
    ruleNotFound: bans('PUT', { username: 'banned_b', ruleId: 999 }),
    notBanned: bans('PUT', { username: 'wren_writes', kind: 'reading' }),
  },
  unbanFromCommunity: {
    invalidId: nowhere('DELETE', 'abc/banned'),
    communityNotFound: nowhere('DELETE', `${unknown}/banned`),
    neitherAdminNorModerator: bans('DELETE', { username: 'wren_writes' }, 'member'),
    noUsername: bans('DELETE', {}),
    userNotFound: bans('DELETE', { username: 'nobody_here' }),
  },
}

describeRefusals(endpoints, provocations)
