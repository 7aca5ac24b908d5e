import { adminEndpoints } from '../../../contract/endpoints/admin.ts'
import { blockedPictureEndpoints } from '../../../contract/endpoints/blockedPictures.ts'
import { bulkActionEndpoints } from '../../../contract/endpoints/bulkActions.ts'
import { memberEndpoints } from '../../../contract/endpoints/members.ts'
import { trafficEndpoints } from '../../../contract/endpoints/traffic.ts'
import { votePatternEndpoints } from '../../../contract/endpoints/votePatterns.ts'
import { waveEndpoints } from '../../../contract/endpoints/waves.ts'
import type { BulkAction } from '../../../contract/entities/bulkAction.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
import type { Scene } from '../../../tests/support/scene.ts'

/** The answer of every call to each role: all are for admins only. */
const table = `
                            guest  banned  member  author  elsewhere  moderator  admin
  administrate ban_user       401     403     403     403        403        403    200
  administrate unban_user     401     403     403     403        403        403    200
  administrate deny_comm      401     403     403     403        403        403    200
  administrate add_default    401     403     403     403        403        403    200
  administrate remove_default 401     403     403     403        403        403    200
  administrate explode        401     403     403     403        403        403    400
  listUsers                   401     403     403     403        403        403    200
  listMembers                 401     403     403     403        403        403    200
  listRelatedAccounts         401     403     403     403        403        403    200
  changeMembers               401     403     403     403        403        403    200
  setAdmin                    401     403     403     403        403        403    200
  findMembers                 401     403     403     403        403        403    200
  findContents                401     403     403     403        403        403    200
  orderBulkAction             401     403     403     403        403        403    200
  listWaves                   401     403     403     403        403        403    200
  changeWave                  401     403     403     403        403        403    200
  listTraffic                 401     403     403     403        403        403    200
  listVotePatterns            401     403     403     403        403        403    200
  listUncountedVoters         401     403     403     403        403        403    200
  listSlowVoters              401     403     403     403        403        403    200
  listBlockedPictures         401     403     403     403        403        403    200
  changeBlockedPictures       401     403     403     403        403        403    200
  listBulkActions             401     403     403     403        403        403    200
  changeBulkAction            401     403     403     403        403        403    200
  listErasures                401     403     403     403        403        403    200
  listAllComments             401     403     403     403        403        403    200
  getSiteSettings             401     403     403     403        403        403    200
  updateSiteSettings          401     403     403     403        403        403    200
  listSettings                401     403     403     403        403        403    200
  changeSettings              401     403     403     403        403        403    200
  listReportReasons           401     403     403     403        403        403    200
  changeReportReasons         401     403     403     403        403        403    200
  listSettingChanges          401     403     403     403        403        403    200
  getChecklist                401     403     403     403        403        403    200
  tickChecklist               401     403     403     403        403        403    200
`

let made = 0
const passing = ({ forum }: Scene) => forum.member(`passing_${++made}`)

const oneAccount = async (scene: Scene) => ({
  action: 'log_out',
  usernames: [(await passing(scene)).username],
  accounts: 1,
})

const calls: Record<string, Call> = {
  'administrate ban_user': async (who, scene) =>
    who.post('/api/_admin', { action: 'ban_user', username: (await passing(scene)).username }),
  'administrate unban_user': async (who, scene) =>
    who.post('/api/_admin', { action: 'unban_user', username: (await passing(scene)).username }),
  'administrate deny_comm': async (who, { forum }) => {
    const requester = await forum.member(`asking_${++made}`)
    await requester.post('/api/community_requests', { name: 'wanted', note: '' })
    const [request] = (await requester.get('/api/community_requests')).json()
    return who.post('/api/_admin', { action: 'deny_comm', id: request.id, body: '' })
  },
  'administrate add_default': (who) =>
    who.post('/api/_admin', { action: 'add_default_forum', name: 'birding' }),
  'administrate remove_default': (who) =>
    who.post('/api/_admin', { action: 'remove_default_forum', name: 'birding' }),
  'administrate explode': (who) => who.post('/api/_admin', { action: 'explode' }),
  listUsers: (who) => who.get('/api/users'),
  listMembers: (who) => who.get('/api/_admin/members'),
  listRelatedAccounts: (who, { author }) => who.get(`/api/_admin/members/${author.username}/related`),
  changeMembers: async (who, scene) =>
    who.post('/api/_admin/members', { action: 'ban', usernames: [(await passing(scene)).username] }),
  setAdmin: async (who, scene) =>
    who.put(`/api/_admin/members/${(await passing(scene)).username}/admin`, { isAdmin: true }),
  findMembers: (who) => who.get('/api/_admin/found_members?state=new'),
  findContents: (who) => who.get('/api/_admin/found_contents?link=spam.example'),
  orderBulkAction: async (who, scene) => who.post('/api/_admin/bulk_actions', await oneAccount(scene)),
  listWaves: (who) => who.get('/api/_admin/waves'),
  changeWave: (who) => who.put('/api/_admin/waves', { step: 'end' }),
  listTraffic: (who) => who.get('/api/_admin/traffic'),
  listVotePatterns: (who) => who.get('/api/_admin/vote_patterns'),
  listUncountedVoters: (who) => who.get('/api/_admin/uncounted_voters'),
  listSlowVoters: (who) => who.get('/api/_admin/slow_voters'),
  listBlockedPictures: (who) => who.get('/api/_admin/blocked_pictures'),
  changeBlockedPictures: (who) => who.put('/api/_admin/blocked_pictures', { unblock: ['0123456789abcdef'] }),
  listBulkActions: (who) => who.get('/api/_admin/bulk_actions'),
  changeBulkAction: async (who, scene) => {
    const { id } = (
      await scene.admin.post('/api/_admin/bulk_actions', await oneAccount(scene))
    ).json<BulkAction>()
    return who.put(`/api/_admin/bulk_actions/${id}`, { step: 'stop' })
  },
  listErasures: (who) => who.get('/api/_admin/erasures'),
  listAllComments: (who) => who.get('/api/comments'),
  getSiteSettings: (who) => who.get('/api/site_settings'),
  updateSiteSettings: (who) => who.put('/api/site_settings', {}),
  listSettings: (who) => who.get('/api/_admin/settings'),
  changeSettings: (who) => who.put('/api/_admin/settings', { changes: [] }),
  listReportReasons: (who) => who.get('/api/_admin/report_reasons'),
  changeReportReasons: (who) =>
    who.put('/api/_admin/report_reasons', { reasons: [{ id: 3, title: 'Spam', description: null }] }),
  listSettingChanges: (who) => who.get('/api/_admin/setting_changes'),
  getChecklist: (who) => who.get('/api/_admin/checklist'),
  tickChecklist: (who) => who.post('/api/_admin/checklist', { item: 'rules' }),
}

// [CORE-6-019] [ACC-6-005]
describeAuthorization({
  endpoints: {
    ...adminEndpoints,
    ...memberEndpoints,
    ...bulkActionEndpoints,
    ...waveEndpoints,
    ...trafficEndpoints,
    ...votePatternEndpoints,
    ...blockedPictureEndpoints,
  },
  table,
  calls,
})
