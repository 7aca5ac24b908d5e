import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BannedMember } from '../../../../contract/entities/ban.ts'
import type { Initial } from '../../../../contract/entities/initial.ts'
import type { MemberHistory } from '../../../../contract/entities/memberHistory.ts'
import { errors } from '../../../../contract/errors.ts'
import type { BanKind } from '../../../../contract/words.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../../tests/support/forum.ts'
import { wholeSeconds } from '../../../../tests/support/wholeSeconds.ts'

let forum: Forum
let admin: Member
let moderator: Member
let author: Member
let post: PostFacts
let comment: string
let own: PostFacts
let ownComment: string
let communityId: string
let ruleId: number
let authors = 0

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  moderator = await forum.moderator('moderator_m', 'birding')
  communityId = (await moderator.get('/api/communities/birding?byName=true')).json<{ id: string }>().id
  post = await forum.post(moderator, 'birding', { title: 'A rare warbler' })
  comment = (await forum.comment(moderator, post)).id
  await moderator.post(`/api/communities/${communityId}/rules`, { rule: 'Be kind', description: '' })
  const { rules } = (await moderator.get(`/api/communities/${communityId}`)).json<{
    rules: { id: number }[]
  }>()
  ruleId = rules[0]?.id ?? 0
})
beforeEach(async () => {
  authors += 1
  author = await forum.member(`wren_${authors}`)
  own = await forum.post(author, 'birding', { title: 'A common wren' })
  ownComment = (await forum.comment(author, post, 'A wren, too')).id
})
afterAll(() => forum.close())

const address = () => `/api/communities/${communityId}/banned`
const ban = (fields: object = {}) => moderator.post(address(), { username: author.username, ...fields })
const change = (fields: object) => moderator.put(address(), { username: author.username, ...fields })
const banFromSite = (fields: object = {}) =>
  admin.post('/api/_admin', { action: 'ban_user', username: author.username, ...fields })
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const bansOf = async (who: Member) => (await who.get('/api/_initial')).json<Initial>()
const logged = async () =>
  await forum.db
    .selectFrom('moderation_log')
    .where('user_id', '=', author.id)
    .select(['action', 'details', 'reason'])
    .orderBy('id')
    .execute()
const notified = async () =>
  (await author.get('/api/notifications?render=page'))
    .json<{
      items: { type: string; title: string; body: string; toURL: string }[]
    }>()
    .items.filter(({ type }) => type === 'banned')

const activities = {
  posting: () => author.post('/api/posts', { title: 'A new post', community: 'birding' }),
  'editing a post': () => author.put(`/api/posts/${own.publicId}`, { title: `A new title ${authors}` }),
  commenting: () => author.post(`/api/posts/${post.publicId}/comments`, { body: 'Hello.' }),
  'editing a comment': () =>
    author.put(`/api/posts/${post.publicId}/comments/${ownComment}`, { body: 'Hello there.' }),
  'voting on a post': () => author.post('/api/_postVote', { postId: post.id }),
  'voting on a comment': () => author.post('/api/_commentVote', { commentId: comment }),
  reporting: () => author.post('/api/_report', { targetId: post.id, reason: 1 }),
  'reading the community': () => author.get(`/api/communities/${communityId}`),
  'reading its posts': () => author.get(`/api/posts?communityId=${communityId}`),
  'reading a post': () => author.get(`/api/posts/${post.publicId}`),
  'reading comments': () => author.get(`/api/posts/${post.publicId}/comments`),
  'reading a comment': () => author.get(`/api/comments/${comment}`),
  'joining it': () => author.post('/api/_joinCommunity', { communityId }),
}
type Activity = keyof typeof activities
const allActivities = Object.keys(activities) as Activity[]
const forbidden: Record<BanKind, (activity: Activity) => boolean> = {
  posting: (activity) => activity === 'posting' || activity === 'editing a post',
  commenting: (activity) => activity === 'commenting' || activity === 'editing a comment',
  participating: (activity) => !activity.startsWith('reading') && activity !== 'joining it',
  reading: () => true,
}
const kinds = Object.keys(forbidden) as BanKind[]

/** Tries all activities. @returns the forbidden ones. */
async function refusedActivities(): Promise<Activity[]> {
  const refused: Activity[] = []
  for (const activity of allActivities) {
    const answer = await activities[activity]()
    if (answer.statusCode === 200) continue
    expect(answer.json(), activity).toEqual(errors.bannedFromCommunity)
    refused.push(activity)
  }
  return refused
}

describe.each(kinds)('a ban from %s', (kind) => {
  it('[CORE-6-028] in a community forbids that and nothing else', async () => {
    expect((await ban({ kind })).json()).toMatchObject({ ban: { kind } })
    expect(await refusedActivities()).toEqual(allActivities.filter(forbidden[kind]))
  })

  it('ends at its end', async () => {
    await ban({ kind, expires: inAnHour() })
    await sql`update community_bans set expires_at = now() where user_id = ${author.id}`.execute(forum.db)
    expect(await refusedActivities()).toEqual([])
  })

  it('leaves other communities alone', async () => {
    await ban({ kind })
    const elsewhere = await forum.moderator(`moderator_${authors}`, `mosses_${authors}`)
    const there = await forum.post(elsewhere, `mosses_${authors}`)
    expect((await author.get(`/api/posts/${there.publicId}`)).statusCode).toBe(200)
    expect((await author.post(`/api/posts/${there.publicId}/comments`, { body: 'Hello.' })).statusCode).toBe(
      200,
    )
  })
})

describe.each(['posting', 'commenting', 'participating'] as const)('a ban from %s on the site', (kind) => {
  it('forbids that in all communities and nothing else, and leaves the member logged in', async () => {
    expect((await banFromSite({ kind })).statusCode).toBe(200)
    expect(await refusedActivities()).toEqual(allActivities.filter(forbidden[kind]))
    await admin.post('/api/_admin', { action: 'unban_user', username: author.username })
    await sql`delete from reports`.execute(forum.db)
    expect(await refusedActivities()).toEqual([])
  })
})

it('a ban without a kind is one from taking part, for older clients', async () => {
  expect((await ban()).json()).toMatchObject({ ban: { kind: 'participating', reason: null, rule: null } })
  expect(await bansOf(author)).toMatchObject({ bannedFrom: [communityId], bans: [{ kind: 'participating' }] })
})

it('a milder ban is not in the list of communities that one may not take part in', async () => {
  await ban({ kind: 'commenting' })
  expect(await bansOf(author)).toMatchObject({
    bannedFrom: [],
    bans: [{ communityId, communityName: 'birding', kind: 'commenting', reason: null, expiresAt: null }],
  })
})

describe('the reason of a ban', () => {
  const text = '{{author}}: {{rule}}. No {{kind}} in {{community}} until {{end}}; {{unknown}}.'

  it('[CORE-6-030] has its variables and rule filled in, and is shown to the member, in the log and to moderators', async () => {
    const expires = '2099-03-05T10:00:00.000Z'
    const reason = `@${author.username}: Be kind. No commenting in birding until 5 March 2099; {{unknown}}.`
    const told = { kind: 'commenting', reason, rule: 'Be kind', expiresAt: wholeSeconds(expires) }
    const { ban: made } = (
      await ban({ kind: 'commenting', expires, ruleId, reason: text })
    ).json<BannedMember>()
    expect(made).toMatchObject({ ...told, bannedBy: { username: 'moderator_m' } })
    expect((await moderator.get(`${address()}?q=${author.username}`)).json()).toMatchObject([{ ban: told }])
    expect((await bansOf(author)).bans).toEqual([{ communityId, communityName: 'birding', ...told }])
    expect(await logged()).toEqual([
      {
        action: 'ban_from_community',
        reason,
        details: { kind: 'commenting', expiresAt: expires, rule: 'Be kind' },
      },
    ])
    const [notification] = await notified()
    expect(notification).toMatchObject({
      title: 'The moderators of birding banned you from birding',
      body: expect.stringContaining(
        `You can't comment there until 5 March 2099 (UTC).\nRule: Be kind\nReason: ${reason}\n`,
      ),
      toURL: '/appeals',
    })
    expect(JSON.stringify(notification)).not.toContain('moderator_m')
    const history = await moderator.get(`/api/communities/${communityId}/members/${author.username}/history`)
    expect(history.json<MemberHistory>().entries[0]).toMatchObject({
      action: 'ban_from_community',
      banKind: 'commenting',
      expiresAt: wholeSeconds(expires),
      rule: 'Be kind',
      reason,
    })
  })

  it('also fits a ban without an end and a rule', async () => {
    const { ban: made } = (await ban({ reason: text })).json<BannedMember>()
    expect(made.reason).toBe(
      `@${author.username}: the rules. No taking part in birding until it is lifted; {{unknown}}.`,
    )
  })

  it('is cut, before and after filling in the variables', async () => {
    const { ban: made } = (await ban({ reason: `{{end}}${'🐦'.repeat(493)}` })).json<BannedMember>()
    expect(Array.from(made.reason ?? '')).toHaveLength(500)
  })
})

describe('changing a ban', () => {
  it('fills in the variables of a reason from unchanged fields', async () => {
    await ban({ kind: 'commenting', expires: '2099-03-05T10:00:00.000Z' })
    const { ban: changed } = (
      await moderator.put(address(), { username: author.username, reason: 'No {{kind}} until {{end}}.' })
    ).json<BannedMember>()
    expect(changed.reason).toBe('No commenting until 5 March 2099.')
  })

  it('[ACC-7-107] changes the given fields, is logged, and notifies the member', async () => {
    await ban({ kind: 'reading', reason: 'Rude.', note: 'The third time.' })
    const expires = '2099-03-05T10:00:00.000Z'
    expect((await change({ kind: 'posting', expires })).json()).toMatchObject({
      ban: { kind: 'posting', expiresAt: wholeSeconds(expires), reason: 'Rude.', note: 'The third time.' },
    })
    expect(await refusedActivities()).toEqual(allActivities.filter(forbidden.posting))
    expect((await logged())[1]).toEqual({
      action: 'change_community_ban',
      reason: 'Rude.',
      details: { kind: 'posting', formerKind: 'reading', expiresAt: expires },
    })
    await change({ expires: null })
    expect((await logged())[2]?.details).toEqual({
      kind: 'posting',
      formerKind: 'posting',
      formerExpiresAt: expires,
    })
    expect((await notified()).map(({ title }) => title)).toEqual([
      'The moderators of birding changed your ban from birding',
      'The moderators of birding changed your ban from birding',
      'The moderators of birding banned you from birding',
    ])
  })

  it('of the note only is neither logged nor notified', async () => {
    await ban({ kind: 'posting', reason: 'Rude.' })
    expect((await change({ kind: 'posting', note: 'Once more.' })).json()).toMatchObject({
      ban: { note: 'Once more.', reason: 'Rude.' },
    })
    expect(await logged()).toHaveLength(1)
    expect(await notified()).toHaveLength(1)
  })

  it('shows the one who changed it as its author', async () => {
    await ban()
    const colleague = await forum.moderator(`colleague_${authors}`, 'birding')
    const changed = await colleague.put(address(), { username: author.username, kind: 'posting' })
    expect(changed.json()).toMatchObject({ ban: { bannedBy: { username: colleague.username } } })
  })

  it('is refused for an expired ban', async () => {
    await ban({ expires: inAnHour() })
    await sql`update community_bans set expires_at = now() where user_id = ${author.id}`.execute(forum.db)
    expect((await change({ kind: 'posting' })).json()).toEqual(errors.notBanned)
  })
})

describe('a ban from reading', () => {
  const titles = async (query: string) =>
    (await author.get(`/api/posts?${query}`))
      .json<{ posts: { title: string }[] }>()
      .posts.map(({ title }) => title)

  it('[CORE-6-029] excludes the community from the feeds all and home, and from searches, until it is lifted', async () => {
    await author.post('/api/_joinCommunity', { communityId })
    const title = `Nightjars ${authors}`
    await forum.post(moderator, 'birding', { title })
    const found = async () => (await author.get(`/api/search?q=nightjars`)).body.includes(title)
    const everywhere = async () => [
      (await titles('feed=all&sort=latest')).includes(title),
      (await titles('feed=home&sort=latest')).includes(title),
      await found(),
    ]
    await expect.poll(everywhere).toEqual([true, true, true])
    await ban({ kind: 'reading' })
    expect(await everywhere()).toEqual([false, false, false])
    await moderator.delete(address(), { username: author.username })
    expect(await everywhere()).toEqual([true, true, true])
  })

  it('does not keep others, or the member without their session, from reading', async () => {
    await ban({ kind: 'reading' })
    expect((await (await forum.guest()).get(`/api/posts/${post.publicId}`)).statusCode).toBe(200)
  })
})

describe('templates', () => {
  const url = () => `/api/communities/${communityId}/removal_reasons`

  it('are for removals or for bans, which may have the same names', async () => {
    const templates = [
      { name: 'Rude', text: 'Rude.' },
      { for: 'ban', name: 'Rude', text: 'Rude, so no {{kind}}.' },
    ]
    const saved = await moderator.put(url(), { version: 0, templates })
    expect(saved.json()).toMatchObject({ templates, version: 1 })
    expect((await moderator.put(url(), { version: 1, templates })).json()).toMatchObject({ version: 1 })
    const twice = [templates[1], templates[1]]
    expect((await moderator.put(url(), { version: 1, templates: twice })).json()).toEqual(
      errors.invalidRemovalTemplate,
    )
  })
})
