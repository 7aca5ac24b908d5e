import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ModerationLogEntry } from '../../../../contract/entities/moderationLog.ts'
import { errors } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import {
  type Client,
  type Forum,
  type Member,
  type PostFacts,
  startForum,
} from '../../../../tests/support/forum.ts'

let forum: Forum
let moderator: Member
let colleague: Member
let author: Member
let admin: Member
let guest: Client
let communityId: string
let ruleId: number
let post: PostFacts
let comment: string

beforeAll(async () => {
  forum = await startForum()
  moderator = await forum.moderator('moderator_m', 'birding')
  colleague = await forum.moderator('moderator_c', 'birding')
  author = await forum.member('wren_writes')
  admin = await forum.member('the_admin', { isAdmin: true })
  guest = await forum.guest()
  communityId = (await moderator.get('/api/communities/birding?byName=true')).json<{ id: string }>().id
  const rules = await moderator.post(`/api/communities/${communityId}/rules`, { rule: 'No advertising' })
  ruleId = rules.json<{ id: number }[]>()[0]?.id ?? 0
})
beforeEach(async () => {
  post = await forum.post(author, 'birding', { title: 'Buy my feeders' })
  comment = (await forum.comment(author, post, 'Half price')).id
})
afterAll(() => forum.close())

const removals = {
  post: (query = '', body?: object) =>
    moderator.delete(`/api/posts/${post.publicId}?deleteAs=mods${query}`, body),
  comment: (query = '', body?: object) =>
    moderator.delete(`/api/posts/${post.publicId}/comments/${comment}?deleteAs=mods${query}`, body),
}
const kinds = ['post', 'comment'] as const
const logged = async (action = '') =>
  (await guest.get(`/api/modlog?action=${action}`)).json<{ items: ModerationLogEntry[] }>().items[0]
const notified = async (form = '?render=true') =>
  (await author.get(`/api/notifications${form}`)).json<{
    items: { type: string; title: string; body: string; notif: Record<string, unknown> }[]
  }>().items[0]

describe.each(kinds)('removing a %s', (kind) => {
  it('notifies its author with item, reason, role and note, and shows the note to nobody else', async () => {
    await removals[kind]('&reason=One%20shop%20a%20week.', { ruleId, note: 'Try the market on Friday.' })
    expect(await notified()).toMatchObject({
      type: `deleted_${kind}`,
      title: `Your ${kind === 'post' ? 'post' : 'comment on'} Buy my feeders has been removed by moderators of birding`,
      body: expect.stringMatching(
        /^Rule: No advertising\nReason: One shop a week\.\nNote for you: Try the market on Friday\.\n/,
      ),
    })
    expect(await notified('')).toMatchObject({
      notif: {
        targetType: kind,
        targetId: kind === 'post' ? post.id : comment,
        deletedAs: 'mods',
        rule: 'No advertising',
        reason: 'One shop a week.',
        note: 'Try the market on Friday.',
      },
    })
    const entry = await logged()
    expect(entry).toMatchObject({
      action: `remove_${kind}`,
      reason: 'One shop a week.',
      details: { rule: 'No advertising' },
    })
    expect(JSON.stringify(entry)).not.toContain('Friday')
    expect(JSON.stringify(await notified())).not.toContain('moderator_m')
  })

  it('without a reason is possible, and its author reads so', async () => {
    expect((await removals[kind]()).statusCode).toBe(200)
    expect(await notified()).toMatchObject({
      type: `deleted_${kind}`,
      body: expect.stringMatching(/^No reason was given\.\n/),
    })
    expect((await notified(''))?.notif).not.toHaveProperty('reason')
    expect(await logged()).toMatchObject({ reason: null, details: { basis: 'own' } })
  })

  it('fills the variables of the reason; the log names neither author nor title', async () => {
    const reason = '{{author}}: "{{title}}" in {{ community }} breaks "{{rule}}", {{other}}.'
    await removals[kind](`&reason=${encodeURIComponent(reason)}`, { ruleId })
    expect(await notified('')).toMatchObject({
      notif: { reason: '@wren_writes: "Buy my feeders" in birding breaks "No advertising", {{other}}.' },
    })
    expect(await logged()).toMatchObject({
      reason: `the author: "the ${kind}" in birding breaks "No advertising", {{other}}.`,
    })
  })

  it('names the rule as it was worded then', async () => {
    await removals[kind]('', { ruleId })
    const rule = `/api/communities/${communityId}/rules/${ruleId}`
    await moderator.put(rule, { rule: 'Advertise on Fridays' })
    const entry = await logged(`remove_${kind}`)
    await moderator.put(rule, { rule: 'No advertising' })
    expect(entry).toMatchObject({ details: { rule: 'No advertising' } })
  })

  it('is refused for a rule of another community, and nothing changes', async () => {
    const other = await forum.community(`other_${kind}`)
    const founder = await forum.moderator(`other_${kind}_m`, `other_${kind}`)
    const rules = await founder.post(`/api/communities/${other.id}/rules`, { rule: 'Elsewhere' })
    const foreign = rules.json<{ id: number }[]>()[0]?.id
    expect((await removals[kind]('', { ruleId: foreign })).json()).toEqual(errors.ruleNotFound)
    expect((await guest.get(`/api/posts/${post.publicId}`)).json()).toMatchObject({ deleted: false })
    expect((await guest.get(`/api/comments/${comment}`)).json()).toMatchObject({ deleted: false })
  })
})

it('authors are not notified of their own deletions, even with a reason', async () => {
  await author.post('/api/notifications?action=deleteAll')
  await author.delete(`/api/posts/any/comments/${comment}?reason=Mine`, { ruleId, note: 'Mine' })
  await author.delete(`/api/posts/${post.publicId}?reason=Mine`, { ruleId, note: 'Mine' })
  expect(await notified()).toBeUndefined()
})

describe('templates for removals', () => {
  const path = () => `/api/communities/${communityId}/removal_reasons`
  const saved = async (templates: object[], version: number, who = moderator) =>
    who.put(path(), { templates, version })
  const get = async () =>
    (await moderator.get(path())).json<{ templates: object[]; version: number; rules: object[] }>()

  it('are saved as a whole, in their order and cut, and offered with the rules', async () => {
    expect(await get()).toEqual({
      templates: [],
      reasonRequired: false,
      version: 0,
      rules: [expect.objectContaining({ id: ruleId })],
    })
    const long = 'x'.repeat(limits.moderationReasonMaxLength + 1)
    await saved(
      [
        { name: ' Shop ', text: 'See {{rule}}.' },
        { name: 'Long', text: long },
      ],
      0,
    )
    expect(await get()).toMatchObject({
      version: 1,
      templates: [
        { name: 'Shop', text: 'See {{rule}}.' },
        { name: 'Long', text: 'x'.repeat(limits.moderationReasonMaxLength) },
      ],
    })
    const actions = forum.db.selectFrom('moderation_log').select('action').orderBy('id', 'desc')
    expect(await actions.executeTakeFirst()).toEqual({ action: 'edit_removal_templates' })
  })

  it('saved by two moderators concurrently are a conflict for the second', async () => {
    const { version, templates } = await get()
    const answers = await Promise.all([
      saved([{ name: 'One', text: 'One.' }], version),
      saved([{ name: 'Two', text: 'Two.' }], version, colleague),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await get()).version).toBe(version + 1)
    expect((await get()).templates).not.toEqual(templates)
  })

  it.each([
    ['without a name', [{ name: ' ', text: 'Text.' }]],
    ['without a text', [{ name: 'Name', text: '' }]],
    [
      'with a name twice',
      [
        { name: 'Name', text: 'One.' },
        { name: 'NAME', text: 'Two.' },
      ],
    ],
  ])('are refused %s, and nothing changes', async (_what, templates) => {
    const before = await get()
    expect((await saved(templates, before.version)).json()).toEqual(errors.invalidRemovalTemplate)
    expect(await get()).toEqual(before)
  })

  it('are limited in number', async () => {
    const { version } = await get()
    const many = Array.from({ length: limits.removalTemplatesMax + 1 }, (_, n) => ({
      name: `${n}`,
      text: 'Text.',
    }))
    expect((await saved(many, version)).statusCode).toBe(400)
    expect((await saved(many.slice(1), version)).statusCode).toBe(200)
  })
})

describe('in a community that requires a reason', () => {
  let elsewhere: PostFacts
  beforeAll(async () => {
    await moderator.put(`/api/communities/${communityId}`, { removalReasonRequired: true })
    const { id } = await forum.community('lenient', admin)
    await admin.post(`/api/communities/${id}/mods`, { username: moderator.username })
  })
  beforeEach(async () => {
    elsewhere = await forum.post(author, 'lenient')
  })
  afterAll(() => moderator.put(`/api/communities/${communityId}`, { removalReasonRequired: false }))

  const item = (type: 'post' | 'comment', targetId: string) => ({ type, targetId, version: '0' })
  const decide = (body: { reason?: string; ruleId?: number }, ...others: object[]) =>
    moderator.post('/api/modqueue/decisions', {
      action: 'remove',
      items: [item('post', post.id), item('comment', comment), ...others],
      ...body,
    })
  type Given = { reason?: string; ruleId?: number }
  const single =
    (kind: 'post' | 'comment', as = 'mods') =>
    ({ reason, ...body }: Given) => {
      const path = kind === 'post' ? '' : `/comments/${comment}`
      const query = reason === undefined ? '' : `&reason=${encodeURIComponent(reason)}`
      return (as === 'admins' ? admin : moderator).delete(
        `/api/posts/${post.publicId}${path}?deleteAs=${as}${query}`,
        body,
      )
    }
  const ways = {
    'of a post': single('post'),
    'of a comment': single('comment'),
    'of a post by an admin': single('post', 'admins'),
    'of a comment by an admin': single('comment', 'admins'),
    'in the queue': (given: Given) => decide(given),
    'in the queue of several communities': (given: Given) => decide(given, item('post', elsewhere.id)),
  }
  const states = async () =>
    [
      (await guest.get(`/api/posts/${post.publicId}`)).json<{ deleted: boolean }>().deleted,
      (await guest.get(`/api/comments/${comment}`)).json<{ deleted: boolean }>().deleted,
      (await guest.get(`/api/posts/${elsewhere.publicId}`)).json<{ deleted: boolean }>().deleted,
    ].includes(true)

  describe.each(Object.entries(ways))('a removal %s', (way, remove) => {
    it.each<[string, Given]>([
      ['nothing', {}],
      ['spaces', { reason: '  ' }],
    ])('with %s is refused, and nothing changes', async (_what, given) => {
      const answer = await remove(given)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toEqual(errors.removalReasonRequired)
      expect(await states()).toBe(false)
    })

    it('with a reason is possible', async () => {
      expect((await remove({ reason: 'One shop a week.' })).statusCode).toBe(200)
      expect(await states()).toBe(true)
    })

    // Communities have rules of their own.
    it.skipIf(way === 'in the queue of several communities')('with a rule is possible', async () => {
      expect((await remove({ ruleId })).statusCode).toBe(200)
      expect(await states()).toBe(true)
    })
  })

  it('authors delete what they wrote without a reason', async () => {
    expect((await author.delete(`/api/posts/${post.publicId}`)).statusCode).toBe(200)
  })

  it('other communities require none', async () => {
    expect((await moderator.delete(`/api/posts/${elsewhere.publicId}?deleteAs=mods`)).statusCode).toBe(200)
  })

  it('moderators learn that it does, where they choose the reason, and everyone where it is shown', async () => {
    const reasons = await moderator.get(`/api/communities/${communityId}/removal_reasons`)
    expect(reasons.json()).toMatchObject({ reasonRequired: true })
    const community = await guest.get(`/api/communities/${communityId}`)
    expect(community.json()).toMatchObject({ removalReasonRequired: true })
  })
})
