import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Community } from '../../../contract/entities/community.ts'
import { errors } from '../../../contract/errors.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Client, type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { createItems } from '../../platform/cache/items.ts'
import { getListedCommunities } from './queries.ts'

let forum: Forum
let guest: Client
let member: Member
let founder: Member
const ids: Record<string, string> = {}

beforeAll(async () => {
  forum = await startForum()
  guest = await forum.guest()
  member = await forum.member('visitor_1')
  founder = await forum.member('founder_1', { isAdmin: true })
  for (const name of ['Cats', 'birds', 'Ants', 'bird_song', 'Big_Birds'])
    ids[name] = (await forum.community(name, founder)).id
  const sizes = { Ants: 3, birds: 5, Big_Birds: 9 }
  for (const [name, member_count] of Object.entries(sizes))
    await forum.db.updateTable('communities').set({ member_count }).where('name', '=', name).execute()
  await forum.db
    .updateTable('communities')
    .set({ is_default: true })
    .where('name', 'in', ['Cats', 'Ants'])
    .execute()
  await member.post('/api/_joinCommunity', { communityId: ids.Cats })
})
afterAll(() => forum.close())

const list = async (query: string, who: Client = guest) =>
  (await who.get(`/api/communities${query}`)).json<Community[]>()
const names = async (query: string, who: Client = guest) =>
  (await list(query, who)).map((community) => community.name)

describe('the directory', () => {
  // [ACC-2-030] [ACC-2-029] [ACC-7-025]
  it.each([
    ['new', ['Big_Birds', 'bird_song', 'Ants', 'birds', 'Cats']],
    ['old', ['Cats', 'birds', 'Ants', 'bird_song', 'Big_Birds']],
    // [ACC-2-031] the page asks for this one
    ['size', ['Big_Birds', 'birds', 'Ants', 'Cats', 'bird_song']],
    ['name_asc', ['Ants', 'Big_Birds', 'bird_song', 'birds', 'Cats']],
    ['name_dsc', ['Cats', 'birds', 'bird_song', 'Big_Birds', 'Ants']],
    ['', ['Ants', 'Big_Birds', 'bird_song', 'birds', 'Cats']],
  ])('in the order "%s"', async (sort, expected) => {
    expect(await names(`?sort=${sort}`)).toEqual(expected)
  })

  // [CORE-7-034]
  it('has as many as requested', async () => {
    expect(await names('?sort=size&limit=2')).toEqual(['Big_Birds', 'birds'])
  })

  it.each(['0', '-3', ''])('holds all with the limit "%s"', async (limit) => {
    expect(await names(`?limit=${limit}`)).toHaveLength(5)
  })

  it.each(['99999999999999999999', '10001'])('takes the limit %s', async (limit) => {
    expect(await names(`?limit=${limit}`)).toHaveLength(5)
  })

  it('of a set: the default ones, one’s own, an unknown one', async () => {
    expect(await names('?set=default')).toEqual(['Ants', 'Cats'])
    expect(await names('?set=subscribed', member)).toEqual(['Cats'])
    expect(await names('?set=all', member)).toHaveLength(5)
    expect(await names('?set=hidden')).toEqual([])
  })

  it.each([
    ['a limit that is not a number', '?limit=ten', errors.invalidCommunityLimit],
    ['a limit with a fraction', '?limit=1.5', errors.invalidCommunityLimit],
    ['an unknown order', '?sort=best', errors.invalidCommunitySort],
    ['an order that every object has', '?sort=constructor', errors.invalidCommunitySort],
    ['the subscriptions of a guest', '?set=subscribed', errors.notLoggedIn],
  ])('is refused for %s', async (_case, query, refusal) => {
    expect((await guest.get(`/api/communities${query}`)).json()).toEqual(refusal)
  })

  // [CORE-1-004]
  it('shows members which ones they joined, and guests nothing of the kind', async () => {
    const own = Object.fromEntries((await list('', member)).map((one) => [one.name, one]))
    expect(own.Cats).toMatchObject({ userJoined: true, userMod: false, mods: null, rules: null })
    expect(own.birds).toMatchObject({ userJoined: false, userMod: false })
    expect((await list('', founder)).every((one) => one.userJoined && one.userMod)).toBe(true)
    for (const one of await list('')) {
      expect(one).toMatchObject({ userJoined: null, userMod: null })
      expect(one).not.toHaveProperty('isDefault')
    }
  })

  it('is each member’s own when several ask at the same time', async () => {
    const joined = async (who: typeof member) =>
      (await list('', who)).filter(({ userJoined }) => userJoined).map(({ name }) => name)
    const [own, all, again] = await Promise.all([joined(member), joined(founder), joined(member)])
    expect([own, all.length, again]).toEqual([['Cats'], 5, ['Cats']])
  })

  it('costs one statement, and for members those of the session and of their memberships, once the communities are known', async () => {
    const visitor = (headers: Record<string, string>) =>
      forum.app.inject({ url: '/api/communities', headers: { 'sec-fetch-site': 'same-origin', ...headers } })
    expect(await countQueries(forum.database, () => visitor({}))).toBe(1)
    await member.get('/api/communities')
    expect(await countQueries(forum.database, () => member.get('/api/communities'))).toBe(3)
  })
})

it('the directory, read for everyone a moment ago, shows a member at once what they did', async () => {
  const cached = await startForum({ GUEST_CACHE_SECONDS: '3600' })
  try {
    const { id: communityId } = await cached.community('Owls')
    const joiner = await cached.member('joiner')
    const owls = async () => (await joiner.get('/api/communities')).json<Community[]>()[0]
    expect(await owls()).toMatchObject({ userJoined: false, noMembers: 1 })
    await joiner.post('/api/_joinCommunity', { communityId })
    expect(await owls()).toMatchObject({ userJoined: true, noMembers: 2 })
    await joiner.post('/api/_joinCommunity', { communityId, leave: true })
    expect(await owls()).toMatchObject({ userJoined: false, noMembers: 1 })
  } finally {
    await cached.close()
  }
})

describe('searching communities', () => {
  // [ACC-2-032]
  it('finds names that contain the text: the exact one first, then those that begin with it, then the largest', async () => {
    expect(await names('?q=birds')).toEqual(['birds', 'Big_Birds'])
    expect(await names('?q=BIRD')).toEqual(['birds', 'bird_song', 'Big_Birds'])
    expect(await names('?q=b')).toEqual(['Big_Birds', 'birds', 'bird_song'])
  })

  it('puts those that a member joined before the others, after the exact one', async () => {
    const reader = await forum.member('reader_1')
    await reader.post('/api/_joinCommunity', { communityId: ids.Big_Birds })
    await reader.post('/api/_joinCommunity', { communityId: ids.bird_song })
    expect(await names('?q=bird', reader)).toEqual(['bird_song', 'Big_Birds', 'birds'])
    expect(await names('?q=birds', reader)).toEqual(['birds', 'Big_Birds'])
    for (const id of [ids.Big_Birds, ids.bird_song])
      await reader.post('/api/_joinCommunity', { communityId: id, leave: true })
  })

  it('takes wildcards and other special characters literally', async () => {
    expect(await names('?q=_')).toEqual(['Big_Birds', 'bird_song'])
    expect(await names('?q=%25')).toEqual([])
    expect(await names('?q=%5C')).toEqual([])
    expect(await names("?q='")).toEqual([])
  })

  it('ignores set, order and limit', async () => {
    expect(await names('?q=bird&set=subscribed&sort=best&limit=x')).toHaveLength(3)
  })

  // [CORE-9-009]
  it('returns at most ten', async () => {
    for (let n = 0; n < 11; n += 1) await forum.community(`moss_${n}`, founder)
    expect(await names('?q=moss')).toHaveLength(10)
    await forum.db.deleteFrom('communities').where('name', 'like', 'moss%').execute()
  })

  it('returns the whole directory for a blank query', async () => {
    expect(await names('?q=%20')).toHaveLength(5)
  })
})

describe('one community', () => {
  beforeAll(async () => {
    const rule = { community_id: ids.birds as string, created_by: founder.id }
    await forum.db
      .insertInto('community_rules')
      .values([
        { ...rule, rule: 'Second', description: null, z_index: 2 },
        { ...rule, rule: 'First', description: 'Be *kind*', z_index: 1 },
        { ...rule, rule: 'Third', description: null, z_index: 2 },
      ])
      .execute()
    const mod = { community_id: ids.birds as string, user_id: member.id, position: 1 }
    await forum.db.insertInto('moderators').values(mod).execute()
  })

  // [CORE-7-035] [ACC-3-013] [ACC-2-039]
  it('is found by its id and by its name in any case, with moderators and rules', async () => {
    const byId = (await guest.get(`/api/communities/${ids.birds}`)).json<Community>()
    const byName = (await guest.get('/api/communities/BIRDS?byName=true')).json<Community>()
    expect(byName).toEqual(byId)
    expect(byId).toMatchObject({
      id: ids.birds,
      name: 'birds',
      noMembers: 5,
      isDefault: false,
      userJoined: null,
      userMod: null,
    })
    expect(byId.mods?.map((mod) => [mod.id, mod.username])).toEqual([
      [founder.id, 'founder_1'],
      [member.id, 'visitor_1'],
    ])
    expect(byId.rules?.map((rule) => rule.rule)).toEqual(['First', 'Second', 'Third'])
    expect((await guest.get(`/api/communities/${ids.Cats}`)).json().isDefault).toBe(true)
  })

  // [ACC-7-045] [ACC-2-040]
  it('is found by its name however `true` is written', async () => {
    for (const byName of ['TRUE', 'True'])
      expect((await guest.get(`/api/communities/birds?byName=${byName}`)).json()).toMatchObject({
        id: ids.birds,
      })
    const change = { about: 'All about birds' }
    const response = await founder.put('/api/communities/birds?byName=True', change)
    expect(response.json()).toMatchObject({ id: ids.birds, ...change })
  })

  it('has a call for its rules alone', async () => {
    const [first] = (await guest.get(`/api/communities/${ids.birds}/rules`)).json()
    expect(first).toEqual({
      id: expect.any(Number),
      rule: 'First',
      ruleHtml: 'First',
      description: 'Be *kind*',
      descriptionHtml: '<p>Be <em>kind</em></p>\n',
      communityId: ids.birds,
      zIndex: 1,
      createdBy: founder.id,
      createdAt: expect.stringMatching(/Z$/),
    })
    expect((await guest.get(`/api/communities/${ids.Cats}/rules`)).json()).toEqual([])
  })

  // [ACC-2-041]
  it('has a call for its moderators alone, the highest first', async () => {
    const mods = (await guest.get(`/api/communities/${ids.birds}/mods`)).json<{ username: string }[]>()
    expect(mods.map((mod) => mod.username)).toEqual(['founder_1', 'visitor_1'])
  })

  // [ACC-2-038]
  it('renders its description only for our own pages', async () => {
    const address = `/api/communities/${ids.birds}`
    expect((await guest.get(address)).json()).not.toHaveProperty('aboutHtml')
    expect((await guest.get(`${address}?render=page`)).json().aboutHtml).toBe('<p>All about birds</p>\n')
  })

  it('renders again what an older renderer made', async () => {
    await forum.db
      .updateTable('communities')
      .set({ about_html: '<p>of old</p>', about_renderer: 0 })
      .where('name', '=', 'Ants')
      .execute()
    const response = await guest.get(`/api/communities/${ids.Ants}?render=page`)
    expect(response.json().aboutHtml).toBe('<p>All about Ants</p>\n')
  })

  it('costs one statement', async () => {
    const visit = () =>
      forum.app.inject({
        url: `/api/communities/${ids.birds}?render=page`,
        headers: { 'sec-fetch-site': 'none' },
      })
    expect(await countQueries(forum.database, visit)).toBe(1)
  })

  // [ACC-2-047]
  it.each([
    ['an unknown id', '/999999', errors.communityNotFound],
    ['an unknown name', '/nowhere?byName=true', errors.communityNotFound],
    [
      'a name that is long and strange',
      `/${'%F0%9F%90%9D'.repeat(40)}?byName=true`,
      errors.communityNotFound,
    ],
    ['a name where an id is expected', '/birds', errors.invalidId],
    ['the rules of an unknown one', '/999999/rules', errors.communityNotFound],
    ['the moderators of an unknown one', '/999999/mods', errors.communityNotFound],
    ['the rules of a malformed id', '/birds/rules', errors.invalidId],
  ])('is not found for %s', async (_case, path, refusal) => {
    expect((await guest.get(`/api/communities${path}`)).json()).toEqual(refusal)
  })

  it('that was deleted is gone from everywhere', async () => {
    const { id } = await forum.community('short_lived', founder)
    await forum.db.updateTable('communities').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    expect(await names('')).not.toContain('short_lived')
    expect(await names('?q=short_lived')).toEqual([])
    expect((await guest.get(`/api/communities/${id}`)).statusCode).toBe(404)
    expect((await member.post('/api/_joinCommunity', { communityId: id })).statusCode).toBe(404)
    expect((await member.post('/api/_joinCommunity', { communityId: id, leave: true })).statusCode).toBe(404)
  })
})

it('a community that a replica has in an old version is not kept as the new one', async () => {
  const id = stored((await forum.community('late', founder)).id)
  const services = { db: forum.db, items: createItems() }
  const state = { userJoined: null, userMod: null, isMuted: false }
  const textOf = async () => (await getListedCommunities(services, [`${id} 1`], () => state)).text
  expect(await textOf()).not.toContain('The new text')
  await forum.db.updateTable('communities').set({ about: 'The new text' }).where('id', '=', id).execute()
  expect(await textOf()).toContain('The new text')
})
