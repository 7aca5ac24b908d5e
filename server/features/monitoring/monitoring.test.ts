import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../../package.json'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { createApp } from '../../app.ts'
import { openDatabase } from '../../platform/database/connection.ts'
import { noOverload } from '../../platform/http/overload.ts'

const token = 'a token of the operator'.replaceAll(' ', '-')

let forum: Forum
let member: Member
let post: PostFacts
let app: FastifyInstance
const opened: { close(): Promise<unknown> }[] = []

beforeAll(async () => {
  forum = await startForum({ GUEST_CACHE_SECONDS: '3600', METRICS_TOKEN: token })
  await forum.community('birding')
  member = await forum.member('canary_member')
  post = await forum.post(member, 'birding')
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})
afterAll(() => forum.close())

/** Another application with the same database. It has counted and cached nothing yet. */
async function start(given: Partial<Parameters<typeof createApp>[0]> = {}): Promise<void> {
  const renderer = {
    knownSearch: async () => '',
    isPage: () => true,
    render: async () => ({ status: 200, html: 'A page.' }),
    renderFailure: () => 'A failure.',
    renderApiDocs: async () => 'A description.',
    renderForm: async () => 'A form.',
    markupFigures: () => ({ entries: 1, bytes: 20, hits: 300, misses: 4000 }),
    unlistedPaths: async () => [],
    inlineScripts: [],
  }
  const assetsFor = () => ({ entry: '', preloads: [], styles: [] })
  app = await createApp({ ...forum, pages: { renderer, assetsFor, filesFolder: null }, ...given })
  opened.push(app)
}

const ready = async () => {
  const { statusCode, body } = await app.inject('/readyz')
  return [statusCode, JSON.parse(body)]
}

describe('whether the server is ready', () => {
  it('is a short answer to GET and HEAD', async () => {
    await start({ jobs: { isWorking: () => true } })
    expect(await ready()).toEqual([200, { ready: true, failed: [] }])
    expect((await app.inject({ method: 'HEAD', url: '/readyz' })).statusCode).toBe(200)
  })

  it('does not depend on jobs if another process runs them', async () => {
    await start({ jobs: null })
    expect(await ready()).toEqual([200, { ready: true, failed: [] }])
  })

  it('is false while the workers do not run', async () => {
    await start({ jobs: { isWorking: () => false } })
    expect(await ready()).toEqual([503, { ready: false, failed: ['jobs'] }])
  })

  it('is false while the database does not answer, but the process is alive', async () => {
    const nowhere = openDatabase({ host: '127.0.0.1', port: 1 }, { connections: 1 })
    opened.push(nowhere)
    await start({ db: nowhere.db })
    expect(await ready()).toEqual([503, { ready: false, failed: ['database'] }])
    const alive = await app.inject('/healthz')
    expect([alive.statusCode, alive.body]).toEqual([200, 'ok\n'])
  })

  it.each([
    ['that this program does not know', sql`insert into kysely_migration values ('9999_later', '')`],
    ['less than this program has', sql`delete from kysely_migration where name like '0001%'`],
  ])('is no with a migration %s', async (_case, change) => {
    const before = await sql<{ name: string; timestamp: string }>`select * from kysely_migration`.execute(
      forum.db,
    )
    await change.execute(forum.db)
    await start()
    expect(await ready()).toEqual([503, { ready: false, failed: ['migrations'] }])
    await sql`delete from kysely_migration`.execute(forum.db)
    for (const { name, timestamp } of before.rows)
      await sql`insert into kysely_migration values (${name}, ${timestamp})`.execute(forum.db)
  })

  it.each([
    ['no while the server stops', '/readyz', /503.*\{"ready":false,"failed":\["stopping"\]\}/s],
    ['another question than whether it is alive, also while it stops', '/healthz', /200.*ok/s],
  ])('is %s', async (_case, path, expected) => {
    await start()
    const answers: (() => void)[] = []
    const held = new Promise<void>((resolve) => {
      app.get('/held', (_request, reply) => {
        answers.push(() => reply.send('held'))
        resolve()
      })
    })
    const stopping = new Promise<void>((resolve) => {
      app.addHook('preClose', async () => resolve())
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    const received = text(client)
    const ask = (url: string) => client.write(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`)
    ask('/held')
    await held
    const closed = app.close()
    await stopping
    const arrived = once(app.server, 'request')
    ask(path)
    await arrived
    for (const answer of answers) answer()
    const [, second] = (await received).split('held')
    expect(second).toMatch(expected)
    await closed
  })
})

describe('how the server sees a client', () => {
  it.each([
    ['without a proxy', {}, {}, { address: '203.0.113.7', isForwarded: false, isTrusted: false }],
    [
      'through an unknown proxy',
      {},
      { 'x-forwarded-for': '198.51.100.9' },
      { address: '203.0.113.7', isForwarded: true, isTrusted: false },
    ],
    [
      'through a trusted proxy',
      { trustProxy: ['203.0.113.7'] },
      { 'x-forwarded-for': '198.51.100.9' },
      { address: '198.51.100.9', isForwarded: true, isTrusted: true },
    ],
  ])('is said to it: %s', async (_case, config, headers, seen) => {
    await start({ config: { ...forum.config, ...config } })
    const answer = await app.inject({ url: '/clientz', headers, remoteAddress: '203.0.113.7' })
    expect([answer.json(), answer.headers['cache-control']]).toEqual([seen, 'no-store'])
  })
})

describe('metrics', () => {
  const elsewhere = { remoteAddress: '203.0.113.7' }
  const get = async (given: { remoteAddress?: string; headers?: Record<string, string> } = {}) =>
    app.inject({ url: '/metrics', ...given })
  const metrics = async () => (await get()).body
  /** The value of a line, by the text before it. */
  const numberAfter = (body: string, line: string) =>
    Number(
      body
        .split('\n')
        .find((one) => one.startsWith(`${line} `))
        ?.split(' ')
        .at(-1),
    )

  it('are available to this machine', async () => {
    await start()
    const { statusCode, headers } = await get()
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ])
  })

  it.each([
    ['from elsewhere', elsewhere],
    ['through a proxy on this machine', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['with another host', { headers: { host: 'forum.example' } }],
    ['with another token', { ...elsewhere, headers: { authorization: `Bearer ${token}s` } }],
    ['with the token in another scheme', { ...elsewhere, headers: { authorization: `Basic ${token}` } }],
  ])('are refused %s', async (_case, given) => {
    await start()
    const { statusCode, body } = await get(given)
    expect(statusCode).toBe(403)
    expect(body).not.toContain('folkmoot_')
  })

  it('are available with the token', async () => {
    await start()
    const { statusCode, body } = await get({ ...elsewhere, headers: { authorization: `Bearer ${token}` } })
    expect(statusCode).toBe(200)
    expect(body).toContain('folkmoot_build_info')
  })

  it('are refused for other machines without a token', async () => {
    await start({ config: { ...forum.config, metricsToken: '' } })
    for (const authorization of ['', 'Bearer', 'Bearer ', 'Bearer undefined'])
      expect((await get({ ...elsewhere, headers: { authorization } })).statusCode).toBe(403)
  })

  it('count requests by the pattern of their path, their method and the class of their status', async () => {
    await start()
    const ask = (url: string, method: 'GET' | 'POST' = 'GET') =>
      app.inject({ method, url, headers: member.headers() })
    await ask(`/api/posts/${post.publicId}`)
    await ask(`/api/posts/${post.publicId}?fetchCommunity=true`)
    await ask('/api/posts/nothing1')
    await ask('/birding')
    await ask('/nowhere', 'POST')
    await app.inject({ method: 'PROPFIND' as 'GET', url: '/nowhere' })
    const body = await metrics()
    const count = (route: string, method: string, status: string) =>
      numberAfter(
        body,
        `folkmoot_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`,
      )
    expect(count('/api/posts/:publicId', 'GET', '2xx')).toBe(2)
    expect(count('/api/posts/:publicId', 'GET', '4xx')).toBe(1)
    expect(count('*', 'GET', '2xx')).toBe(1)
    expect(count('*', 'POST', '4xx')).toBe(1)
    // A method of another protocol counts as one that no path has.
    expect(count('*', 'TRACE', '4xx')).toBe(1)
  })

  it('contain no data of members', async () => {
    await start()
    const paths = [
      `/birding/post/${post.publicId}`,
      `/@${member.username}`,
      '/search?q=canary_search',
      '/canary_path?canary_query=1',
      `/api/posts/${post.publicId}`,
      `/api/users/${member.username}`,
      `/api/communities/birding?byName=true`,
      '/api/canary_path',
      '/images/canary_image',
    ]
    for (const url of paths) for (const headers of [{}, member.headers()]) await app.inject({ url, headers })
    await app.inject({ method: 'POST', url: '/canary_path' })
    const body = await metrics()
    for (const canary of ['canary', post.publicId, post.id, member.id, 'birding', '127.0.0.1', token])
      expect(body).not.toContain(canary)
  })

  it('include hits and misses of caches', async () => {
    // Without the watch, which clears the caches when a look at the database takes more than a second.
    await start({ watch: undefined })
    const figures = async (cache: string) => {
      const body = await metrics()
      return ['entries', 'hits_total', 'misses_total'].map((figure) =>
        numberAfter(body, `folkmoot_cache_${figure}{cache="${cache}"}`),
      )
    }
    expect(await figures('answers')).toEqual([0, 0, 0])
    await app.inject('/birding')
    expect(await figures('answers')).toEqual([1, 0, 1])
    await app.inject('/birding')
    expect(await figures('answers')).toEqual([1, 1, 1])
    await app.inject('/api/posts')
    expect(await figures('answers')).toEqual([2, 1, 2])
    await app.inject('/api/posts')
    expect(await figures('answers')).toEqual([2, 2, 2])

    expect(await figures('items')).toEqual([1, 0, 1])
    expect(await figures('orders')).toEqual([1, 0, 1])
    await app.inject({ url: '/api/posts', headers: member.headers() })
    expect(await figures('items')).toEqual([1, 1, 1])
    expect(await figures('orders')).toEqual([1, 1, 1])

    const body = await metrics()
    expect(await figures('markup')).toEqual([1, 300, 4000])
    expect(numberAfter(body, 'folkmoot_cache_bytes{cache="markup"}')).toBe(20)
    expect(numberAfter(body, 'folkmoot_cache_bytes{cache="answers"}')).toBeGreaterThan(100)
  })

  it('include backups, mails and disks', async () => {
    await start()
    expect(await metrics()).not.toMatch(/^folkmoot_backup_made_timestamp_seconds /m)
    await sql`insert into backups (name, reason, state, finished_at, bytes, verification, verified_at) values
      ('a', 'daily', 'made', to_timestamp(1000), 77, 'sound', to_timestamp(1500)),
      ('b', 'manual', 'failed', to_timestamp(2000), null, null, null)`.execute(forum.db)
    await sql`insert into mail_outcomes (hour, outcome, count) values
      (date_trunc('hour', now()), 'refused', 3), (now() - interval '25 hours', 'refused', 5)`.execute(
      forum.db,
    )
    await start()
    const body = await metrics()
    expect(numberAfter(body, 'folkmoot_backup_made_timestamp_seconds')).toBe(1000)
    expect(numberAfter(body, 'folkmoot_backup_failed_timestamp_seconds')).toBe(2000)
    expect(numberAfter(body, 'folkmoot_backup_verified_timestamp_seconds')).toBe(1500)
    expect(numberAfter(body, 'folkmoot_backup_bytes')).toBe(77)
    expect(numberAfter(body, 'folkmoot_mails_of_day{state="refused"}')).toBe(3)
    expect(numberAfter(body, 'folkmoot_disk_bytes{place="data"}')).toBeGreaterThan(0)
    await sql`update site_settings set command_backup_at = to_timestamp(3000)`.execute(forum.db)
    await start()
    expect(numberAfter(await metrics(), 'folkmoot_backup_made_timestamp_seconds')).toBe(3000)
  })

  it('include connections to the database', async () => {
    const pool = { totalCount: 4, idleCount: 1, waitingCount: 7 }
    await start({ database: { pool: pool as Pool, waitingMs: () => 1500, reportSlow: () => {} } })
    const body = await metrics()
    expect(numberAfter(body, 'folkmoot_database_up')).toBe(1)
    expect(numberAfter(body, 'folkmoot_database_connections{state="idle"}')).toBe(1)
    expect(numberAfter(body, 'folkmoot_database_connections{state="busy"}')).toBe(3)
    expect(numberAfter(body, 'folkmoot_database_waiting')).toBe(7)
    expect(numberAfter(body, 'folkmoot_database_longest_wait_seconds')).toBe(1.5)
  })

  it('include waiting and failed jobs', async () => {
    for (const name of ['to_do', 'tried_in_vain', 'later'])
      await sql`select graphile_worker.add_job(${name}::text, run_at := now() + case when ${name} = 'later'
        then interval '1 hour' else interval '-2 hours' end, max_attempts := 1)`.execute(forum.db)
    await sql`update graphile_worker._private_jobs set attempts = max_attempts
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'tried_in_vain')`.execute(
      forum.db,
    )
    await start()
    const body = await metrics()
    const states = ['waiting', 'scheduled', 'running', 'failed']
    const counts = states.map((state) => numberAfter(body, `folkmoot_jobs{state="${state}"}`))
    expect(counts).toEqual([1, 1, 0, 1])
    expect(Math.floor(numberAfter(body, 'folkmoot_jobs_oldest_waiting_seconds') / 600)).toBe(12)
  })

  it('include running, waiting and refused requests', async () => {
    const figures = () => ({ working: 2, waiting: 3, refused: 4 })
    await start({ overload: { ...noOverload, figures } })
    const body = await metrics()
    expect(numberAfter(body, 'folkmoot_requests_working')).toBe(2)
    expect(numberAfter(body, 'folkmoot_requests_waiting')).toBe(3)
    expect(numberAfter(body, 'folkmoot_requests_refused_total')).toBe(4)
  })

  it('include open event streams, but not their duration', async () => {
    await start()
    const stream = await app.inject({
      url: '/api/_events',
      headers: member.headers(),
      payloadAsStream: true,
    })
    expect(numberAfter(await metrics(), 'folkmoot_event_streams')).toBe(1)
    const ended = once(stream.stream(), 'end')
    await forum.db.deleteFrom('sessions').execute()
    stream.stream().resume()
    await ended
    const body = await metrics()
    expect(numberAfter(body, 'folkmoot_event_streams')).toBe(0)
    expect(body).not.toContain('route="/api/_events"')
  })

  it('include version and process', async () => {
    await start()
    const body = await metrics()
    expect(body).toContain(`folkmoot_build_info{version="${version}"} 1`)
    expect(numberAfter(body, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
    expect(numberAfter(body, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
  })

  it('exclude those of the database while it does not answer', async () => {
    const nowhere = openDatabase({ host: '127.0.0.1', port: 1 }, { connections: 1 })
    opened.push(nowhere)
    await start({ db: nowhere.db })
    const { statusCode, body } = await get()
    expect(statusCode).toBe(200)
    expect(numberAfter(body, 'folkmoot_database_up')).toBe(0)
    expect(body).not.toContain('folkmoot_jobs{')
  })
})
