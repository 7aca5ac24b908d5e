import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Client, type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let stranger: Member
let admin: Member
let guest: Client
let made = 0

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  stranger = await forum.member('stranger')
  guest = await forum.guest()
})
afterAll(() => forum.close())

interface ListJson {
  id: number
  name: string
  numItems: number
}

/** A new member, with the list that everyone has and one named `Wrens`. */
async function startOwner(wrens: object = {}) {
  const owner = await forum.member(`Owner_${++made}`)
  const lists = `/api/users/${owner.username}/lists`
  const create = (fields: object, query = '') => owner.post(`${lists}${query}`, fields)
  await create({ name: 'Wrens', ...wrens })
  const find = async (name: string) =>
    (await owner.get(lists)).json<ListJson[]>().find((list) => list.name === name) as ListJson
  const { id } = await find('Wrens')
  return { owner, lists, create, find, wrens: id, byName: `${lists}/wrens`, byId: `/api/lists/${id}` }
}
const names = (lists: ListJson[]) => lists.map((list) => list.name)

describe('a new account', () => {
  it('[ACC-1-005] has one private list, for bookmarks', async () => {
    const member = await forum.member('newcomer')
    expect((await member.get('/api/users/newcomer/lists')).json()).toMatchObject([
      { name: 'bookmarks', displayName: 'Bookmarks', public: false, numItems: 0 },
    ])
  })
})

describe('making a list', () => {
  // [ACC-7-016] [ACC-6-002] [ACC-3-005] [ACC-3-007]
  it('[CORE-1-011] answers with all lists of its owner, the newest first', async () => {
    const { owner, create } = await startOwner()
    const answer = await create({
      name: 'field_notes',
      displayName: 'Field notes',
      description: 'Seen.',
      public: true,
    })
    expect(answer.statusCode).toBe(200)
    expect(names(answer.json())).toEqual(['field_notes', 'Wrens', 'bookmarks'])
    expect(answer.json()[0]).toEqual({
      id: expect.any(Number),
      name: 'field_notes',
      displayName: 'Field notes',
      description: 'Seen.',
      public: true,
      numItems: 0,
      userId: owner.id,
      username: owner.username,
      sort: 'addedDsc',
      createdAt: expect.stringMatching(/^20.*Z$/),
      lastUpdatedAt: expect.stringMatching(/^20.*Z$/),
    })
  })

  it('needs only a name, which is also shown', async () => {
    const { create } = await startOwner()
    expect((await create({ name: ' Owls ' })).json()[0]).toMatchObject({
      name: 'Owls',
      displayName: 'Owls',
      description: null,
      public: false,
    })
    expect(
      (await create({ name: 'hawks', displayName: null, description: '', public: null })).json()[0],
    ).toMatchObject({
      displayName: 'hawks',
      description: null,
      public: false,
    })
  })

  it('cuts what is too long, by characters', async () => {
    const { create } = await startOwner()
    const [list] = (
      await create({ name: 'long', displayName: '🪶'.repeat(60), description: 'é'.repeat(10_001) })
    ).json()
    expect(list.displayName).toBe('🪶'.repeat(50))
    expect(list.description).toBe('é'.repeat(10_000))
  })

  it.each([
    ['', errors.listNameEmpty],
    ['  ', errors.listNameEmpty],
    ['ab', errors.listNameTooShort],
    ['a'.repeat(22), errors.listNameTooLong],
    ['two words', errors.listNameCharacters],
    ['vögel', errors.listNameCharacters],
  ])('[ACC-5-017] [ACC-5-021] is refused for the name "%s"', async (name, refusal) => {
    const { owner, create, lists } = await startOwner()
    expect((await create({ name })).json()).toEqual(refusal)
    expect((await owner.get(lists)).json()).toHaveLength(2)
  })

  it('[ACC-5-018] is refused for a name that another list of the same user has, in any case', async () => {
    const { owner, create, lists } = await startOwner()
    expect((await create({ name: 'WRENS' })).json()).toEqual(errors.listExists)
    expect((await owner.get(lists)).json()).toHaveLength(2)
    // Someone else's does not prevent it.
    expect((await startOwner()).wrens).toBeGreaterThan(0)
  })

  it('of one name ten times at once makes one', async () => {
    const { owner, create, lists } = await startOwner()
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ name: 'owls' })))
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, ...Array(9).fill(409)])
    expect((await owner.get(lists)).json()).toHaveLength(3)
  })

  it('for someone else is refused, before the name is checked', async () => {
    const { lists } = await startOwner()
    for (const who of [stranger, admin])
      expect((await who.post(lists, { name: '' })).json()).toEqual(errors.notYourList)
    expect((await guest.post(lists, { name: '' })).json()).toEqual(errors.notLoggedIn)
    expect((await guest.post('/api/users/nobody_here/lists', { name: '' })).json()).toEqual(
      errors.userNotFound,
    )
  })

  it('with an unknown order or filter is refused', async () => {
    const { owner, create, lists } = await startOwner()
    expect((await create({ name: 'owls' }, '?sort=size')).json()).toEqual(errors.invalidListsSort)
    expect((await create({ name: 'owls' }, '?filter=mine')).json()).toEqual(errors.invalidListsFilter)
    expect((await owner.get(lists)).json()).toHaveLength(2)
  })
})

describe('the lists of a user', () => {
  async function startMany() {
    const { owner, create, lists } = await startOwner({ public: true })
    await create({ name: 'ducks' })
    await create({ name: 'Auks', public: true })
    const read = async (who: Client, query = '') => names((await who.get(`${lists}${query}`)).json())
    return { owner, lists, read }
  }

  it('[ACC-7-015] are sorted by their latest addition or by name', async () => {
    const { owner, read } = await startMany()
    const byAddition = ['Auks', 'ducks', 'Wrens', 'bookmarks']
    for (const query of ['', '?sort=', '?sort=lastAdded', '?sort=lastAdded&filter=all'])
      expect(await read(owner, query)).toEqual(byAddition)
    expect(await read(owner, '?sort=name')).toEqual(['Auks', 'bookmarks', 'ducks', 'Wrens'])
  })

  it('are selected for their owner; to others there are only public ones', async () => {
    const { owner, read } = await startMany()
    expect(await read(owner, '?filter=public')).toEqual(['Auks', 'Wrens'])
    expect(await read(owner, '?filter=private')).toEqual(['ducks', 'bookmarks'])
    for (const who of [stranger, admin, guest]) {
      expect(await read(who)).toEqual(['Auks', 'Wrens'])
      expect(await read(who, '?filter=public')).toEqual(['Auks', 'Wrens'])
      expect(await read(who, '?filter=private')).toEqual([])
    }
  })

  it('are found by the name of their owner in any letter case', async () => {
    const { owner, lists } = await startMany()
    const shouted = await owner.get(lists.replace(owner.username, owner.username.toUpperCase()))
    expect(shouted.json()).toHaveLength(4)
  })

  it.each([
    ['?sort=size', errors.invalidListsSort],
    ['?sort=toString', errors.invalidListsSort],
    ['?filter=mine', errors.invalidListsFilter],
  ])('cannot be asked for with %s', async (query, refusal) => {
    const { owner, lists } = await startOwner()
    expect((await owner.get(`${lists}${query}`)).json()).toEqual(refusal)
  })

  it('of an unknown user are not found', async () => {
    expect((await guest.get('/api/users/nobody_here/lists')).json()).toEqual(errors.userNotFound)
  })
})

// Both URLs do the same.
describe.each(['byName', 'byId'] as const)('a list, requested %s,', (address) => {
  it('[ACC-7-017] [ACC-3-006] is shown to its owner', async () => {
    const { owner, wrens, ...at } = await startOwner()
    const answer = await owner.get(at[address])
    expect(answer.json()).toMatchObject({
      id: wrens,
      name: 'Wrens',
      userId: owner.id,
      username: owner.username,
    })
  })

  it('is shown to everyone when it is public', async () => {
    const { owner, ...at } = await startOwner({ public: true })
    const shown = (await owner.get(at[address])).json()
    expect(shown).toMatchObject({ name: 'Wrens', public: true })
    for (const who of [stranger, admin, guest]) expect((await who.get(at[address])).json()).toEqual(shown)
  })

  it('does not exist for others when it is private, in any call', async () => {
    const { owner, ...at } = await startOwner()
    const url = at[address]
    for (const who of [stranger, admin, guest]) {
      for (const path of [url, `${url}/items`])
        expect((await who.get(path)).json()).toEqual(errors.listNotFound)
      const answers = [
        await who.put(url, { public: true }),
        await who.delete(url),
        await who.post(`${url}/items`, { targetId: '1', targetType: 'post' }),
        await who.delete(`${url}/items`, { targetId: '1', targetType: 'post' }),
        await who.delete(`${url}/items`),
      ]
      const refusal = who === guest ? errors.notLoggedIn : errors.listNotFound
      for (const answer of answers) expect(answer.json()).toEqual(refusal)
    }
    expect((await owner.get(url)).json()).toMatchObject({ public: false })
  })

  it('that does not exist gets the same answer for writes of guests as a private one', async () => {
    const { owner, ...at } = await startOwner()
    await owner.delete(at[address])
    expect((await guest.put(at[address], { public: true })).json()).toEqual(errors.notLoggedIn)
    expect((await guest.get(at[address])).json()).toEqual(errors.listNotFound)
  })

  it('is only changed by its owner when it is public', async () => {
    const { owner, ...at } = await startOwner({ public: true })
    const url = at[address]
    for (const [who, refusal] of [
      [stranger, errors.notListOwner],
      [admin, errors.notListOwner],
      [guest, errors.notLoggedIn],
    ] as const) {
      const answers = [
        await who.put(url, { name: '' }),
        await who.delete(url),
        await who.post(`${url}/items`, {}),
        await who.delete(`${url}/items`),
      ]
      for (const answer of answers) expect(answer.json()).toEqual(refusal)
    }
    expect((await owner.get(url)).json()).toMatchObject({ name: 'Wrens' })
  })

  it('[ACC-7-021] changes the given fields and keeps the others', async () => {
    const { owner, byId: _id, byName: _name, ...rest } = await startOwner({ description: 'Small.' })
    const at = { byId: `/api/lists/${rest.wrens}`, byName: `${rest.lists}/Wrens` }
    const put = async (change: object) => (await owner.put(at[address], change)).json()
    expect(await put({ displayName: 'All wrens' })).toMatchObject({
      name: 'Wrens',
      displayName: 'All wrens',
      description: 'Small.',
      public: false,
      sort: 'addedDsc',
    })
    expect(await put({ public: true, sort: 'createdAsc', description: null })).toMatchObject({
      displayName: 'All wrens',
      description: null,
      public: true,
      sort: 'createdAsc',
    })
    const unchanged = (await owner.get(at[address])).json()
    expect(await put({})).toEqual(unchanged)
    expect(await put({ name: null, displayName: '', public: null })).toEqual(unchanged)
    // The whole list, as clients send it.
    expect(await put({ ...unchanged, id: 1, userId: '1', numItems: 7 })).toEqual(unchanged)
    expect(await put({ name: 'little_wrens' })).toEqual({ ...unchanged, name: 'little_wrens' })
  })

  it('[ACC-5-020] may keep its name, also with other upper and lower case', async () => {
    const { owner, ...at } = await startOwner()
    expect((await owner.put(at[address], { name: 'Wrens' })).json()).toMatchObject({ name: 'Wrens' })
    expect((await owner.put(at[address], { name: 'wrenS' })).json()).toMatchObject({ name: 'wrenS' })
  })

  it.each([
    [{ name: '' }, errors.listNameEmpty],
    [{ name: 'ab' }, errors.listNameTooShort],
    [{ name: 'Bookmarks' }, errors.listExists],
    [{ sort: 'best' }, errors.invalidListItemSort],
    [{ public: 'yes' }, errors.invalidJson],
  ])('is not changed by %o', async (change, refusal) => {
    const { owner, ...at } = await startOwner()
    const before = (await owner.get(at[address])).json()
    expect((await owner.put(at[address], change)).json()).toEqual(refusal)
    expect((await owner.get(at[address])).json()).toEqual(before)
  })

  it('[ACC-7-018] is deleted with its items by its owner', async () => {
    const { owner, lists, ...at } = await startOwner()
    const before = (await owner.get(at[address])).json()
    const answer = await owner.delete(at[address])
    expect(answer.json()).toEqual(before)
    expect((await owner.get(at[address])).json()).toEqual(errors.listNotFound)
    expect((await owner.delete(at[address])).json()).toEqual(errors.listNotFound)
    expect(names((await owner.get(lists)).json())).toEqual(['bookmarks'])
  })
})

describe('the path of a list', () => {
  it.each(['abc', '-1', '1.5', '%20', '1x'])('that is not a number, as %s, is invalid', async (id) => {
    expect((await guest.get(`/api/lists/${id}`)).json()).toEqual(errors.invalidListId)
    expect((await guest.delete(`/api/lists/${id}/items/1`)).json()).toEqual(errors.invalidListId)
  })

  it.each(['999999999', '9'.repeat(24)])('that no list has, as %s, is not found', async (id) => {
    expect((await guest.get(`/api/lists/${id}`)).json()).toEqual(errors.listNotFound)
  })

  it('distinguishes an unknown user from an unknown list', async () => {
    const { lists } = await startOwner()
    expect((await guest.get('/api/users/nobody_here/lists/wrens')).json()).toEqual(errors.userNotFound)
    expect((await guest.get(`${lists}/nothing`)).json()).toEqual(errors.listNotFound)
  })
})
