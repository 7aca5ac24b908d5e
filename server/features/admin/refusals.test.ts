import { sql } from 'kysely'
import { adminEndpoints } from '../../../contract/endpoints/admin.ts'
import { blockedPictureEndpoints } from '../../../contract/endpoints/blockedPictures.ts'
import { bulkActionEndpoints } from '../../../contract/endpoints/bulkActions.ts'
import { memberEndpoints } from '../../../contract/endpoints/members.ts'
import { trafficEndpoints } from '../../../contract/endpoints/traffic.ts'
import { votePatternEndpoints } from '../../../contract/endpoints/votePatterns.ts'
import { waveEndpoints } from '../../../contract/endpoints/waves.ts'
import type { BulkAction } from '../../../contract/entities/bulkAction.ts'
import type { CommunityRequest } from '../../../contract/entities/communityRequest.ts'
import { startForum } from '../../../tests/support/forum.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import type { Scene } from '../../../tests/support/scene.ts'
import { withoutPassword } from '../../../tests/support/withoutPassword.ts'

const administrate =
  (body: object) =>
  ({ admin }: Scene) =>
    admin.post('/api/_admin', body)

const administrateMembers =
  (body: object) =>
  ({ admin }: Scene) =>
    admin.post('/api/_admin/members', body)

const role =
  (username: string, { isAdmin = true } = {}) =>
  ({ admin }: Scene) =>
    admin.put(`/api/_admin/members/${username}/admin`, { isAdmin })

/** A new request for a community of this name. @returns its id. */
async function requestOf({ member }: Scene, name: string): Promise<number | undefined> {
  await member.post('/api/community_requests', { name, note: '' })
  const requests = (await member.get('/api/community_requests')).json<CommunityRequest[]>()
  return requests.find(({ communityName }) => communityName === name)?.id
}

const changeSettings =
  (name: string, value: unknown) =>
  ({ admin }: Scene) =>
    admin.put('/api/_admin/settings', { changes: [{ name, value }] })

const endpoints = {
  ...adminEndpoints,
  ...memberEndpoints,
  ...bulkActionEndpoints,
  ...waveEndpoints,
  ...trafficEndpoints,
  ...votePatternEndpoints,
  ...blockedPictureEndpoints,
}

const bulk =
  (body: object) =>
  ({ admin }: Scene) =>
    admin.post('/api/_admin/bulk_actions', { action: 'ban', accounts: 1, usernames: ['someone'], ...body })
const onFilter = (filter: object) => bulk({ usernames: undefined, filter })

const change = (action: string) => administrateMembers({ action, usernames: ['someone'] })

const provocations: Provocations<typeof endpoints> = {
  administrate: {
    invalidAdminAction: administrate({ action: 'explode' }),
    userNotFound: administrate({ action: 'ban_user', username: 'nobody_here' }),
    adminNotBannable: ({ admin }) =>
      admin.post('/api/_admin', { action: 'ban_user', username: admin.username }),
    userDeleted: administrate({ action: 'ban_user', username: 'ghost' }),
    invalidBanKind: administrate({ action: 'ban_user', username: 'member_m', kind: 'breathing' }),
    invalidExpiry: administrate({
      action: 'ban_user',
      username: 'member_m',
      expires: '2000-01-01T00:00:00Z',
    }),
    invalidCommunityRequestId: administrate({ action: 'deny_comm', id: 1_000_000, body: '' }),
    requestAlreadyDenied: async (scene) => {
      const deny = administrate({ action: 'deny_comm', id: await requestOf(scene, 'wanted_twice'), body: '' })
      await deny(scene)
      return deny(scene)
    },
    requestAlreadyCreated: async (scene) => {
      const id = await requestOf(scene, 'made_meanwhile')
      await scene.admin.post('/api/communities', { name: 'made_meanwhile' })
      return administrate({ action: 'deny_comm', id, body: '' })(scene)
    },
    communityNotFound: administrate({ action: 'add_default_forum', name: 'nowhere' }),
  },
  listErasures: {},
  listUsers: { invalidCursor: ({ admin }) => admin.get('/api/users?next=abc') },
  listMembers: {
    invalidCursor: ({ admin }) => admin.get('/api/_admin/members?next=abc'),
    invalidMemberFilter: ({ admin }) => admin.get('/api/_admin/members?state=asleep'),
    invalidMemberRange: ({ admin }) => admin.get('/api/_admin/members?ip=everywhere'),
  },
  listRelatedAccounts: { userNotFound: ({ admin }) => admin.get('/api/_admin/members/nobody_here/related') },
  changeMembers: {
    invalidAdminAction: change('explode'),
    mailNotConfigured: change('send_password_reset'),
    passwordNeeded: (scene) => withoutPassword(scene.forum, () => change('confirm_email')(scene)),
  },
  findMembers: {
    invalidMemberFilter: ({ admin }) => admin.get('/api/_admin/found_members?role=king'),
    invalidMemberRange: ({ admin }) => admin.get('/api/_admin/found_members?since=yesterday'),
  },
  findContents: {
    invalidMemberFilter: ({ admin }) => admin.get('/api/_admin/found_contents?role=king'),
    invalidMemberRange: ({ admin }) => admin.get('/api/_admin/found_contents?since=yesterday'),
    invalidContentFilter: ({ admin }) => admin.get('/api/_admin/found_contents?link=no%20domain'),
  },
  listWaves: {},
  listTraffic: {},
  listVotePatterns: {},
  listUncountedVoters: {},
  listSlowVoters: {},
  listBlockedPictures: {},
  changeBlockedPictures: {
    invalidPictureHash: ({ admin }) => admin.put('/api/_admin/blocked_pictures', { unblock: ['none'] }),
    postNotFound: ({ admin }) => admin.put('/api/_admin/blocked_pictures', { ofPost: 'nowhere1' }),
    tooManyBlockedPictures: async ({ admin, forum }) => {
      await sql`insert into blocked_pictures (hash, note) select n::bit(64), '' from generate_series(1, 5000) n`.execute(
        forum.db,
      )
      const answer = await admin.put('/api/_admin/blocked_pictures', {
        block: [{ hash: '0123456789abcdef' }],
      })
      await sql`delete from blocked_pictures`.execute(forum.db)
      return answer
    },
  },
  changeWave: { invalidAdminAction: ({ admin }) => admin.put('/api/_admin/waves', { step: 'explode' }) },
  listBulkActions: {},
  orderBulkAction: {
    invalidAdminAction: bulk({ action: 'explode' }),
    invalidMemberFilter: onFilter({ state: 'asleep' }),
    invalidMemberRange: onFilter({ writtenMax: 'few' }),
    invalidExpiry: bulk({ expires: '2000-01-01T00:00:00Z' }),
    userNotFound: bulk({ usernames: ['nobody_here'] }),
    foundOthers: ({ admin, member }) =>
      bulk({ usernames: [member.username], accounts: 2 })({ admin } as Scene),
    async tooManyAccounts(scene) {
      await sql`insert into users (username) select 'crowd_' || n from generate_series(0, 10000) n`.execute(
        scene.forum.db,
      )
      return onFilter({ q: 'crowd_' })(scene)
    },
    invalidContentFilter: onFilter({ link: 'no domain' }),
    contentNotFound: bulk({ action: 'remove', filter: { q: 'nobody_here' }, usernames: undefined }),
    async tooManyContents(scene) {
      const { db } = scene.forum
      await scene.post()
      await scene.forum.member('flooder')
      await sql`insert into comments (post_id, author_id, body)
        select (select max(id) from posts), (select id from users where username = 'flooder'), ''
        from generate_series(0, 20000) n`.execute(db)
      return bulk({ action: 'remove', usernames: undefined, filter: { q: 'flooder' } })(scene)
    },
  },
  changeBulkAction: {
    invalidAdminAction: ({ admin }) => admin.put('/api/_admin/bulk_actions/1', { step: 'explode' }),
    bulkActionNotFound: ({ admin }) => admin.put('/api/_admin/bulk_actions/987654321', { step: 'undo' }),
    async notUndoable(scene) {
      const { username } = await scene.forum.member('logged_out')
      const { id } = (await bulk({ action: 'log_out', usernames: [username] })(scene)).json<BulkAction>()
      return scene.admin.put(`/api/_admin/bulk_actions/${id}`, { step: 'undo' })
    },
  },
  setAdmin: {
    passwordNeeded: (scene) => withoutPassword(scene.forum, () => role(scene.member.username)(scene)),
    userNotFound: role('nobody_here'),
    userDeleted: role('ghost'),
    async userBanned(scene) {
      const banned = await scene.forum.member('banned_by_all')
      await scene.admin.post('/api/_admin/members', { action: 'ban', usernames: [banned.username] })
      return role(banned.username)(scene)
    },
    async lastAdmin(scene) {
      await sql`update users set is_admin = false where id <> ${scene.admin.id}`.execute(scene.forum.db)
      return role(scene.admin.username, { isAdmin: false })(scene)
    },
  },
  listAllComments: { invalidCursor: ({ admin }) => admin.get('/api/comments?next=abc') },
  getSiteSettings: {},
  updateSiteSettings: {
    passwordNeeded: ({ forum, admin }) =>
      withoutPassword(forum, () => admin.put('/api/site_settings', { signupsDisabled: true })),
    ownTorExit: async ({ forum, admin }) => {
      await sql`update ip_block_state set tor_exits = '{127.0.0.1}', tor_exits_version = 1,
        tor_exits_fetched_at = now()`.execute(forum.db)
      await forum.ipBlocks.refresh()
      return admin.put('/api/site_settings', { torBlocked: true })
    },
    settingLocked: async () => {
      const site = await startForum({ JOINING: 'invitation' })
      const keeper = await site.member('keeper', { isAdmin: true })
      const answer = await keeper.put('/api/site_settings', { signupsDisabled: true })
      await site.close()
      return answer
    },
  },
  listSettings: {},
  changeSettings: {
    passwordNeeded: (scene) =>
      withoutPassword(scene.forum, () => changeSettings('privateForum', false)(scene)),
    unknownSetting: changeSettings('motto', 'none'),
    // The forum of this test has RATE_LIMITS=off.
    settingLocked: changeSettings('rateLimits', true),
    invalidSetting: changeSettings('siteName', ''),
  },
  listReportReasons: {},
  changeReportReasons: {
    invalidSetting: ({ admin }) => admin.put('/api/_admin/report_reasons', { reasons: [] }),
  },
  getChecklist: {},
  tickChecklist: {
    invalidChecklistItem: ({ admin }) => admin.post('/api/_admin/checklist', { item: 'everything' }),
  },
  listSettingChanges: {
    invalidCursor: ({ admin }) => admin.get('/api/_admin/setting_changes?next=abc'),
    invalidDay: ({ admin }) => admin.get('/api/_admin/setting_changes?from=yesterday'),
    userNotFound: ({ admin }) => admin.get('/api/_admin/setting_changes?by=nobody_of_this_name'),
  },
}

describeRefusals(endpoints, provocations)
