import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import { endpoints } from '../contract/endpoints/index.ts'
import type { AutomationCondition } from '../contract/entities/automation.ts'
import { errors } from '../contract/errors.ts'
import { definitionWith, newAutomation } from './support/automation.ts'
import { type Scene, startScene } from './support/scene.ts'

let scene: Scene
/** The objects of the calls. */
const about = { post: '', publicId: '', comment: '', rule: '', automation: '' }
beforeAll(async () => {
  scene = await startScene()
  const commented = await scene.comment()
  about.post = commented.post.id
  about.publicId = commented.post.publicId
  about.comment = commented.id
  await scene.moderator.post(`/api/communities/${await scene.birding()}/rules`, { rule: 'Be kind' })
  const [rule] = (await scene.guest.get(`/api/communities/${await scene.birding()}/rules`)).json()
  about.rule = rule.id
  about.automation = (await newAutomation(scene.admin, null, {}, { state: 'off' })).id
})
afterAll(() => scene.forum.close())

/** Numbers at and beyond the limits of the types that a program or the database could put them into, and a usual one. */
const numbers = [
  60,
  ...[2 ** 31 - 1, 2 ** 31, 2 ** 53, 2 ** 63, 1e21, 1e39, Number.MAX_VALUE, 5e-324, 0.5, 0],
].flatMap((number) => [number, -number])

type Body = (number: number) => object
type Send = (body: object) => Promise<InjectOptions & { by: 'admin' | 'moderator' | 'member' | 'guest' }>
const ofCommunity = async (path: string) => `/api/communities/${await scene.birding()}${path}`

const withCondition = (when: AutomationCondition) => definitionWith({ when })
const slowing = (seconds: number) => definitionWith({ acts: [{ does: 'slow', seconds, hours: 1 }] })

/** Every number in the body of a call: how to send it where all else is right. */
const inBodies: Record<string, { body: Body; send: Send }> = {
  'administrate deleteContentDays': {
    body: (deleteContentDays) => ({ action: 'ban_user', username: 'banned_b', deleteContentDays }),
    send: async () => ({ method: 'POST', url: '/api/_admin', by: 'admin' }),
  },
  'administrate id': {
    body: (id) => ({ action: 'deny_comm', id, body: 'No.' }),
    send: async () => ({ method: 'POST', url: '/api/_admin', by: 'admin' }),
  },
  'banFromCommunity ruleId': {
    body: (ruleId) => ({ username: 'wren_writes', ruleId }),
    send: async () => ({ method: 'POST', url: await ofCommunity('/banned'), by: 'moderator' }),
  },
  'changeCommunityBan ruleId': {
    body: (ruleId) => ({ username: 'banned_b', ruleId }),
    send: async () => ({ method: 'PUT', url: await ofCommunity('/banned'), by: 'moderator' }),
  },
  'changeSettings value': {
    body: (value) => ({ changes: [{ name: 'imagesPerPost', value }] }),
    send: async () => ({ method: 'PUT', url: '/api/_admin/settings', by: 'admin' }),
  },
  'agree declaredAge': {
    body: (declaredAge) => ({ declaredAge }),
    send: async () => ({ method: 'POST', url: '/api/_agreement', by: 'member' }),
  },
  'signup declaredAge': {
    body: (declaredAge) => ({ username: 'of_an_age', password: 'a long password', declaredAge }),
    send: async () => ({ method: 'POST', url: '/api/_signup', by: 'guest' }),
  },
  'apply declaredAge': {
    body: (declaredAge) => ({ username: 'of_an_age', password: 'a long password', declaredAge }),
    send: async () => ({ method: 'POST', url: '/api/_application', by: 'guest' }),
  },
  'changeReportReasons id': {
    body: (id) => ({ reasons: [{ id, title: 'Spam' }] }),
    send: async () => ({ method: 'PUT', url: '/api/_admin/report_reasons', by: 'admin' }),
  },
  'createInvitation uses': {
    body: (uses) => ({ uses, days: 1 }),
    send: async () => ({ method: 'POST', url: '/api/invitations', by: 'admin' }),
  },
  'createInvitation days': {
    body: (days) => ({ uses: 1, days }),
    send: async () => ({ method: 'POST', url: '/api/invitations', by: 'admin' }),
  },
  'createIpBlock expiresIn': {
    body: (expiresIn) => ({ address: '192.0.2.1', expiresIn }),
    send: async () => ({ method: 'POST', url: '/api/ipblocks', by: 'admin' }),
  },
  'report reason': {
    body: (reason) => ({ type: 'post', targetId: about.post, reason }),
    send: async () => ({ method: 'POST', url: '/api/_report', by: 'member' }),
  },
  'report ruleId': {
    body: (ruleId) => ({ type: 'post', targetId: about.post, ruleId }),
    send: async () => ({ method: 'POST', url: '/api/_report', by: 'member' }),
  },
  'reportToAdmins reason': {
    body: (reason) => ({ address: '/birding', reason, text: 'Spam.' }),
    send: async () => ({ method: 'POST', url: '/api/notices/rules', by: 'member' }),
  },
  'orderBulkAction accounts': {
    body: (accounts) => ({ action: 'log_out', usernames: ['nobody_here'], accounts }),
    send: async () => ({ method: 'POST', url: '/api/_admin/bulk_actions', by: 'admin' }),
  },
  'orderBulkAction contents': {
    body: (contents) => ({ action: 'remove', filter: { domain: 'nowhere.example' }, accounts: 0, contents }),
    send: async () => ({ method: 'POST', url: '/api/_admin/bulk_actions', by: 'admin' }),
  },
  'setMemberTrust level': {
    body: (level) => ({ level }),
    send: async () => ({ method: 'PUT', url: '/api/_admin/trust/nobody_here', by: 'admin' }),
  },
  'updateCommunity scoreHiddenMinutes': {
    body: (scoreHiddenMinutes) => ({ scoreHiddenMinutes }),
    send: async () => ({ method: 'PUT', url: await ofCommunity(''), by: 'moderator' }),
  },
  'deletePost ruleId': {
    body: (ruleId) => ({ ruleId }),
    send: async () => ({
      method: 'DELETE',
      url: `/api/posts/${about.publicId}?deleteAs=mods`,
      by: 'moderator',
    }),
  },
  'deleteComment ruleId': {
    body: (ruleId) => ({ ruleId }),
    send: async () => ({
      method: 'DELETE',
      url: `/api/posts/any/comments/${about.comment}?deleteAs=mods`,
      by: 'moderator',
    }),
  },
  'eraseContent ruleId': {
    body: (ruleId) => ({ type: 'comment', targetId: about.comment, reason: 'Doxxing', ruleId }),
    send: async () => ({ method: 'POST', url: '/api/_erase', by: 'moderator' }),
  },
  'decideQueueItems ruleId': {
    body: (ruleId) => ({
      action: 'remove',
      ruleId,
      items: [{ type: 'comment', targetId: about.comment, version: '0' }],
    }),
    send: async () => ({ method: 'POST', url: '/api/modqueue/decisions', by: 'moderator' }),
  },
  'decideHeldItems ids': {
    body: (id) => ({ action: 'approve', ids: [id] }),
    send: async () => ({ method: 'POST', url: '/api/modqueue/held', by: 'moderator' }),
  },
  'saveAlertSettings threshold': {
    body: (threshold) => ({ onFirst: true, threshold, ageHours: 24 }),
    send: async () => ({ method: 'PUT', url: await ofCommunity('/alerts'), by: 'moderator' }),
  },
  'saveAlertSettings ageHours': {
    body: (ageHours) => ({ onFirst: true, threshold: 3, ageHours }),
    send: async () => ({ method: 'PUT', url: await ofCommunity('/alerts'), by: 'moderator' }),
  },
  'saveQuietHours fromHour': {
    body: (fromHour) => ({ quietHours: { fromHour, untilHour: 7, timeZone: 'Europe/Vienna' } }),
    send: async () => ({ method: 'PUT', url: '/api/modqueue/quiet_hours', by: 'moderator' }),
  },
  'saveQuietHours untilHour': {
    body: (untilHour) => ({ quietHours: { fromHour: 22, untilHour, timeZone: 'Europe/Vienna' } }),
    send: async () => ({ method: 'PUT', url: '/api/modqueue/quiet_hours', by: 'moderator' }),
  },
  'saveRemovalTemplates version': {
    body: (version) => ({ version, templates: [{ name: 'One', text: 'One.' }] }),
    send: async () => ({ method: 'PUT', url: await ofCommunity('/removal_reasons'), by: 'moderator' }),
  },
  'createAutomation number': {
    body: (number) => ({ name: 'A rule', state: 'off', definition: withCondition({ is: 'links', number }) }),
    send: async () => ({ method: 'POST', url: '/api/automation', by: 'admin' }),
  },
  'createAutomation hours': {
    body: (hours) => ({
      name: 'A rule',
      state: 'off',
      definition: withCondition({ is: 'rate', number: 1, hours }),
    }),
    send: async () => ({ method: 'POST', url: '/api/automation', by: 'admin' }),
  },
  'updateAutomation number': {
    body: (number) => ({ definition: withCondition({ is: 'links', number }) }),
    send: async () => ({ method: 'PUT', url: `/api/automation/${about.automation}`, by: 'admin' }),
  },
  'updateAutomation hours': {
    body: (hours) => ({ definition: withCondition({ is: 'rate', number: 1, hours }) }),
    send: async () => ({ method: 'PUT', url: `/api/automation/${about.automation}`, by: 'admin' }),
  },
  'tryAutomation number': {
    body: (number) => ({ definition: withCondition({ is: 'links', number }) }),
    send: async () => ({ method: 'POST', url: '/api/automation/try', by: 'admin' }),
  },
  'tryAutomation hours': {
    body: (hours) => ({ definition: withCondition({ is: 'rate', number: 1, hours }) }),
    send: async () => ({ method: 'POST', url: '/api/automation/try', by: 'admin' }),
  },
  'createAutomation seconds': {
    body: (seconds) => ({ name: 'A rule', state: 'off', definition: slowing(seconds) }),
    send: async () => ({ method: 'POST', url: '/api/automation', by: 'admin' }),
  },
  'updateAutomation seconds': {
    body: (seconds) => ({ definition: slowing(seconds) }),
    send: async () => ({ method: 'PUT', url: `/api/automation/${about.automation}`, by: 'admin' }),
  },
  'tryAutomation seconds': {
    body: (seconds) => ({ definition: slowing(seconds) }),
    send: async () => ({ method: 'POST', url: '/api/automation/try', by: 'admin' }),
  },
  'limitComments seconds': {
    body: (seconds) => ({ slowMode: { seconds } }),
    send: async () => ({
      method: 'PUT',
      url: `/api/posts/${about.publicId}/comment-limits`,
      by: 'moderator',
    }),
  },
  'limitComments hours': {
    body: (hours) => ({ commenters: { who: 'members', hours } }),
    send: async () => ({
      method: 'PUT',
      url: `/api/posts/${about.publicId}/comment-limits`,
      by: 'moderator',
    }),
  },
  'limitCommentsInCommunity seconds': {
    body: (seconds) => ({ slowMode: { seconds } }),
    send: async () => ({ method: 'PUT', url: await ofCommunity('/comment-limits'), by: 'moderator' }),
  },
  'limitCommentsInCommunity hours': {
    body: (hours) => ({ commenters: { who: 'members', hours } }),
    send: async () => ({ method: 'PUT', url: await ofCommunity('/comment-limits'), by: 'moderator' }),
  },
  'reorderRules order': {
    body: (number) => ({ order: [number, about.rule] }),
    send: async () => ({ method: 'PUT', url: await ofCommunity('/rules'), by: 'moderator' }),
  },
  'updateRule zIndex': {
    body: (zIndex) => ({ zIndex }),
    send: async () => ({ method: 'PUT', url: await ofCommunity(`/rules/${about.rule}`), by: 'moderator' }),
  },
}

/** The numbers in a schema, by the name of the field. */
function numbersIn(schema: TSchema, field = ''): string[] {
  const { type, properties, items } = schema as {
    type?: string | string[]
    properties?: Record<string, TSchema>
    items?: TSchema
  }
  if ([type].flat().some((one) => one === 'number' || one === 'integer')) return [field]
  const inside = Object.entries(properties ?? {}).flatMap(([name, part]) => numbersIn(part, name))
  return items ? [...inside, ...numbersIn(items, field)] : inside
}

const calls = Object.entries<Endpoint>(endpoints)
const inQueries = calls.flatMap(([name, { query, method, path }]) =>
  (query ? numbersIn(query) : []).map((field) => [name, field, method, path] as const),
)

describe('no number in a body makes a call fail', () => {
  it('in any call that takes one', () => {
    // Conditions have the same fields at each depth.
    const found = new Set(
      calls.flatMap(([name, { body }]) => (body ? numbersIn(body).map((field) => `${name} ${field}`) : [])),
    )
    expect(Object.keys(inBodies).sort()).toEqual([...found].sort())
  })

  it.each(Object.keys(inBodies))('%s', async (field) => {
    const { body, send } = inBodies[field] as (typeof inBodies)[string]
    let understood = 0
    for (const number of numbers) {
      const { by, ...request } = await send(body(number))
      const answer = await scene[by].send({ ...request, payload: JSON.stringify(body(number)) })
      expect(answer.statusCode, `${number}: ${answer.body}`).toBeLessThan(500)
      if (answer.body === '' || answer.json().message !== errors.invalidJson.message) understood += 1
      await sql`delete from ip_blocks`.execute(scene.forum.db)
      await sql`update users set banned_at = null where username = 'banned_b'`.execute(scene.forum.db)
    }
    expect(understood, 'all were refused for their form').toBeGreaterThan(0)
  })
})

describe('no number in an address makes a call fail', () => {
  it.each(inQueries)('%s: %s', async (_name, field, method, path) => {
    const url = path
      .replace(':communityId', await scene.birding())
      .replace(':username', 'wren_writes')
      .replace(':listName', 'bookmarks')
      .replace(/:\w+/, '1')
    for (const text of [...numbers.map(String), '9'.repeat(40), '1e5', '0x10', 'Infinity', 'NaN', '１']) {
      const query = new URLSearchParams({ [field]: text, communityId: await scene.birding(), filter: 'all' })
      const answer = await scene.admin.send({ method, url: `${url}?${query}` })
      expect(answer.statusCode, `${text}: ${answer.body}`).toBeLessThan(500)
    }
  })
})
