import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'

let forum: Forum
let author: Member
let moderator: Member
let admin: Member
let member: Member
let post: PostFacts
let other: PostFacts
let made = 0
let birding: { id: string; name: string }

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  birding = await forum.community('birding', admin)
  moderator = await forum.moderator('moderator_m', 'birding')
  author = await forum.member('wren_writes')
})
beforeEach(async () => {
  member = await forum.member(`robin_${++made}`)
  post = await forum.post(author, 'birding')
  other = await forum.post(author, 'birding')
  await limitAll({ slowMode: null, commenters: null })
  await sql`delete from moderation_log`.execute(forum.db)
})
afterAll(() => forum.close())

const limitPost = (limits: object, by = moderator) =>
  by.put(`/api/posts/${post.publicId}/comment-limits`, limits)
const limitAll = (limits: object, by = moderator) =>
  by.put(`/api/communities/${birding.id}/comment-limits`, limits)
const say = (on = post, by = member, body = 'Hello.') =>
  by.post(`/api/posts/${on.publicId}/comments`, { body })
const statusOf = async (answer: ReturnType<typeof say>) => (await answer).statusCode
const codeOf = async (answer: ReturnType<typeof say>) => (await answer).json<{ code: string }>().code
const limitsShown = async (by: { get: Member['get'] } = author) =>
  (await by.get(`/api/posts/${post.publicId}`)).json().commentLimits

/** Moves what a member wrote into the past, by a number of seconds. */
const pass = (seconds: number) =>
  sql`update comments set created_at = created_at - make_interval(secs => ${seconds})
    where author_id = ${stored(member.id)}`.execute(forum.db)

const recorded = async () =>
  (
    await forum.db
      .selectFrom('moderation_log')
      .select(['action', 'acted_as', 'post_id', 'details'])
      .orderBy('id')
      .execute()
  ).map(({ action, acted_as, post_id, details }) => ({
    action,
    acted_as,
    isOfPost: post_id === stored(post.id),
    details,
  }))

describe('slow mode of a post', () => {
  it('lets a member comment once in a while, and says how long to wait', async () => {
    await limitPost({ slowMode: { seconds: 60 } })
    expect(await statusOf(say())).toBe(200)
    const refused = await say()
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'slow_mode' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(await statusOf(say(other))).toBe(200)
    expect(await statusOf(say(post, author))).toBe(200)
    await pass(59)
    expect(await statusOf(say())).toBe(429)
    await pass(60)
    expect(await statusOf(say())).toBe(200)
  })

  it('spares moderators and admins', async () => {
    await limitPost({ slowMode: { seconds: 60 } })
    for (const staff of [moderator, admin, moderator, admin])
      expect(await statusOf(say(post, staff))).toBe(200)
  })

  it('also counts what was deleted, removed, or waits for review', async () => {
    await limitPost({ slowMode: { seconds: 60 } })
    const { id } = (await say()).json()
    await member.delete(`/api/posts/${post.publicId}/comments/${id}`)
    expect(await statusOf(say())).toBe(429)
    await pass(60)
    const { id: next } = (await say()).json()
    await moderator.delete(`/api/posts/${post.publicId}/comments/${next}?deleteAs=mods`)
    expect(await statusOf(say())).toBe(429)
    await pass(60)
    await sql`insert into held_items (kind, author_id, community_id, post_id, sent, sent_hash, reasons)
      values ('comment', ${stored(member.id)}, ${stored(birding.id)}, ${stored(post.id)}, '{}', sha256('held'), '[]')`.execute(
      forum.db,
    )
    expect(await statusOf(say())).toBe(429)
  })

  it('lets one of several at the same time through', async () => {
    await limitPost({ slowMode: { seconds: 60 } })
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, n) => statusOf(say(post, member, `Text ${n}`))),
    )
    expect(all.sort()).toEqual([200, 429, 429, 429, 429, 429])
  })

  it('keeps its end when only the wait changes, and has none with null', async () => {
    await limitPost({ slowMode: { seconds: 60, hours: 2 } })
    const { until } = (await limitsShown()).slowMode
    await limitPost({ slowMode: { seconds: 30 } })
    expect((await limitsShown()).slowMode).toEqual({ seconds: 30, until })
    await limitPost({ slowMode: { seconds: 30, hours: null } })
    expect((await limitsShown()).slowMode).toEqual({ seconds: 30, until: null })
  })

  it('ends at its time, or when a moderator ends it, and is recorded', async () => {
    await limitPost({ slowMode: { seconds: 60, hours: 2 } })
    const { slowMode, commenters } = await limitsShown()
    expect([slowMode.seconds, commenters]).toEqual([60, null])
    expect(Date.parse(slowMode.until) - Date.now()).toBeGreaterThan(7_000_000)
    await say()
    await sql`update posts set comment_limits = jsonb_set(comment_limits, '{slowMode,until}', '"2020-01-01T00:00:00Z"')
      where id = ${stored(post.id)}`.execute(forum.db)
    expect(await limitsShown()).toBeUndefined()
    expect(await statusOf(say())).toBe(200)
    await limitPost({ slowMode: null })
    await limitPost({ slowMode: { seconds: 30 } }, admin)
    expect((await limitPost({ slowMode: null })).json()).toEqual({ slowMode: null, commenters: null })
    expect(await limitsShown()).toBeUndefined()
    expect(await statusOf(say())).toBe(200)
    expect(await recorded()).toEqual([
      {
        action: 'start_slow_mode',
        acted_as: 'mods',
        isOfPost: true,
        details: { seconds: 60, expiresAt: expect.any(String) },
      },
      { action: 'start_slow_mode', acted_as: 'mods', isOfPost: true, details: { seconds: 30 } },
      { action: 'end_slow_mode', acted_as: 'mods', isOfPost: true, details: {} },
    ])
  })

  it.each([
    { slowMode: { seconds: 4 } },
    { slowMode: { seconds: 86_401 } },
    { slowMode: { seconds: 60, hours: 0 } },
    { slowMode: {} },
    { commenters: { who: 'trust5' } },
  ])('is not set to %j', async (limits) => {
    expect((await limitPost(limits)).statusCode).toBe(400)
  })
})

describe('slow mode of a community', () => {
  it('counts comments on all its posts, and the longer wait of the two applies', async () => {
    await limitAll({ slowMode: { seconds: 60 } })
    await limitPost({ slowMode: { seconds: 600 } })
    expect(await statusOf(say())).toBe(200)
    expect(await statusOf(say(other))).toBe(429)
    await pass(60)
    expect(await statusOf(say(other))).toBe(200)
    await pass(60)
    expect(await statusOf(say())).toBe(429)
    await forum.community(`heath_${made}`, admin)
    expect(await statusOf(say(await forum.post(author, `heath_${made}`)))).toBe(200)
  })

  it('is shown by the community, and recorded without a post', async () => {
    await limitAll({ slowMode: { seconds: 60 } })
    const community = (await member.get(`/api/communities/${birding.id}`)).json()
    expect(community.commentLimits).toEqual({ slowMode: { seconds: 60, until: null }, commenters: null })
    const { community: ofPost } = (await member.get(`/api/posts/${post.publicId}?fetchCommunity=true`)).json()
    expect(ofPost.commentLimits).toEqual(community.commentLimits)
    expect(await recorded()).toMatchObject([{ action: 'start_slow_mode', isOfPost: false }])
  })
})

describe('a limit of who may comment', () => {
  it.each([
    ['members', { joins: true, level: 0 }, 200],
    ['members', { joins: false, level: 4 }, 403],
    ['trust1', { joins: true, level: 0 }, 403],
    ['trust1', { joins: false, level: 1 }, 200],
    ['trust3', { joins: false, level: 2 }, 403],
    ['trust4', { joins: false, level: 4 }, 200],
  ])('%s: %j gets %i', async (who, { joins, level }, status) => {
    await sql`update users set trust_level = ${level} where id = ${stored(member.id)}`.execute(forum.db)
    if (joins) await member.post('/api/_joinCommunity', { communityId: birding.id, leave: false })
    await limitPost({ commenters: { who } })
    expect(await statusOf(say())).toBe(status)
    await limitPost({ commenters: null })
    await limitAll({ commenters: { who } })
    expect(await statusOf(say())).toBe(status)
    expect(await statusOf(say(post, moderator))).toBe(200)
  })

  it('says so, is shown, ends, and is recorded', async () => {
    await limitPost({ commenters: { who: 'trust2', hours: 1 }, slowMode: { seconds: 10 } })
    expect(await codeOf(say())).toBe('commenters_limited')
    const shown = await limitsShown(await forum.guest())
    expect(shown).toEqual({
      slowMode: { seconds: 10, until: null },
      commenters: { who: 'trust2', until: expect.any(String) },
    })
    await limitPost({ commenters: null })
    expect(await statusOf(say())).toBe(200)
    expect(await limitsShown()).toEqual({ slowMode: { seconds: 10, until: null }, commenters: null })
    expect((await recorded()).map(({ action, details }) => ({ action, details }))).toEqual([
      { action: 'start_slow_mode', details: { seconds: 10 } },
      { action: 'limit_commenters', details: { commenters: 'trust2', expiresAt: expect.any(String) } },
      { action: 'unlimit_commenters', details: {} },
    ])
  })
})
