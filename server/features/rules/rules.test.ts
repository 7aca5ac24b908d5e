import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Rule } from '../../../contract/entities/community.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { stored } from '../../../tests/support/wireIds.ts'

let forum: Forum
let moderator: Member
let admin: Member
beforeAll(async () => {
  forum = await startForum({ DATABASE_CONNECTIONS: '10' })
  admin = await forum.member('the_admin', { isAdmin: true })
})
afterAll(() => forum.close())

let made = 0
let rules: string
let communityId: string
beforeEach(async () => {
  made += 1
  communityId = (await forum.community(`meadow_${made}`, admin)).id
  rules = `/api/communities/${communityId}/rules`
  moderator = await forum.moderator(`mod_${made}`, `meadow_${made}`)
})

const add = async (rule: string, description?: string | null): Promise<Rule[]> =>
  (await moderator.post(rules, { rule, description })).json()
const list = async (): Promise<Rule[]> => (await moderator.get(rules)).json()
const texts = async () => (await list()).map(({ rule }) => rule)
const idOf = async (text: string) => (await list()).find(({ rule }) => rule === text)?.id ?? 0
const entries = async () =>
  (
    await forum.db
      .selectFrom('moderation_log')
      .select(['action', 'acted_as as as', 'actor_id as by'])
      .where('community_id', '=', communityId)
      .where('action', 'like', '%rule%')
      .orderBy('id')
      .execute()
  ).map(({ action, as, by }) => [action, as, by])

describe('adding a rule', () => {
  // [ACC-7-046] [ACC-3-014]
  it('puts it below the others, and answers with all of them', async () => {
    const [first] = await add(' Be kind ', '\nAlways. ')
    expect(first).toEqual({
      id: expect.any(Number),
      rule: 'Be kind',
      ruleHtml: 'Be kind',
      description: 'Always.',
      descriptionHtml: '<p>Always.</p>\n',
      communityId,
      zIndex: expect.any(Number),
      createdBy: moderator.id,
      createdAt: expect.stringMatching(/Z$/),
    })
    const all = await add('No crows')
    expect(all.map(({ rule }) => rule)).toEqual(['Be kind', 'No crows'])
    expect(all.map(({ zIndex }) => zIndex)).toEqual([1, 2])
    expect(await list()).toEqual(all)
    const community = (await moderator.get(`/api/communities/${communityId}`)).json()
    expect(community.rules).toEqual(all)
  })

  it('renders both, the rule as one line without links', async () => {
    const [rule] = await add('1. Share [**seeds**](https://example.org)', '- seeds\n- <b>cuttings</b>')
    expect(rule).toMatchObject({
      ruleHtml: '1. Share <strong>seeds</strong>',
      descriptionHtml: '<ul>\n<li>seeds</li>\n<li>cuttings</li>\n</ul>\n',
    })
  })

  it.each([undefined, null, '', '  '])('keeps %j as no description', async (description) => {
    expect((await add('Be kind', description))[0]?.description).toBeNull()
  })

  // [ACC-5-041] [ACC-5-042]
  it('cuts the text and the description at 512 characters', async () => {
    const [rule] = await add('🐝'.repeat(513), '🦋'.repeat(513))
    expect(rule).toMatchObject({ rule: '🐝'.repeat(512), description: '🦋'.repeat(512) })
  })

  // [ACC-5-040]
  it.each([undefined, null, '', ' \n '])('needs a text: %j is none', async (rule) => {
    expect((await moderator.post(rules, { rule })).json()).toEqual(errors.emptyRule)
    expect(await list()).toEqual([])
  })

  it('at the largest position shares that position', async () => {
    await add('First')
    await moderator.put(`${rules}/${await idOf('First')}`, { zIndex: 2 ** 31 - 1 })
    expect((await add('Second')).map(({ rule }) => rule)).toEqual(['First', 'Second'])
  })

  it('concurrently gives each its own position', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, n) => add(`Rule ${n}`)))
    const places = (await list()).map(({ zIndex }) => zIndex)
    expect(new Set(places).size).toBe(8)
  })
})

describe('changing a rule', () => {
  // [ACC-7-047] [ACC-2-072]
  it('gives it another text, description and place', async () => {
    await add('Be kind')
    await add('No crows', 'Really.')
    const id = await idOf('No crows')
    const change = { rule: 'Many crows', description: null, zIndex: -1 }
    const answer = await moderator.put(`${rules}/${id}`, change)
    expect(answer.json()).toMatchObject({ id, ...change })
    expect((await moderator.get(`${rules}/${id}`)).json()).toEqual(answer.json())
    expect(await texts()).toEqual(['Many crows', 'Be kind'])
  })

  it('does not change missing fields', async () => {
    const [rule] = await add('Be kind', 'Always.')
    for (const body of [{}, { rule: null, zIndex: null }, { zIndex: rule?.zIndex }])
      expect((await moderator.put(`${rules}/${rule?.id}`, body)).json()).toEqual(rule)
    expect((await moderator.put(`${rules}/${rule?.id}`, { description: '' })).json().description).toBeNull()
  })

  it.each([
    ['a place that is not a whole number', { zIndex: 1.5 }],
    ['a place beyond all numbers', { zIndex: 2 ** 31 }],
    ['a text as place', { zIndex: '1' }],
    ['a number as text', { rule: 1 }],
  ])('refuses %s', async (_what, body) => {
    await add('Be kind')
    expect((await moderator.put(`${rules}/${await idOf('Be kind')}`, body)).json()).toEqual(
      errors.invalidJson,
    )
  })

  it('and deleting it needs the id of its own community', async () => {
    await add('Be kind')
    const id = await idOf('Be kind')
    const elsewhere = (await forum.community(`lake_${made}`, admin)).id
    for (const community of [elsewhere, 'meadow'])
      for (const answer of [
        await admin.get(`/api/communities/${community}/rules/${id}`),
        await admin.put(`/api/communities/${community}/rules/${id}`, { rule: 'Moved' }),
        await admin.delete(`/api/communities/${community}/rules/${id}`),
      ])
        expect(answer.json()).toEqual(errors.rulesNotFound)
    expect(await texts()).toEqual(['Be kind'])
  })
})

describe('deleting a rule', () => {
  // [ACC-7-048]
  it('answers with what it was', async () => {
    const [kind] = await add('Be kind')
    await add('No crows')
    expect((await moderator.delete(`${rules}/${kind?.id}`)).json()).toEqual(kind)
    expect(await texts()).toEqual(['No crows'])
    expect((await moderator.delete(`${rules}/${kind?.id}`)).json()).toEqual(errors.rulesNotFound)
  })

  it('concurrently succeeds once', async () => {
    const [kind] = await add('Be kind')
    const answers = await Promise.all([moderator, admin].map((who) => who.delete(`${rules}/${kind?.id}`)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  })
})

describe('putting the rules into another order', () => {
  // [ACC-2-072]
  it('takes one request with the ids', async () => {
    for (const text of ['A', 'B', 'C']) await add(text)
    const [a, b, c] = (await list()).map(({ id }) => id)
    const answer = await moderator.put(rules, { order: [c, a, b] })
    expect(answer.json().map(({ rule, zIndex }: Rule) => [rule, zIndex])).toEqual([
      ['C', 1],
      ['A', 2],
      ['B', 3],
    ])
    expect(await texts()).toEqual(['C', 'A', 'B'])
  })

  it('puts missing ones last, and ignores unknown ids', async () => {
    for (const text of ['A', 'B', 'C', 'D']) await add(text)
    const [, b, , d] = (await list()).map(({ id }) => id)
    const foreign = await forum.community(`pond_${made}`, admin)
    const [other] = (await admin.post(`/api/communities/${foreign.id}/rules`, { rule: 'Other' })).json()
    await moderator.put(rules, { order: [d, 99_999_999, other.id, d, b] })
    expect(await texts()).toEqual(['D', 'B', 'A', 'C'])
    expect((await admin.get(`/api/communities/${foreign.id}/rules`)).json()).toEqual([other])
  })

  it.each([
    ['no list', { order: 'A' }],
    ['ids as texts', { order: ['1'] }],
    ['nothing', {}],
    ['numbers that no rule has', { order: [1e21] }],
    ['a negative number', { order: [-1] }],
    ['a list without end', { order: Array.from({ length: 101 }, (_, n) => n) }],
  ])('refuses %s', async (_what, body) => {
    expect((await moderator.put(rules, body)).json()).toEqual(errors.invalidJson)
  })
})

describe('the rules', () => {
  it('cannot be changed by a moderator who was just removed', async () => {
    await add('Be kind')
    const id = await idOf('Be kind')
    const lastActs = () => [
      moderator.post(rules, { rule: 'A last one' }),
      moderator.put(rules, { order: [] }),
      moderator.put(`${rules}/${id}`, { rule: 'Be rude' }),
      moderator.delete(`${rules}/${id}`),
    ]
    let under: ReturnType<typeof lastActs> = []
    await forum.db.transaction().execute(async (trx) => {
      await trx.selectFrom('communities').where('id', '=', communityId).select('id').forUpdate().execute()
      under = lastActs()
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(under.length)
      await trx.deleteFrom('moderators').where('user_id', '=', moderator.id).execute()
    })
    for (const answer of await Promise.all(under)) expect(answer.json()).toEqual(errors.notModerator)
    expect(await texts()).toEqual(['Be kind'])
  })

  it('record every actual change in the moderation log', async () => {
    const keeper = await forum.member('keeper_of_site', { isAdmin: true })
    const [kind] = await add('Be kind')
    await add('No crows')
    const [, crows] = await list()
    await moderator.put(`${rules}/${kind?.id}`, { rule: 'Be kind' })
    await keeper.put(`${rules}/${kind?.id}`, { rule: 'Be very kind' })
    await moderator.put(`${rules}/${kind?.id}`, { zIndex: 7 })
    await moderator.put(rules, { order: [kind?.id, crows?.id] })
    await moderator.put(rules, { order: [kind?.id] })
    await moderator.delete(`${rules}/${crows?.id}`)
    expect(await entries()).toEqual([
      ['add_rule', 'mods', stored(moderator.id)],
      ['add_rule', 'mods', stored(moderator.id)],
      ['edit_rule', 'admins', stored(keeper.id)],
      ['reorder_rules', 'mods', stored(moderator.id)],
      ['reorder_rules', 'mods', stored(moderator.id)],
      ['delete_rule', 'mods', stored(moderator.id)],
    ])
  })
})
