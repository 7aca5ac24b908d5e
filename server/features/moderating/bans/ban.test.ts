import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BannedMember } from '../../../../contract/entities/ban.ts'
import { errors } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import { countQueries } from '../../../../tests/support/countQueries.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../../tests/support/forum.ts'
import { waitingStatements } from '../../../../tests/support/waitingStatements.ts'
import { wholeSeconds } from '../../../../tests/support/wholeSeconds.ts'
import { stored } from '../../../../tests/support/wireIds.ts'

let forum: Forum
let moderator: Member
let author: Member
let post: PostFacts
let comment: string
let communityId: string

beforeAll(async () => {
  forum = await startForum()
  moderator = await forum.moderator('moderator_m', 'birding')
  author = await forum.member('wren_writes')
  communityId = (await moderator.get('/api/communities/birding?byName=true')).json<{ id: string }>().id
  post = await forum.post(moderator, 'birding')
  comment = (await forum.comment(moderator, post)).id
})
beforeEach(async () => {
  await sql`delete from community_bans`.execute(forum.db)
  await sql`delete from moderation_log`.execute(forum.db)
})
afterAll(() => forum.close())

const address = () => `/api/communities/${communityId}/banned`
const ban = (fields: object = {}) => moderator.post(address(), { username: 'wren_writes', ...fields })
const unban = (username = 'wren_writes') => moderator.delete(address(), { username })
const listed = async (query = '') => (await moderator.get(`${address()}${query}`)).json<BannedMember[]>()
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const end = () => sql`update community_bans set expires_at = now()`.execute(forum.db)
const logged = async () =>
  await forum.db
    .selectFrom('moderation_log')
    .select(['action', 'acted_as as as', 'user_id as whom', 'details', 'reason'])
    .orderBy('id')
    .execute()

/** Everything that a banned member cannot do there. */
const actions: [string, () => Promise<{ statusCode: number; json(): unknown }>][] = [
  ['posting', () => author.post('/api/posts', { title: 'A new post', community: 'birding' })],
  ['commenting', () => author.post(`/api/posts/${post.publicId}/comments`, { body: 'Hello.' })],
  ['voting on a post', () => author.post('/api/_postVote', { postId: post.id })],
  ['voting on a comment', () => author.post('/api/_commentVote', { commentId: comment })],
  ['reporting a post', () => author.post('/api/_report', { targetId: post.id, reason: 1 })],
  [
    'reporting a comment',
    () => author.post('/api/_report', { type: 'comment', targetId: comment, reason: 1 }),
  ],
]

describe('banning a member from a community', () => {
  // [ACC-3-023] [ACC-2-063]
  it('[ACC-7-038] answers with them, and [ACC-7-037] puts them on the list', async () => {
    const expires = inAnHour()
    const answer = await ban({ username: 'WREN_writes', expires, note: '  Only advertises. ' })
    expect(answer.statusCode).toBe(200)
    const banned = {
      id: author.id,
      username: 'wren_writes',
      ban: {
        createdAt: expect.any(String),
        expiresAt: wholeSeconds(expires),
        note: 'Only advertises.',
        bannedBy: { id: moderator.id, username: 'moderator_m' },
      },
    }
    expect(answer.json()).toMatchObject(banned)
    expect(await listed()).toMatchObject([banned])
    expect(await logged()).toEqual([
      {
        action: 'ban_from_community',
        as: 'mods',
        whom: stored(author.id),
        details: { kind: 'participating', expiresAt: expires },
        reason: null,
      },
    ])
  })

  it('shows the member which communities they are banned from, but not the note', async () => {
    await ban({ note: 'Only advertises.' })
    const initial = (await author.get('/api/_initial')).json<{ bannedFrom: string[] }>()
    expect(initial.bannedFrom).toEqual([communityId])
    expect(JSON.stringify(initial)).not.toContain('Only advertises.')
    await unban()
    expect((await author.get('/api/_initial')).json()).toMatchObject({ bannedFrom: [] })
  })

  it('keeps their membership and content', async () => {
    await author.post('/api/_joinCommunity', { communityId })
    const theirs = await forum.post(author, 'birding')
    await ban()
    expect((await author.get(`/api/communities/${communityId}`)).json()).toMatchObject({ userJoined: true })
    expect((await author.get(`/api/posts/${theirs.publicId}`)).json()).toMatchObject({ deleted: false })
  })

  it.each(actions)('stops %s, until the ban ends', async (_name, perform) => {
    await ban({ expires: inAnHour() })
    expect((await perform()).json()).toEqual(errors.bannedFromCommunity)
    await end()
    expect((await perform()).statusCode).toBe(200)
    expect((await author.get('/api/_initial')).json()).toMatchObject({ bannedFrom: [] })
    expect(await listed()).toEqual([])
  })

  it('[ACC-8-015] again is a conflict, also concurrently, and changes nothing', async () => {
    const answers = await Promise.all([ban({ note: 'a' }), ban({ note: 'b' }), ban({ note: 'c' })])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    const before = await listed()
    expect((await ban({ expires: inAnHour() })).json()).toEqual(errors.alreadyBanned)
    expect(await listed()).toEqual(before)
    expect(await logged()).toHaveLength(1)
  })

  it('is possible again when the ban has ended, and counts from then on', async () => {
    await ban({ expires: inAnHour(), note: 'The first time.' })
    await sql`update community_bans set expires_at = now(), created_at = '2026-01-01'`.execute(forum.db)
    expect((await ban()).json()).toMatchObject({ ban: { expiresAt: null, note: null } })
    expect((await listed())[0]?.ban.createdAt).not.toMatch(/^2026-01-01/)
  })

  // [ACC-8-014]
  it.each<[string, object, object]>([
    ['[ACC-8-014] nobody of that name', { username: 'nobody_here' }, errors.userNotFound],
    ['an empty name', { username: '' }, errors.userNotFound],
    ['a name of spaces', { username: ' ' }, errors.userNotFound],
    ['no name', { username: null }, errors.noUsername],
    ['[ACC-8-016] oneself', { username: 'moderator_m' }, errors.cannotBanStaff],
    ['an end that is over', { expires: '2020-01-01T00:00:00Z' }, errors.invalidExpiry],
    ['an end that is not a moment', { expires: 'tomorrow' }, errors.invalidExpiry],
    ['an end without a time zone', { expires: '2099-01-01T00:00:00' }, errors.invalidExpiry],
    ['an end on a day that is none', { expires: '2099-02-30T00:00:00Z' }, errors.invalidExpiry],
    ['an end in a month that is none', { expires: '2099-13-01T00:00:00Z' }, errors.invalidExpiry],
    ['an end that is a number', { expires: 5 }, errors.invalidJson],
  ])('is refused for %s, and nothing changes', async (_case, fields, refusal) => {
    expect((await ban(fields)).json()).toEqual(refusal)
    expect(await listed()).toEqual([])
    expect(await logged()).toEqual([])
  })

  it('is refused for a deleted account, without revealing that the name exists', async () => {
    await forum.member('going_away')
    await sql`update users set deleted_at = now() where username = 'going_away'`.execute(forum.db)
    expect((await ban({ username: 'going_away' })).json()).toEqual(errors.userNotFound)
    for (const name of ['going_away', '', ' '])
      expect((await unban(name)).json()).toEqual(errors.userNotFound)
  })

  it('is refused for someone who just became a moderator', async () => {
    let answer: ReturnType<typeof ban> | undefined
    await forum.db.transaction().execute(async (trx) => {
      await sql`select from communities where id = ${communityId} for update`.execute(trx)
      await sql`insert into moderators (community_id, user_id, position)
        values (${communityId}, ${author.id}, 7)`.execute(trx)
      answer = ban()
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    })
    expect((await answer)?.json()).toEqual(errors.cannotBanStaff)
    await sql`delete from moderators where user_id = ${author.id}`.execute(forum.db)
  })

  it('costs one statement, besides that of the session', async () => {
    expect(await countQueries(forum.database, () => ban())).toBe(2)
    expect(await listed()).toHaveLength(1)
  })

  it('cuts a note that is too long', async () => {
    const { ban: made } = (await ban({ note: '🐦'.repeat(501) })).json<BannedMember>()
    expect(made.note).toBe('🐦'.repeat(limits.banNoteMaxLength))
  })
})

describe('the list of the banned', () => {
  it('is empty where nobody is', async () => {
    expect(await listed()).toEqual([])
  })

  it('has the latest first, and can be searched by the beginning of names', async () => {
    const names = ['bee_1', 'bee_2', 'beeX1', 'other']
    for (const name of names) {
      await forum.member(name)
      await ban({ username: name })
    }
    const namesOf = async (query = '') => (await listed(query)).map(({ username }) => username)
    expect(await namesOf()).toEqual(names.toReversed())
    expect(await namesOf('?q=BEE_')).toEqual(['bee_2', 'bee_1'])
    expect(await namesOf('?q=%25')).toEqual([])
  })

  it('does not name a moderator whose account is deleted', async () => {
    const gone = await forum.moderator('moderator_g', 'birding')
    await gone.post(address(), { username: 'wren_writes' })
    await sql`update users set deleted_at = now() where id = ${gone.id}`.execute(forum.db)
    expect(await listed()).toMatchObject([{ username: 'wren_writes', ban: { bannedBy: null } }])
  })
})

describe('lifting a ban', () => {
  // [ACC-2-065]
  it('[ACC-7-039] answers with the member, who takes part again', async () => {
    await ban()
    const answer = await unban('Wren_Writes')
    expect(answer.json()).toMatchObject({ id: author.id, username: 'wren_writes' })
    expect(answer.json()).not.toHaveProperty('ban')
    expect(await listed()).toEqual([])
    for (const [, perform] of actions.slice(0, 2)) expect((await perform()).statusCode).toBe(200)
    expect((await logged()).map(({ action }) => action)).toEqual([
      'ban_from_community',
      'unban_from_community',
    ])
  })

  it('of someone who is not banned (any more) succeeds and is not recorded', async () => {
    expect((await unban()).json()).toMatchObject({ username: 'wren_writes' })
    await ban({ expires: inAnHour() })
    await end()
    expect((await unban()).statusCode).toBe(200)
    expect((await logged()).map(({ action }) => action)).toEqual(['ban_from_community'])
  })

  it('costs one statement, besides that of the session', async () => {
    await ban()
    expect(await countQueries(forum.database, () => unban())).toBe(2)
    expect(await listed()).toEqual([])
  })

  it('leaves the bans of other communities', async () => {
    const other = await forum.moderator('moderator_e', 'elsewhere')
    const { id } = (await other.get('/api/communities/elsewhere?byName=true')).json<{ id: string }>()
    await other.post(`/api/communities/${id}/banned`, { username: 'wren_writes' })
    await ban()
    await unban()
    expect((await author.get('/api/_initial')).json()).toMatchObject({ bannedFrom: [id] })
  })
})
