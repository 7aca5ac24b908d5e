import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors, withName } from '../../../contract/errors.ts'
import { reservedCommunityNames } from '../../../contract/reservedNames.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { creationRefusal } from '../../core/communities/policy.ts'

let forum: Forum
let admin: Member
beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
})
afterAll(() => forum.close())

const countCommunities = async () => (await forum.db.selectFrom('communities').select('id').execute()).length

describe('creating a community', () => {
  // [ACC-7-026] [ACC-7-027] [ACC-3-010] [CORE-3-032]
  it('answers with the community, whose creator is member and moderator', async () => {
    const response = await admin.post('/api/communities', { name: ' Bee_Keeping ', about: '\nOf *bees*. ' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      id: expect.stringMatching(/^\d+$/),
      userId: admin.id,
      name: 'Bee_Keeping',
      nsfw: false,
      about: 'Of *bees*.',
      noMembers: 1,
      proPic: null,
      bannerImage: null,
      postingRestricted: false,
      createdAt: expect.stringMatching(/Z$/),
      deletedAt: null,
      userJoined: true,
      userMod: true,
      isMuted: false,
      mods: null,
      rules: null,
      ReportsDetails: null,
    })
    const url = '/api/communities/bee_keeping?byName=true&render=page'
    expect((await admin.get(url)).json()).toMatchObject({
      noMembers: 1,
      userJoined: true,
      userMod: true,
      aboutHtml: '<p>Of <em>bees</em>.</p>\n',
      mods: [{ id: admin.id, username: 'the_admin' }],
      rules: [],
      isDefault: false,
    })
  })

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['null', null],
    ['spaces', '  \n '],
  ])('keeps %s as no description', async (what, about) => {
    const name = `none_${what.replaceAll(' ', '_')}`
    expect((await admin.post('/api/communities', { name, about })).json().about).toBeNull()
  })

  it('cuts the description at 2000 characters', async () => {
    const response = await admin.post('/api/communities', { name: 'talkative', about: '🐝'.repeat(2001) })
    expect(response.json().about).toBe('🐝'.repeat(2000))
  })

  it('costs a transaction of four statements beyond the session', async () => {
    const post = () => admin.post('/api/communities', { name: 'cheap_one' })
    expect(await countQueries(forum.database, post)).toBe(7)
  })
})

describe('creating several communities', () => {
  const create = (communities: readonly object[], who = admin) =>
    who.post('/api/_admin/communities', { communities })
  const named = (...names: string[]) => names.map((name) => ({ name, about: `About ${name}.` }))

  // [ACC-7-080]
  it('answers with all of them in their order; the creator is member and moderator of each', async () => {
    const answer = await create(named('Market', 'Allotments', 'buses'))
    expect(answer.json()).toMatchObject([
      { name: 'Market', about: 'About Market.', noMembers: 1, userJoined: true, userMod: true },
      { name: 'Allotments' },
      { name: 'buses' },
    ])
    const logged = await forum.db
      .selectFrom('moderation_log')
      .innerJoin('communities', 'communities.id', 'moderation_log.community_id')
      .where('action', '=', 'create_community')
      .where('name', 'in', ['Market', 'Allotments', 'buses'])
      .select('name')
      .execute()
    expect(logged).toHaveLength(3)
  })

  // [ACC-7-081]
  it.each([
    ['one that exists', named('willow', 'MARKET'), withName(errors.communityExists, 'MARKET')],
    ['one that stands twice', named('willow', 'Willow'), withName(errors.communityExists, 'Willow')],
    ['a name that is none', named('willow', 'a'), errors.communityNameTooShort],
    [
      'more than twenty',
      named(...Array.from({ length: 21 }, (_, n) => `willow_${n}`)),
      errors.tooManyCommunitiesAtOnce,
    ],
  ])('creates none with %s', async (_what, communities, refusal) => {
    const before = await countCommunities()
    expect((await create(communities)).json()).toEqual(refusal)
    expect(await countCommunities()).toBe(before)
  })

  it('of none answers with none', async () => {
    expect((await create([])).json()).toEqual([])
  })

  it('costs a transaction of four statements beyond the session', async () => {
    const post = () => create(named('cheap_two', 'cheap_three'))
    expect(await countQueries(forum.database, post)).toBe(7)
  })
})

describe('a name is refused', () => {
  it.each([
    ['when it is empty', '  ', errors.communityNameEmpty],
    ['when it is missing', undefined, errors.communityNameEmpty],
    ['[ACC-5-023] with two characters', 'ab', errors.communityNameTooShort],
    ['[ACC-5-025] with 22 characters', 'a'.repeat(22), errors.communityNameTooLong],
    ['with a space', 'two words', errors.communityNameCharacters],
    ['with a dash', 'two-words', errors.communityNameCharacters],
    ['with other letters', 'Bienen_Züchter', errors.communityNameCharacters],
    ['when it is the path of a page', 'Settings', errors.communityNameReserved],
    ['when it stands for the site', 'Moderators', errors.communityNameOfficial],
    ['when it looks like that', 'root_admln', errors.communityNameOfficial],
  ])('%s', async (_case, name, refusal) => {
    const before = await countCommunities()
    expect((await admin.post('/api/communities', { name, about: '' })).json()).toEqual(refusal)
    expect(await countCommunities()).toBe(before)
  })

  it.each(['abc', 'z'.repeat(21)])('but not %s', async (name) => {
    expect((await admin.post('/api/communities', { name, about: '' })).statusCode).toBe(200)
  })

  // [ACC-8-007]
  it('when a community has it in any case', async () => {
    await admin.post('/api/communities', { name: 'Once_Only' })
    expect((await admin.post('/api/communities', { name: 'once_ONLY' })).json()).toEqual(
      withName(errors.communityExists, 'once_ONLY'),
    )
  })

  it('for all but one of several concurrent calls', async () => {
    const wish = () => admin.post('/api/communities', { name: 'wanted' })
    const statuses = (await Promise.all([wish(), wish(), wish(), wish()])).map(
      (response) => response.statusCode,
    )
    expect(statuses.sort()).toEqual([200, 409, 409, 409])
  })

  it('without looking at upper and lower case where it is reserved', () => {
    for (const name of reservedCommunityNames) expect(name).toMatch(/^[0-9a-z_]{3,21}$/)
  })

  // [ACC-5-024]
  it('forever: no call changes the name of a community', async () => {
    const { id } = (await admin.post('/api/communities', { name: 'steadfast' })).json()
    await admin.put(`/api/communities/${id}`, { name: 'changed' })
    expect((await admin.get(`/api/communities/${id}`)).json().name).toBe('steadfast')
  })
})

describe('who may create communities', () => {
  it('is checked after the name', async () => {
    const member = await forum.member('curious')
    expect((await member.post('/api/communities', { name: 'x' })).json().code).toBe('invalid-community-name')
  })

  it('never guests', async () => {
    expect((await (await forum.guest()).post('/api/communities', { name: 'guests' })).json()).toEqual(
      errors.notLoggedIn,
    )
  })

  // [CORE-6-018]
  it('only admins, by default', async () => {
    const member = await forum.member('hopeful', { points: 1_000_000 })
    expect((await member.get('/api/_initial')).json().communityCreationOpen).toBe(false)
    expect((await member.post('/api/communities', { name: 'hopes' })).json()).toEqual(errors.notAdmin)
  })

  const open = {
    communityCreation: 'members',
    communityCreationPoints: 10,
    communitiesModeratedMax: 2,
    trustForLinks: '0',
    trustForImages: '0',
    trustForMentions: '0',
    trustForMessages: '0',
    trustForCommunities: '1',
  } as const
  const member = { isAdmin: false, points: 10, trust: 1, moderates: new Set(['1']) }
  it.each([
    ['members with enough points', member, open, null],
    // [ACC-5-027] [ACC-8-008]
    ['not members with fewer points', { ...member, points: 9 }, open, errors.notEnoughPointsForCommunity],
    // [ACC-8-009]
    [
      'not members who moderate enough of them',
      { ...member, moderates: new Set(['1', '2']) },
      open,
      errors.tooManyCommunities,
    ],
    [
      'admins however few points they have and however many they moderate',
      { isAdmin: true, points: 1, trust: 0, moderates: new Set(['1', '2']) },
      open,
      null,
    ],
    [
      'not members who are trusted too little',
      { ...member, trust: 0 },
      open,
      expect.objectContaining({ code: errors.trustTooLow.code }),
    ],
    [
      'not members where only admins do',
      member,
      { ...open, communityCreation: 'admins' as const },
      errors.notAdmin,
    ],
  ])('%s', (_case, who, rules, refusal) => {
    expect(creationRefusal(who, rules)).toEqual(refusal)
  })

  it('members up to the configured number, also with concurrent calls', async () => {
    const site = await startForum({ COMMUNITY_CREATION: 'members', COMMUNITIES_MODERATED_MAX: '2' })
    const eager = await site.member('eager', { points: 10 })
    const names = ['one_nest', 'two_nests', 'three_nests', 'four_nests']
    const answers = await Promise.all(names.map((name) => eager.post('/api/communities', { name })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
    const refused = answers.filter(({ statusCode }) => statusCode !== 200)
    for (const answer of refused) expect(answer.json()).toEqual(errors.tooManyCommunities)
    expect(await site.db.selectFrom('communities').select('id').execute()).toHaveLength(2)
    await site.close()
  })

  it('nobody who was an admin only when the request began', async () => {
    const former = await forum.member('former', { isAdmin: true })
    const before = await countCommunities()
    const { asked } = await forum.db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set({ is_admin: false }).where('id', '=', former.id).execute()
      const asked = former.post('/api/communities', { name: 'too_late' })
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      return { asked }
    })
    expect((await asked).json()).toEqual(errors.notAdmin)
    expect(await countCommunities()).toBe(before)
  })

  it('members with enough points below the limit, if the setting allows it', async () => {
    const site = await startForum({ COMMUNITY_CREATION: 'members', COMMUNITIES_MODERATED_MAX: '1' })
    const poor = await site.member('poor_1', { points: 9 })
    const rich = await site.member('rich_1', { points: 10 })
    const create = async (who: Member, name: string) => (await who.post('/api/communities', { name })).json()
    expect(await create(poor, 'poor_house')).toEqual(errors.notEnoughPointsForCommunity)
    expect(await create(rich, 'rich_house')).toMatchObject({ name: 'rich_house', userMod: true })
    expect(await create(rich, 'rich_barn')).toEqual(errors.tooManyCommunities)
    expect((await rich.get('/api/_initial')).json().communityCreationOpen).toBe(true)
    await site.close()
  })
})
