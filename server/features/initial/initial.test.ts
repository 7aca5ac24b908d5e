import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Community } from '../../../contract/entities/community.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Client, type Forum, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum({ MEDIA_POST_POINTS: '5' })
  for (const name of ['Zebras', 'apples', 'Moss']) await forum.community(name)
  await forum.db.updateTable('communities').set({ is_default: true }).where('name', '!=', 'Moss').execute()
})
afterAll(() => forum.close())

describe('the initial data of an application', () => {
  // [CORE-3-029] [CORE-3-030] [CORE-7-004]
  it('for a guest', async () => {
    const initial = (await (await forum.guest()).get('/api/_initial')).json()
    expect(initial).toEqual({
      signupsDisabled: false,
      reportReasons: [
        { id: 1, title: 'Breaks community rules', description: null },
        { id: 2, title: 'Copyright violation', description: null },
        { id: 3, title: 'Spam', description: null },
        { id: 4, title: 'Pornography', description: null },
      ],
      user: null,
      lists: [],
      communities: [expect.objectContaining({ name: 'apples' }), expect.objectContaining({ name: 'Zebras' })],
      noUsers: 5,
      bannedFrom: null,
      bans: null,
      moderates: null,
      vapidPublicKey: '',
      mail: false,
      mutes: { communityMutes: [], userMutes: [] },
      imagePostSubmitReqPoints: 5,
      linkPostSubmitReqPoints: 5,
      imagesPerPost: 10,
      // [CORE-2-096] unless configured otherwise
      uploadMaxMib: 25,
      defaultFeedSort: 'hot',
      captcha: 'off',
      hcaptchaSiteKey: '',
      communityCreationOpen: false,
      awaitsFirstAdmin: false,
      welcome: '',
      joining: 'open',
      approvalQuestions: [],
      emailNeeded: false,
      confirmedEmailToPost: false,
      termsToAccept: '',
      ageToDeclare: 0,
      membersMayInvite: false,
      privateForum: false,
      hasCommunities: true,
      showsChecklist: false,
    })
  })

  it('for a member: their own account, lists, communities and bans', async () => {
    const member = await forum.member('regular')
    const moss = (await member.get('/api/communities/moss?byName=true')).json()
    await member.post('/api/_joinCommunity', { communityId: moss.id })
    const ban = { community_id: moss.id, user_id: member.id }
    await forum.db.insertInto('community_bans').values(ban).execute()
    const initial = (await member.get('/api/_initial')).json()
    expect(initial).toMatchObject({
      user: { id: member.id, username: 'regular', moddingList: null },
      lists: [{ name: 'bookmarks', username: 'regular' }],
      bannedFrom: [moss.id],
      moderates: [],
    })
    expect(initial.communities).toMatchObject([
      { name: 'apples', userJoined: null, userMod: null },
      { name: 'Moss' },
      { name: 'Zebras' },
    ])
  })

  it('for a moderator: the communities that they moderate', async () => {
    const moderator = await forum.member('warden')
    const moss = (await moderator.get('/api/communities/moss?byName=true')).json()
    await forum.db
      .insertInto('moderators')
      .values({ community_id: moss.id, user_id: moderator.id, position: 5 })
      .execute()
    expect((await moderator.get('/api/_initial')).json().moderates).toEqual([moss.id])
  })

  it('contains only bans in force', async () => {
    const member = await forum.member('patient')
    const [first, second] = (await member.get('/api/communities')).json()
    await forum.db
      .insertInto('community_bans')
      .values([
        { community_id: first.id, user_id: member.id, expires_at: new Date(0) },
        { community_id: second.id, user_id: member.id, expires_at: '9999-01-01' },
      ])
      .execute()
    expect((await member.get('/api/_initial')).json().bannedFrom).toEqual([second.id])
  })

  it('contains the list with the latest addition first', async () => {
    const member = await forum.member('curator')
    await forum.db
      .insertInto('lists')
      .values([
        { user_id: member.id, name: 'old_1', display_name: 'Old', last_updated_at: new Date(0) },
        { user_id: member.id, name: 'new_1', display_name: 'New', last_updated_at: '9999-01-01' },
      ])
      .execute()
    const { lists } = (await member.get('/api/_initial')).json()
    expect(lists.map((list: { name: string }) => list.name)).toEqual(['new_1', 'bookmarks', 'old_1'])
  })

  it('shows each member a community as it is now, and as muted only to those who muted it', async () => {
    const [one, other] = [await forum.member('muting_1'), await forum.member('muting_2')]
    const shown = async (member: Client) =>
      (await member.get('/api/_initial')).json().communities.find(({ name }: Community) => name === 'apples')
    const before = await shown(other)
    expect(before).toMatchObject({ isMuted: false })
    await one.post('/api/mutes', { communityId: before.id })
    expect(await shown(one)).toEqual({ ...before, isMuted: true })
    expect(await shown(other)).toEqual(before)
    await forum.db
      .updateTable('communities')
      .set({ about: 'Only "ripe" ones' })
      .where('name', '=', 'apples')
      .execute()
    const after = { ...before, about: 'Only "ripe" ones' }
    expect(await shown(one)).toEqual({ ...after, isMuted: true })
    expect(await shown(other)).toEqual(after)
  })

  it('takes one statement, and for members three at most with that of the session, once their communities are known', async () => {
    const asBrowser = { 'sec-fetch-site': 'none' }
    const visit = () => forum.app.inject({ url: '/api/_initial', headers: asBrowser })
    expect(await countQueries(forum.database, visit)).toBe(1)
    const member = await forum.member('frugal_2')
    await member.get('/api/_initial')
    expect(await countQueries(forum.database, () => member.get('/api/_initial'))).toBe(3)
  })
})

describe('where no community is a default one', () => {
  let plain: Forum
  beforeAll(async () => {
    plain = await startForum()
  })
  afterAll(() => plain.close())

  // [CORE-2-251]
  it('guests see the ten largest by name, but only default ones once there are some', async () => {
    const guest = await plain.guest()
    const shown = async () => {
      const { communities } = (await guest.get('/api/_initial')).json()
      return communities.map(({ name }: { name: string }) => name)
    }
    expect(await shown()).toEqual([])
    const names = Array.from({ length: 12 }, (_, n) => `plot_${String.fromCharCode(97 + n)}`)
    for (const name of names) await plain.community(name)
    await plain.db.updateTable('communities').set({ member_count: 9 }).where('name', '!=', 'plot_c').execute()
    await plain.db
      .updateTable('communities')
      .set({ deleted_at: new Date() })
      .where('name', '=', 'plot_f')
      .execute()
    expect(await shown()).toEqual(names.filter((name) => name !== 'plot_c' && name !== 'plot_f'))
    await plain.db.updateTable('communities').set({ is_default: true }).where('name', '=', 'plot_c').execute()
    expect(await shown()).toEqual(['plot_c'])
  })
})
