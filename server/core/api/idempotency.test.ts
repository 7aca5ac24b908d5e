import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import { endpoints } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import {
  type Client,
  type Forum,
  type Member,
  type PostFacts,
  passwordOf,
  startForum,
} from '../../../tests/support/forum.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { answerOnce, answerTogether, deleteOldIdempotencyKeys } from './idempotency.ts'

const connections = 4
let forum: Forum
let admin: Member
let member: Member
let community: { id: string; name: string }
let post: PostFacts
let thread: string
let keys = 0
const newKey = () => `key-${++keys}`

beforeAll(async () => {
  forum = await startForum({ DATABASE_CONNECTIONS: String(connections) })
  admin = await forum.member('heron', { isAdmin: true, points: 1000 })
  member = await forum.member('wren')
  community = await forum.community('birding', admin)
  await sql`insert into report_reasons (title) values ('Spam')`.execute(forum.db)
})
beforeEach(async () => {
  post = await forum.post(admin, 'birding')
  thread = `/api/posts/${post.publicId}/comments`
})
afterAll(() => forum.close())

const send = (client: Client, url: string, body: unknown, key: string | readonly string[]) =>
  client.send({
    method: 'POST',
    url,
    headers: { 'idempotency-key': key as string },
    payload: JSON.stringify(body),
  })
/** A promise that is settled from outside. */
function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (reason: Error) => void = () => {}
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}
const rowsOf = async (table: string) =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(forum.db)).rows[0]?.n,
  )
const commentsOfPost = async () => (await member.get(thread)).json<{ comments: unknown[] }>().comments.length

/** Each call that takes a key: its sender and body, and the table to which it adds a row. */
const creations: Record<string, { table: string; sent: () => [Client, url: string, body: unknown] }> = {
  createPost: {
    table: 'posts',
    sent: () => [member, '/api/posts', { title: 'Swifts are back', community: 'birding' }],
  },
  createComment: { table: 'comments', sent: () => [member, thread, { body: 'Over the barn.' }] },
  createCommunity: { table: 'communities', sent: () => [admin, '/api/communities', { name: 'gardens' }] },
  createCommunities: {
    table: 'communities',
    sent: () => [admin, '/api/_admin/communities', { communities: [{ name: 'ponds' }] }],
  },
  createInvitation: {
    table: 'invitations',
    sent: () => [admin, '/api/invitations', { uses: 3, days: 7 }],
  },
  createRule: {
    table: 'community_rules',
    sent: () => [admin, `/api/communities/${community.id}/rules`, { rule: 'Be kind' }],
  },
  requestCommunity: {
    table: 'community_requests',
    sent: () => [member, '/api/community_requests', { name: 'moths' }],
  },
  createList: { table: 'lists', sent: () => [member, '/api/users/wren/lists', { name: 'nests' }] },
  report: {
    table: 'reports',
    sent: () => [member, '/api/_report', { type: 'post', targetId: post.id, reason: 1 }],
  },
  createIpBlock: {
    table: 'ip_blocks',
    sent: () => [admin, '/api/ipblocks', { address: '203.0.113.9' }],
  },
}

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
    await send(member, thread, body, key)
    await send(member, thread, body, newKey())
    await member.post(thread, body)
    await send(admin, thread, body, key)
    expect(await commentsOfPost()).toBe(4)
    const list = await send(member, '/api/users/wren/lists', { name: 'other_call' }, key)
    expect(list.statusCode).toBe(200)
  })

  it('is refused with the key of another body, path or query, and creates nothing', async () => {
    const key = newKey()
    await send(member, thread, { body: 'First' }, key)
    const other = await forum.post(admin, 'birding')
    const before = await rowsOf('comments')
    for (const [url, body] of [
      [thread, { body: 'Second' }],
      [thread, { body: 'First', parentCommentId: '1' }],
      [`/api/posts/${other.publicId}/comments`, { body: 'First' }],
      [`${thread}?render=page`, { body: 'First' }],
    ] as const) {
      const refusal = await send(member, url, body, key)
      expect([refusal.statusCode, refusal.json()]).toEqual([422, errors.idempotencyKeyReused])
    }
    expect(await rowsOf('comments')).toBe(before)
  })

  it('can be repeated after a refusal, because nothing was stored', async () => {
    const key = newKey()
    await sql`update posts set locked_at = now(), locked_as = 'mods' where id = ${post.id}`.execute(forum.db)
    const before = await rowsOf('idempotency_keys')
    expect((await send(member, thread, { body: 'Now?' }, key)).json()).toEqual(errors.postLocked)
    expect(await rowsOf('idempotency_keys')).toBe(before)
    await sql`update posts set locked_at = null, locked_as = null where id = ${post.id}`.execute(forum.db)
    expect((await send(member, thread, { body: 'Now?' }, key)).statusCode).toBe(200)
    expect(await commentsOfPost()).toBe(1)
  })

  it('sends no more statements than before without a key, and four more with one', async () => {
    const statements = (key?: string) =>
      countQueries(forum.database, () =>
        key ? send(member, thread, { body: 'Counted' }, key) : member.post(thread, { body: 'Counted' }),
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
      expect((await send(member, thread, { body: key }, key)).statusCode).toBe(200)
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
    const refusal = await send(member, thread, { body: 'x' }, key)
    expect([refusal.statusCode, refusal.json()]).toEqual([400, errors.invalidIdempotencyKey])
    expect(await commentsOfPost()).toBe(0)
  })

  it('is checked only after the token and the login', async () => {
    const guest = await forum.guest()
    expect((await send(guest, thread, { body: 'x' }, 'a b')).json()).toEqual(errors.notLoggedIn)
  })

  it('is ignored by calls that create nothing', async () => {
    const vote = await send(member, '/api/_postVote', { postId: post.id, up: true }, 'a b')
    expect(vote.statusCode).toBe(200)
  })

  it('counts for a day, and is then deleted', async () => {
    const [old, young] = [newKey(), newKey()]
    for (const key of [old, young]) await send(member, thread, { body: 'Day by day' }, key)
    const age = (key: string, seconds: number) =>
      sql`update idempotency_keys
        set created_at = now() - make_interval(hours => ${limits.idempotencyKeyHours}, secs => ${seconds})
        where key = ${key}`.execute(forum.db)
    await age(young, -60)
    await age(old, 60)
    for (const key of [old, young]) await send(member, thread, { body: 'Day by day' }, key)
    expect(await commentsOfPost()).toBe(3)
    await age(old, 60)
    await deleteOldIdempotencyKeys(forum.db)
    const { rows } = await sql<{ key: string }>`
      select key from idempotency_keys where key in (${old}, ${young})`.execute(forum.db)
    expect(rows).toEqual([{ key: young }])
  })

  it('is deleted with the account', async () => {
    const leaver = await forum.member('leaver')
    await send(leaver, thread, { body: 'Goodbye' }, newKey())
    const left = async () =>
      (await sql`select from idempotency_keys where user_id = ${leaver.id}`.execute(forum.db)).rows.length
    expect(await left()).toBe(1)
    const gone = await leaver.delete('/api/users/leaver', { password: passwordOf('leaver') })
    expect(gone.statusCode).toBe(200)
    expect(await left()).toBe(0)
  })
})

describe('two concurrent calls', () => {
  it('get one answer, and create once', async () => {
    const key = newKey()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(member, thread, { body: 'At once' }, key)),
    )
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(200)
    expect(await commentsOfPost()).toBe(1)
  })

  it('in two processes get one answer, too, and only one is performed', async () => {
    const keyed = { userId: stored(member.id), call: 'createComment', key: newKey() } as const
    const gate = deferred<void>()
    let performed = 0
    const perform = async () => {
      performed += 1
      await gate.promise
      return `answer ${performed}`
    }
    const both = [1, 2].map(() => answerOnce(forum.database.db, keyed, ['request'], perform))
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    gate.resolve()
    expect(await Promise.all(both)).toEqual(['answer 1', 'answer 1'])
    expect(performed).toBe(1)
  })

  it('perform the second if the first is refused', async () => {
    const keyed = { userId: stored(member.id), call: 'createComment', key: newKey() } as const
    const started = deferred<void>()
    const refused = deferred<string>()
    const perform = () => {
      started.resolve()
      return refused.promise
    }
    const first = answerOnce(forum.database.db, keyed, ['request'], perform).catch(String)
    await started.promise
    const second = answerOnce(forum.database.db, keyed, ['request'], async () => 'the second')
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    refused.reject(new Refused(errors.postLocked))
    expect(await second).toBe('the second')
    expect(await first).toContain(errors.postLocked.message)
  })

  it('hold no connections while they wait for a thread', async () => {
    const blocker = await forum.db.startTransaction().execute()
    await sql`select from posts where id = ${post.id} for no key update`.execute(blocker)
    const comments = Array.from({ length: connections * 2 }, () =>
      send(member, thread, { body: 'Waiting' }, newKey()),
    )
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    const isRead = (await member.get(`/api/communities/${community.id}`)).statusCode === 200
    const waitedMs = forum.database.waitingMs()
    const waiting = await waitingStatements(forum.db)
    await blocker.commit().execute()
    expect({ isRead, waitedMs, waiting: waiting.length }).toEqual({ isRead: true, waitedMs: 0, waiting: 1 })
    expect((await Promise.all(comments)).map(({ statusCode }) => statusCode)).toEqual(comments.map(() => 200))
  })
})

describe('comments with keys that come at the same time', () => {
  const sendAll = (sent: readonly { readonly key: string; readonly url?: string }[]) =>
    Promise.all(sent.map(({ key, url = thread }) => send(member, url, { body: 'Together' }, key)))
  const statusOf = ({ statusCode }: { statusCode: number }) => statusCode

  it('share a transaction, and are answered the same when they are repeated', async () => {
    const keys = Array.from({ length: 6 }, newKey)
    const perform = async () => 'answer'
    const statements = await countQueries(forum.database, async () => {
      const answers = keys.map((key) =>
        answerTogether(forum.database.db, {
          keyed: { userId: stored(member.id), call: 'createComment', key },
          sent: ['request'],
          turn: null,
          perform,
        }),
      )
      expect(await Promise.all(answers)).toEqual(keys.map(() => 'answer'))
    })
    // begin, the keys, their answers, commit
    expect(statements).toBe(4)

    const others = Array.from({ length: 6 }, () => ({ key: newKey() }))
    const first = await sendAll(others)
    expect(first.map(statusOf)).toEqual(others.map(() => 200))
    expect((await sendAll(others)).map(({ body }) => body)).toEqual(first.map(({ body }) => body))
    expect(await commentsOfPost()).toBe(6)
  })

  it('are each answered for themselves where one is refused, and its key is not stored', async () => {
    const locked = await forum.post(admin, 'birding')
    await sql`update posts set locked_at = now(), locked_as = 'mods' where id = ${stored(locked.id)}`.execute(
      forum.db,
    )
    const refusedKey = newKey()
    const answers = await sendAll([
      { key: newKey() },
      { key: refusedKey, url: `/api/posts/${locked.publicId}/comments` },
      { key: newKey() },
    ])
    expect(answers.map(statusOf)).toEqual([200, errors.postLocked.status, 200])
    expect(await commentsOfPost()).toBe(2)
    const { rows } = await sql`select from idempotency_keys where key = ${refusedKey}`.execute(forum.db)
    expect(rows).toEqual([])
  })

  it('are each answered for themselves where one was stored before', async () => {
    const known = newKey()
    const [before] = await sendAll([{ key: known }])
    const answers = await sendAll([{ key: newKey() }, { key: known }, { key: newKey() }])
    expect(answers.map(statusOf)).toEqual([200, 200, 200])
    expect(answers[1]?.body).toBe(before?.body)
    expect(await commentsOfPost()).toBe(3)
  })

  it('leave no transaction open in which one of them goes on, when another one has failed', async () => {
    const gate = deferred<void>()
    const performed: string[] = []
    const request = (perform: (trx: Db) => Promise<string>) =>
      answerTogether(forum.database.db, {
        keyed: { userId: stored(member.id), call: 'createComment', key: newKey() },
        sent: ['request'],
        turn: null,
        perform,
      })
    let attempts = 0
    const refused = request(async () => {
      attempts += 1
      throw new Refused(errors.postLocked)
    }).catch(({ error }) => error)
    const slow = request(async (trx) => {
      await gate.promise
      await sql`select 1`.execute(trx)
      performed.push('slow')
      return 'slow'
    })
    await expect.poll(() => attempts).toBe(1)
    gate.resolve()
    expect([await refused, await slow]).toEqual([errors.postLocked, 'slow'])
    // Once together, and once alone.
    expect([attempts, performed]).toEqual([2, ['slow', 'slow']])
  })
})

describe('a database connection that is lost', () => {
  /** The statement that stores the answer waits until the gate opens. */
  const gate = 4711
  it('between the write and the commit stores neither the write nor its key', async () => {
    await sql`
      create function wait_at_gate() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock_shared(${sql.lit(gate)}); return new; end $$;
      create trigger wait_at_gate before update on idempotency_keys for each row execute function wait_at_gate()`.execute(
      forum.db,
    )
    const closed = await forum.db.startTransaction().execute()
    await sql`select pg_advisory_xact_lock(${sql.lit(gate)})`.execute(closed)
    const key = newKey()
    const lost = send(member, thread, { body: 'Stored or not' }, key)
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    const [pid] = await waitingStatements(forum.db)
    await sql`select pg_terminate_backend(${pid ?? 0})`.execute(forum.db)
    expect((await lost).json()).toEqual(errors.databaseUnavailable)
    await closed.commit().execute()
    expect(await commentsOfPost()).toBe(0)
    expect((await sql`select from idempotency_keys where key = ${key}`.execute(forum.db)).rows).toEqual([])

    const again = await send(member, thread, { body: 'Stored or not' }, key)
    expect(again.statusCode).toBe(200)
    expect((await send(member, thread, { body: 'Stored or not' }, key)).body).toBe(again.body)
    expect(await commentsOfPost()).toBe(1)
    await sql`drop function wait_at_gate cascade`.execute(forum.db)
  })

  it('is different from a lost conflict, after which the whole call is retried', async () => {
    const keyed = { userId: stored(member.id), call: 'createComment', key: newKey() } as const
    let attempts = 0
    const answer = await answerOnce(forum.database.db, keyed, ['request'], async (trx) => {
      attempts += 1
      if (attempts === 1)
        await sql`do $$ begin raise exception 'lost' using errcode = 'deadlock_detected'; end $$`.execute(trx)
      return 'stored'
    })
    expect([attempts, answer]).toEqual([2, 'stored'])
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
