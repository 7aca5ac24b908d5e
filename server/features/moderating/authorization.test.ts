import { banEndpoints } from '../../../contract/endpoints/bans.ts'
import { queueEndpoints } from '../../../contract/endpoints/queue.ts'
import { removalEndpoints } from '../../../contract/endpoints/removals.ts'
import { reportEndpoints } from '../../../contract/endpoints/reports.ts'
import type { FiledReport } from '../../../contract/entities/report.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
import type { Client } from '../../../tests/support/forum.ts'
import type { Scene } from '../../../tests/support/scene.ts'

/** In `birding`, where `elsewhere` moderates nothing and the admin neither. */
const table = `
                                     guest  banned  member  author  elsewhere  moderator  admin  needs
  report a post                        401     403     200     403        200        200    200
  report a comment                     401     403     200     403        200        200    200
  listReports                          401     403     403     403        403        200    200  content
  ignoreReport                         401     403     403     403        403        200    200  content
  ignoreReport of another community    401     403     403     403        404        403    404
  listQueueItems                       401     200     200     200        200        200    200
  listQueueItems of a community        401     403     403     403        403        200    200  content
  listQueueItems of all communities    401     403     403     403        403        403    200
  decideQueueItems to approve          401     403     403     403        403        200    200  content
  decideQueueItems to remove           401     403     403     403        403        200    200  content
  decideQueueItems to lock             401     403     403     403        403        200    200  content
  decideQueueItems in two communities  401     403     403     403        403        403    200
  eraseContent                         401     403     403     403        403        200    200  content
  eraseContent that admins removed     401     403     403     403        403        403    200
  lookAtQueueItem                      401     200     200     200        200        200    200
  listSameImagePosts                   401     403     403     403        403        200    200  content
  listQueueViews                       401     200     200     200        200        200    200
  saveQueueViews                       401     200     200     200        200        200    200
  listSilencedReporters                401     403     403     403        403        200    200  members
  listSilencedReporters of the site    401     403     403     403        403        403    200
  silenceReporter                      401     403     403     403        403        200    200  members
  silenceReporter on the whole site    401     403     403     403        403        403    200
  getRemovalReasons                    401     403     403     403        403        200    200  content+members+rules
  saveRemovalTemplates                 401     403     403     403        403        200    200  rules
  listBanned                           401     403     403     403        403        200    200  members
  banFromCommunity                     401     403     403     403        403        200    200  members
  banFromCommunity a moderator         401     403     403     403        403        403    403
  banFromCommunity an admin            401     403     403     403        403        403    403
  changeCommunityBan                   401     403     403     403        403        200    200  members
  unbanFromCommunity                   401     403     403     403        403        200    200  members
  unbanFromCommunity oneself           401     403     403     403        403        200    200  members
`

/** A new report in `birding`, by someone who is not in the table. */
async function reported(scene: Scene): Promise<FiledReport> {
  const { forum, post } = scene
  reporters += 1
  const reporter = await forum.member(`reporter_${reporters}`)
  const { id } = await post()
  return (await reporter.post('/api/_report', { targetId: id, reason: 1 })).json<FiledReport>()
}
let reporters = 0

const banned = async ({ birding }: Scene, query = '') => `/api/communities/${await birding()}/banned${query}`
const ban =
  (username: string): Call =>
  async (who, scene) => {
    await scene.forum.db.deleteFrom('community_bans').where('user_id', '!=', scene.banned.id).execute()
    return who.post(await banned(scene), { username })
  }
const reasons = async ({ birding }: Scene) => `/api/communities/${await birding()}/removal_reasons`
const decide =
  (action: string): Call =>
  async (who, { comment }) => {
    const { id } = await comment()
    return who.post('/api/modqueue/decisions', {
      action,
      items: [{ type: 'comment', targetId: id, version: '0' }],
    })
  }
const nameOf = (who: Client) => ('username' in who ? who.username : 'nobody')

const calls: Record<string, Call> = {
  'report a post': async (who, { post }) =>
    who.post('/api/_report', { type: 'post', targetId: (await post()).id, reason: 1 }),
  'report a comment': async (who, { comment }) =>
    who.post('/api/_report', { type: 'comment', targetId: (await comment()).id, reason: 1 }),
  listReports: async (who, { birding }) => who.get(`/api/communities/${await birding()}/reports`),
  ignoreReport: async (who, scene) => {
    const { id, communityId } = await reported(scene)
    return who.delete(`/api/communities/${communityId}/reports/${id}`)
  },
  'ignoreReport of another community': async (who, scene) => {
    const { id } = await reported(scene)
    const other = await scene.forum.db
      .selectFrom('communities')
      .select('id')
      .where('name', '=', 'elsewhere')
      .executeTakeFirstOrThrow()
    return who.delete(`/api/communities/${other.id}/reports/${id}`)
  },
  listQueueItems: (who) => who.get('/api/modqueue/items'),
  'listQueueItems of a community': async (who, { birding }) =>
    who.get(`/api/modqueue/items?communityId=${await birding()}`),
  'listQueueItems of all communities': (who) => who.get('/api/modqueue/items?scope=all'),
  'decideQueueItems to approve': decide('approve'),
  'decideQueueItems to remove': decide('remove'),
  'decideQueueItems to lock': decide('lock'),
  'decideQueueItems in two communities': async (who, scene) => {
    const posts = [await scene.post(), await scene.forum.post(scene.author, 'elsewhere')]
    const items = posts.map(({ id }) => ({ type: 'post', targetId: id, version: '0' }))
    return who.post('/api/modqueue/decisions', { action: 'approve', items })
  },
  eraseContent: async (who, { comment }) =>
    who.post('/api/_erase', { type: 'comment', targetId: (await comment()).id, reason: 'An address.' }),
  'eraseContent that admins removed': async (who, { post, admin }) => {
    const { id, publicId } = await post()
    await admin.delete(`/api/posts/${publicId}?deleteAs=admins`)
    return who.post('/api/_erase', { type: 'post', targetId: id, reason: 'An address.' })
  },
  lookAtQueueItem: async (who, { post }) =>
    who.put('/api/modqueue/looking', { type: 'post', targetId: (await post()).id }),
  listSameImagePosts: async (who, { post }) => who.get(`/api/posts/${(await post()).publicId}/same_images`),
  listQueueViews: (who) => who.get('/api/modqueue/views'),
  saveQueueViews: (who) => who.put('/api/modqueue/views', { views: [] }),
  listSilencedReporters: async (who, { birding }) =>
    who.get(`/api/silenced_reporters?communityId=${await birding()}`),
  'listSilencedReporters of the site': (who) => who.get('/api/silenced_reporters'),
  silenceReporter: async (who, { birding }) =>
    who.put('/api/silenced_reporters', {
      username: 'wren_writes',
      communityId: await birding(),
      silenced: true,
    }),
  'silenceReporter on the whole site': (who) =>
    who.put('/api/silenced_reporters', { username: 'wren_writes', silenced: true }),
  getRemovalReasons: async (who, scene) => who.get(await reasons(scene)),
  saveRemovalTemplates: async (who, scene) => who.put(await reasons(scene), { version: 0, templates: [] }),
  listBanned: async (who, scene) => who.get(await banned(scene)),
  banFromCommunity: ban('wren_writes'),
  'banFromCommunity a moderator': ban('moderator_m'),
  'banFromCommunity an admin': ban('the_admin'),
  changeCommunityBan: async (who, scene) =>
    who.put(await banned(scene), { username: 'banned_b', kind: 'commenting' }),
  unbanFromCommunity: async (who, scene) => who.delete(await banned(scene), { username: 'wren_writes' }),
  'unbanFromCommunity oneself': async (who, scene) =>
    who.delete(await banned(scene), { username: nameOf(who) }),
}

// [ACC-2-049] [ACC-6-004]
describeAuthorization({
  endpoints: { ...removalEndpoints, ...reportEndpoints, ...queueEndpoints, ...banEndpoints },
  table,
  calls,
})
