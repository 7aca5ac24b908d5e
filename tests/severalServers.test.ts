import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../contract/errors.ts'
import { createApp } from '../server/app.ts'
import { watchIpBlocks } from '../server/core/ipBlocks/watch.ts'
import { fixedSettings, watchSettings } from '../server/core/settings/live.ts'
import { deleteOrderedContent } from '../server/features/admin/deleteContent.ts'
import { openDatabase } from '../server/platform/database/connection.ts'
import { watchDatabase } from '../server/platform/database/watch.ts'
import { type Jobs, startJobs } from '../server/platform/jobs/queue.ts'
import type { Valkey } from '../server/platform/valkey/connection.ts'
import { countQueries } from './support/countQueries.ts'
import { type Client, type Forum, type Member, startForum } from './support/forum.ts'
import { type Method, sendTo } from './support/sendTo.ts'
import { connectValkey, isValkeyMissing, type RunningValkey, startValkey } from './support/valkey.ts'

/** Another server of the same database, with nothing in common but that. */
async function startServer(forum: Forum, more: { valkey?: Valkey } = {}) {
  const { config, secrets, files } = forum
  const database = openDatabase(forum.connection, { connections: 4 })
  const watch = await watchDatabase(forum.connection, () => {})
  const ipBlocks = await watchIpBlocks(watch)
  const liveSettings = await watchSettings(watch, config.locked)
  const { db } = database
  const app = await createApp({ db, config, secrets, files, ipBlocks, liveSettings, watch, ...more })
  await app.ready()
  return {
    app,
    async close() {
      await app.close()
      await watch.close()
      await database.close()
    },
  }
}
type Server = Awaited<ReturnType<typeof startServer>>

const soon = { interval: 10 }

const counters = isValkeyMissing() ? ['the database'] : ['the database', 'Valkey']
describe.each(counters)('rate limits of two servers of one database, counted in %s', (counter) => {
  let forum: Forum
  let second: Server
  let member: Member
  let running: RunningValkey | undefined
  let connections: Valkey[] = []
  const isInValkey = counter === 'Valkey'
  beforeAll(async () => {
    if (isInValkey) {
      running = await startValkey()
      connections = [await connectValkey(running.url), await connectValkey(running.url)]
    }
    const [ofForum, ofSecond] = connections.map((valkey) => ({ valkey }))
    forum = await startForum({ RATE_LIMITS: 'on', CAPTCHA: 'pow', TRUST_PROXY: 'loopback' }, ofForum)
    second = await startServer(forum, ofSecond)
    await forum.community('birding')
    member = await forum.member('wren_w')
  })
  afterAll(async () => {
    await second.close()
    await forum.close()
    for (const valkey of connections) valkey.close()
    await running?.kill()
  })
  afterEach(async () => {
    const { rows } = await sql`select from rate_limits`.execute(forum.db)
    if (isInValkey) expect(rows).toEqual([])
    else expect(rows).not.toEqual([])
  })
  const both = () => [forum, second] as const

  it('count together', async () => {
    const [statuses, inTurn] = [[] as number[], [...both(), ...both()]]
    for (const [n, server] of inTurn.entries())
      statuses.push(
        (await sendTo(server, member, ['POST', '/api/posts', { title: `Post ${n}`, community: 'birding' }]))
          .statusCode,
      )
    expect(statuses).toEqual([200, 429, 429, 429])
  })

  it('slow down guessing of passwords at both', async () => {
    const guest = await forum.guest()
    const logIn = (n: number) =>
      sendTo(
        both()[n % 2] as Server,
        guest,
        ['POST', '/api/_login', { username: 'wren_w', password: 'wrong' }],
        {
          'x-forwarded-for': '192.0.2.1',
        },
      )
    const answers = await Promise.all(Array.from({ length: 11 }, (_, n) => logIn(n)))
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
  })

  it('begin again when their window is over', async () => {
    const vote = (server: Pick<Server, 'app'>) =>
      sendTo(server, member, ['POST', '/api/_joinCommunity', { communityId: '999' }])
    expect((await vote(forum)).json()).toEqual(errors.communityNotFound)
    await sql`update rate_limits set ends_at = now() - interval '1 ms'`.execute(forum.db)
    await connections[0]?.askOr(
      (client) => client.flushdb(),
      () => Promise.reject(new Error('It was just used.')),
    )
    expect((await vote(second)).json()).toEqual(errors.communityNotFound)
    expect((await vote(forum)).json()).toEqual(errors.tooManyRequests)
  })

  it('do not count the repetition of a call with an idempotency key at the other server', async () => {
    const author = await forum.member('robin_r')
    const post = { title: 'Once', community: 'birding' }
    const key = { 'idempotency-key': 'one' }
    const first = await sendTo(forum, author, ['POST', '/api/posts', post], key)
    expect(first.statusCode).toBe(200)
    expect((await sendTo(second, author, ['POST', '/api/posts', post], key)).body).toBe(first.body)
    expect(
      (await sendTo(second, author, ['POST', '/api/posts', post], { 'idempotency-key': 'two' })).statusCode,
    ).toBe(429)
  })

  it(`need no statement for a call that this server knows to be refused, and ${isInValkey ? 'none' : 'one'} for all buckets of another`, async () => {
    const reader = await forum.member('tit_t')
    const join = () => sendTo(forum, reader, ['POST', '/api/_joinCommunity', { communityId: '999' }])
    const first = await countQueries(forum.database, join)
    await join()
    // What is left is the session.
    expect(await countQueries(forum.database, join)).toBe(1)
    const unlimited = await createApp({
      ...forum,
      db: forum.database.db,
      liveSettings: fixedSettings({ ...forum.config.locked, rateLimits: false }),
    })
    expect(
      await countQueries(forum.database, () =>
        sendTo({ app: unlimited }, reader, ['POST', '/api/_joinCommunity', { communityId: '999' }]),
      ),
    ).toBe(isInValkey ? first : first - 1)
    await unlimited.close()
  })

  it('accept a solved captcha once', async () => {
    const guest = await forum.guest()
    const { challenge } = (await sendTo(second, guest, ['GET', '/api/_captcha'])).json()
    const solution = await solveChallenge({ challenge: JSON.parse(challenge), deriveKey })
    const captchaToken = Buffer.from(JSON.stringify({ challenge: JSON.parse(challenge), solution })).toString(
      'base64',
    )
    const signUp = (server: Pick<Server, 'app'>, username: string) =>
      sendTo(
        server,
        guest,
        ['POST', '/api/_signup', { username, password: 'a fine password', captchaToken }],
        {
          'x-forwarded-for': '192.0.2.9',
        },
      )
    const answers = await Promise.all([signUp(forum, 'twice_1'), signUp(second, 'twice_2')])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, errors.captchaRefused.status])
    const { rows } = await sql`select from spent_challenges`.execute(forum.db)
    expect(rows).toHaveLength(isInValkey ? 0 : 1)
  })
})

describe('two servers of one database', () => {
  let forum: Forum
  let second: Server
  let admin: Member
  beforeAll(async () => {
    // For an hour, so that no test passes because a cached value expired.
    forum = await startForum({ GUEST_CACHE_SECONDS: '3600' })
    second = await startServer(forum)
    admin = await forum.member('admin_a', { isAdmin: true })
    await forum.community('birding', admin)
  })
  afterAll(async () => {
    await second.close()
    await forum.close()
  })

  const read = async (server: Pick<Server, 'app'>, from: Client, url: string) => {
    const { rawPayload, headers } = await sendTo(server, from, ['GET', url])
    return String(headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload)
  }

  it('do not show guests a post any more that was removed at the other one', async () => {
    const author = await forum.member('author_a')
    const { publicId } = await forum.post(author, 'birding', { title: 'An insult' })
    const guest = await forum.guest()
    const urls = ['/api/posts?sort=latest', `/api/posts/${publicId}`]
    for (const url of urls) expect(await read(second, guest, url)).toContain('An insult')
    await sendTo(forum, admin, ['DELETE', `/api/posts/${publicId}?deleteAs=admins`])
    for (const url of urls) await expect.poll(() => read(second, guest, url), soon).not.toContain('An insult')
  })

  it('do not show it even if the message about it was lost', async () => {
    const author = await forum.member('author_b')
    const { publicId } = await forum.post(author, 'birding', { title: 'Another insult' })
    const guest = await forum.guest()
    const url = `/api/posts/${publicId}`
    expect(await read(second, guest, url)).toContain('Another insult')
    await sql`update posts set deleted_at = now(), deleted_by = ${admin.id}, deleted_as = 'admins' where public_id = ${publicId}`.execute(
      forum.db,
    )
    await sql`insert into last_writes values (0, clock_timestamp())
      on conflict (user_id) do update set written_at = excluded.written_at`.execute(forum.db)
    await expect.poll(() => read(second, guest, url), soon).not.toContain('Another insult')
  })

  it('do not show what a banned member wrote, once the job has removed it', async () => {
    const author = await forum.member('author_c')
    const { publicId } = await forum.post(author, 'birding', { title: 'Much spam' })
    const guest = await forum.guest()
    const url = `/api/posts/${publicId}`
    const ban = { action: 'ban_user', username: 'author_c', deleteContentDays: 0 }
    expect((await sendTo(forum, admin, ['POST', '/api/_admin', ban])).statusCode).toBe(200)
    expect(await read(second, guest, url)).toContain('Much spam')
    await deleteOrderedContent(forum.database.db, { signal: new AbortController().signal })
    await expect.poll(() => read(second, guest, url), soon).not.toContain('Much spam')
  })

  it('enforce a ban at once', async () => {
    const member = await forum.member('banned_b')
    const post = ['POST', '/api/posts', { title: 'A post', community: 'birding' }] as [Method, string, object]
    expect((await sendTo(second, member, post)).statusCode).toBe(200)
    await sendTo(forum, admin, ['POST', '/api/_admin', { action: 'ban_user', username: 'banned_b' }])
    expect((await sendTo(second, member, post)).json()).toEqual(errors.notLoggedIn)
  })

  it('enforce a blocked address within a second', async () => {
    const guest = await forum.guest()
    const from = (ip: string) =>
      second.app.inject({ url: '/api/_initial', headers: guest.headers(), remoteAddress: ip })
    expect((await from('203.0.113.7')).statusCode).toBe(200)
    await sendTo(forum, admin, ['POST', '/api/ipblocks', { address: '203.0.113.7' }])
    await expect.poll(async () => (await from('203.0.113.7')).statusCode, soon).toBe(403)
  })

  it('apply new settings within a second', async () => {
    const guest = await forum.guest()
    const initial = () => read(second, guest, '/api/_initial')
    expect(await initial()).toContain('"signupsDisabled":false')
    await sendTo(forum, admin, ['PUT', '/api/site_settings', { signupsDisabled: true }])
    await expect.poll(initial, soon).toContain('"signupsDisabled":true')
    await sendTo(forum, admin, ['PUT', '/api/site_settings', { signupsDisabled: false }])
  })

  it('send what happened at the other one to those who listen', async () => {
    const author = await forum.member('listens_l')
    const post = await forum.post(author, 'birding')
    const server = await startServer(forum)
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as AddressInfo
    const leaving = new AbortController()
    const { body } = await fetch(`http://127.0.0.1:${port}/api/_events`, {
      headers: { cookie: author.headers().cookie },
      signal: leaving.signal,
    })
    const parts = body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const untilRead = async (wanted: string) => {
      while (!text.includes(wanted)) text += (await parts?.read())?.value ?? ''
    }
    await untilRead('{"newCount":0}')
    await forum.comment(await forum.member('comments_c'), post)
    await untilRead('{"newCount":1}')
    leaving.abort()
    await server.close()
  })

  it('perform a job once', async () => {
    const performed: unknown[] = []
    const task = {
      name: 'once',
      perform: async (_services: unknown, payload: unknown) => void performed.push(payload),
    }
    const jobs: Jobs[] = []
    for (let server = 0; server < 2; server += 1)
      jobs.push(await startJobs(forum.connection, forum, [task], () => {}))
    await sql`select graphile_worker.add_job('once', json_build_object('n', n)) from generate_series(1, 50) as n`.execute(
      forum.db,
    )
    await expect
      .poll(
        async () =>
          (await sql`select from graphile_worker.jobs where task_identifier = 'once'`.execute(forum.db)).rows,
      )
      .toEqual([])
    for (const each of jobs) await each.stop()
    expect(performed).toHaveLength(50)
  })
})
