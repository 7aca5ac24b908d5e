import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import { endpoints } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { newKey, send, startKeyedCalls } from '../../../tests/support/keyedCalls.ts'
import { deleteOldIdempotencyKeys } from './idempotency.ts'

const { admin, commentsOfPost, creations, forum, member, rowsOf, current } = await startKeyedCalls()

describe('a call that creates something', () => {
  it('takes a key', () => {
    const taking = Object.entries<Endpoint>(endpoints).filter(([, endpoint]) => endpoint.takesIdempotencyKey)
    expect(taking.map(([name]) => name).sort()).toEqual(Object.keys(creations).sort())
  })

  it.each(Object.entries(creations))('creates once with one key: %s', async (_name, { table, sent }) => {
    const [client, url, body] = sent()
    const before = await rowsOf(table)
    const key = newKey()
    const first = await send(client, url, body, key)
    expect([first.statusCode, first.body]).toEqual([200, first.body])
    expect(await rowsOf(table)).toBe(before + 1)
    for (const spelled of [key, `"${key}"`]) {
      const again = await send(client, url, body, spelled)
      expect([again.statusCode, again.body]).toEqual([200, first.body])
      expect(again.headers['content-type']).toBe(first.headers['content-type'])
    }
    expect(await rowsOf(table)).toBe(before + 1)
  })

  it('creates again with another key, without one, for another member, and in another call', async () => {
    const key = newKey()
    const body = { body: 'The same words' }
    await send(member, current.thread, body, key)
    await send(member, current.thread, body, newKey())
    await member.post(current.thread, body)
    await send(admin, current.thread, body, key)
    expect(await commentsOfPost()).toBe(4)
    const list = await send(member, '/api/users/wren/lists', { name: 'other_call' }, key)
    expect(list.statusCode).toBe(200)
  })

  it('is refused with the key of another body, path or query, and creates nothing', async () => {
    const key = newKey()
    await send(member, current.thread, { body: 'First' }, key)
    const other = await forum.post(admin, 'birding')
    const before = await rowsOf('comments')
    for (const [url, body] of [
      [current.thread, { body: 'Second' }],
      [current.thread, { body: 'First', parentCommentId: '1' }],
      [`/api/posts/${other.publicId}/comments`, { body: 'First' }],
      [`${current.thread}?render=page`, { body: 'First' }],
    ] as const) {
      const refusal = await send(member, url, body, key)
      expect([refusal.statusCode, refusal.json()]).toEqual([422, errors.idempotencyKeyReused])
    }
    expect(await rowsOf('comments')).toBe(before)
  })

  it('can be repeated after a refusal, because nothing was stored', async () => {
    const key = newKey()
    await sql`update posts set locked_at = now(), locked_as = 'mods' where id = ${current.post.id}`.execute(
      forum.db,
    )
    const before = await rowsOf('idempotency_keys')
    expect((await send(member, current.thread, { body: 'Now?' }, key)).json()).toEqual(errors.postLocked)
    expect(await rowsOf('idempotency_keys')).toBe(before)
    await sql`update posts set locked_at = null, locked_as = null where id = ${current.post.id}`.execute(
      forum.db,
    )
    expect((await send(member, current.thread, { body: 'Now?' }, key)).statusCode).toBe(200)
    expect(await commentsOfPost()).toBe(1)
  })

  it('sends no more statements than before without a key, and four more with one', async () => {
    const statements = (key?: string) =>
      countQueries(forum.database, () =>
        key
          ? send(member, current.thread, { body: 'Counted' }, key)
          : member.post(current.thread, { body: 'Counted' }),
      )
    const without = await statements()
    expect(without).toBe(2)
    // begin, the key, its answer, commit
    expect(await statements(newKey())).toBe(without + 4)
  })
})

describe('a key', () => {
  it.each(['a', 'A'.repeat(64), '8e03978e-40d5-43dd-bc93-6894a57f9324', 'a.b:c_d+e/f=='])(
    'may be %s',
    async (key) => {
      expect((await send(member, current.thread, { body: key }, key)).statusCode).toBe(200)
    },
  )

  it.each([
    ['empty', ''],
    ['an empty text', '""'],
    ['too long', 'A'.repeat(65)],
    ['half a text', '"abc'],
    ['with a parameter', '"abc";a=1'],
    ['with a blank', 'a b'],
    ['with other letters', 'schlüssel'],
    ['a number of them', ['abc', 'def']],
  ])('that is %s is refused, and nothing is created', async (_case, key) => {
    const refusal = await send(member, current.thread, { body: 'x' }, key)
    expect([refusal.statusCode, refusal.json()]).toEqual([400, errors.invalidIdempotencyKey])
    expect(await commentsOfPost()).toBe(0)
  })

  it('is checked only after the token and the login', async () => {
    const guest = await forum.guest()
    expect((await send(guest, current.thread, { body: 'x' }, 'a b')).json()).toEqual(errors.notLoggedIn)
  })

  it('is ignored by calls that create nothing', async () => {
    const vote = await send(member, '/api/_postVote', { postId: current.post.id, up: true }, 'a b')
    expect(vote.statusCode).toBe(200)
  })

  it('counts for a day, and is then deleted', async () => {
    const [old, young] = [newKey(), newKey()]
    for (const key of [old, young]) await send(member, current.thread, { body: 'Day by day' }, key)
    const age = (key: string, seconds: number) =>
      sql`update idempotency_keys
        set created_at = now() - make_interval(hours => ${limits.idempotencyKeyHours}, secs => ${seconds})
        where key = ${key}`.execute(forum.db)
    await age(young, -60)
    await age(old, 60)
    for (const key of [old, young]) await send(member, current.thread, { body: 'Day by day' }, key)
    expect(await commentsOfPost()).toBe(3)
    await age(old, 60)
    await deleteOldIdempotencyKeys(forum.db)
    const { rows } = await sql<{ key: string }>`
      select key from idempotency_keys where key in (${old}, ${young})`.execute(forum.db)
    expect(rows).toEqual([{ key: young }])
  })

  it('is deleted with the account', async () => {
    const leaver = await forum.member('leaver')
    await send(leaver, current.thread, { body: 'Goodbye' }, newKey())
    const left = async () =>
      (await sql`select from idempotency_keys where user_id = ${leaver.id}`.execute(forum.db)).rows.length
    expect(await left()).toBe(1)
    const gone = await leaver.delete('/api/users/leaver', { password: passwordOf('leaver') })
    expect(gone.statusCode).toBe(200)
    expect(await left()).toBe(0)
  })
})

describe('rate limits', () => {
  let limited: Forum
  let writer: Member
  beforeAll(async () => {
    limited = await startForum({ RATE_LIMITS: 'on' })
    await limited.community('birding')
    writer = await limited.member('siskin')
  })
  afterAll(() => limited.close())
  const draft = { title: 'Swifts are back', community: 'birding' }

  it('count a call with a key once, without a few repetitions', async () => {
    const first = await send(writer, '/api/posts', draft, 'one')
    expect(first.statusCode).toBe(200)
    for (let repetition = 1; repetition <= 4; repetition++)
      expect((await send(writer, '/api/posts', draft, 'one')).body).toBe(first.body)
    expect((await send(writer, '/api/posts', draft, 'one')).statusCode).toBe(429)
    expect((await send(writer, '/api/posts', draft, 'two')).statusCode).toBe(429)
  })

  it('also apply to repetitions of a call that they refused', async () => {
    const list = (name: string, key: string) => send(writer, '/api/users/siskin/lists', { name }, key)
    const statuses: number[] = []
    for (const [name, key] of [
      ['first', 'a'],
      ['second', 'b'],
      ['second', 'b'],
      ['first', 'a'],
    ] as const)
      statuses.push((await list(name, key)).statusCode)
    expect(statuses).toEqual([200, 429, 429, 200])
  })
})
