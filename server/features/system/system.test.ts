import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { type SystemState, systemEndpoints } from '../../../contract/endpoints/system.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { describeAuthorization } from '../../../tests/support/authorization.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { type MailServer, startMailServer } from '../../../tests/support/mailServer.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import { createApp } from '../../app.ts'
import { deleteOldFailures } from './failures.ts'

describeAuthorization({
  endpoints: systemEndpoints,
  table: `
                   guest  banned  member  author  elsewhere  moderator  admin
  getSystemState     401     403     403     403        403        403    200
  changeJobs         401     403     403     403        403        403    200
  sendTestMail       401     403     403     403        403        403    403
  listSecurityEvents 401     403     403     403        403        403    200
`,
  calls: {
    getSystemState: (who) => who.get('/api/_admin/system'),
    changeJobs: (who) => who.post('/api/_admin/jobs', { action: 'retry', ids: ['1'] }),
    // Also refused to admins, because this site has no mail server.
    sendTestMail: (who) => who.post('/api/_admin/test_mail'),
    listSecurityEvents: (who) => who.get('/api/_admin/security_events'),
  },
})

const provocations: Provocations<typeof systemEndpoints> = {
  getSystemState: {},
  changeJobs: {
    invalidAdminAction: ({ admin }) => admin.post('/api/_admin/jobs', { action: 'explode', ids: ['1'] }),
  },
  sendTestMail: {
    mailNotConfigured: ({ admin }) => admin.post('/api/_admin/test_mail'),
    async noOwnEmail({ forum, admin }) {
      const config = { ...forum.config, smtpUrl: 'smtp://127.0.0.1:9' }
      const app = await createApp({ ...forum, config })
      const answer = await app.inject({
        method: 'POST',
        url: '/api/_admin/test_mail',
        headers: admin.headers(),
      })
      await app.close()
      return answer
    },
  },
  listSecurityEvents: {
    invalidEventKind: ({ admin }) => admin.get('/api/_admin/security_events?kind=everything'),
    invalidCursor: ({ admin }) => admin.get('/api/_admin/security_events?next=abc'),
    invalidDay: ({ admin }) => admin.get('/api/_admin/security_events?from=yesterday'),
    userNotFound: ({ admin }) => admin.get('/api/_admin/security_events?of=nobody_of_this_name'),
  },
}
describeRefusals(systemEndpoints, provocations)

describe('the state of the system', () => {
  let mailServer: MailServer
  let forum: Forum
  let admin: Member
  beforeAll(async () => {
    mailServer = await startMailServer()
    forum = await startForum({ ...mailServer.environment, DISK_RESERVE_MIB: '7', LOG_LEVEL: 'silent' })
    admin = await forum.member('keeper', { isAdmin: true })
  })
  afterAll(async () => {
    await forum.close()
    await mailServer.close()
  })
  const state = async () => (await admin.get('/api/_admin/system')).json<SystemState>()
  const change = async (action: string, ...ids: string[]) =>
    (await admin.post('/api/_admin/jobs', { action, ids })).json<{ changed: number }>().changed

  /** A job without attempts left. @returns its id. */
  async function failedJob(message: string): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      select id::text from graphile_worker.add_job('index_texts', '{}', max_attempts := 1)`.execute(forum.db)
    const [job] = rows
    await sql`select graphile_worker.permanently_fail_jobs(array[${job?.id}::bigint], ${message})`.execute(
      forum.db,
    )
    return job?.id ?? ''
  }

  it('[ACC-7-078] has versions, sizes and numbers, but no secrets', async () => {
    await sql`analyze`.execute(forum.db)
    const answer = await admin.get('/api/_admin/system')
    const { database, disk, ...rest } = answer.json<SystemState>()
    expect(rest).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      node: process.versions.node,
      process: { worker: null, memoryBytes: expect.any(Number) },
      mail: { isConfigured: true, server: new URL(forum.config.smtpUrl).host, sender: forum.config.mailFrom },
      failures: [],
    })
    expect(database.version).toMatch(/^\d+/)
    expect(database.bytes).toBeGreaterThan(1_000_000)
    expect(database.connections).toBeGreaterThan(0)
    expect(database.tables).toHaveLength(limits.tablesShown)
    expect(database.tables.map(({ bytes }) => bytes)).toEqual(
      database.tables.map(({ bytes }) => bytes).toSorted((one, other) => other - one),
    )
    expect(disk.freeBytes).toBeLessThanOrEqual(disk.totalBytes)
    expect(disk.reserveBytes).toBe(7 * 1024 * 1024)
    expect(answer.body).not.toContain(forum.config.dataDir)
    const connection = { ...forum.config, smtpUrl: 'smtps://robot:hunter2@mail.example.org' }
    const app = await createApp({ ...forum, config: connection })
    const other = await app.inject({ url: '/api/_admin/system', headers: admin.headers() })
    expect(other.json<SystemState>().mail.server).toBe('mail.example.org')
    expect(other.body).not.toMatch(/hunter2|robot/)
    await app.close()
  })

  it('[ACC-7-079] lists failed jobs, which can be retried or discarded, each once', async () => {
    const [one, two] = [await failedJob('no such table'), await failedJob('x'.repeat(600))]
    const { jobs } = await state()
    expect(jobs.failed).toBe(2)
    expect(jobs.failedJobs).toEqual([
      { id: two, task: 'index_texts', attempts: 1, failedAt: expect.any(String), message: 'x'.repeat(500) },
      { id: one, task: 'index_texts', attempts: 1, failedAt: expect.any(String), message: 'no such table' },
    ])
    expect(await change('retry', one, '999999')).toBe(1)
    expect((await state()).jobs).toMatchObject({ failed: 1, waiting: 1 })
    // It is no longer a failed job.
    expect(await change('discard', one, two)).toBe(1)
    expect((await state()).jobs).toMatchObject({ failed: 0, waiting: 1, failedJobs: [] })
  })

  it.each([
    [{ action: 'retry', ids: [] }],
    [{ action: 'retry', ids: ['1; select 1'] }],
    [{ action: 'retry', ids: Array.from({ length: limits.jobsChangedMax + 1 }, () => '1') }],
  ])('changes no jobs for %j', async (body) => {
    expect((await admin.post('/api/_admin/jobs', body)).json()).toEqual(errors.invalidJson)
  })

  it('[ACC-7-092] sends a mail to the admin’s own address, and shows the response of the mail server', async () => {
    const send = async () => (await admin.post('/api/_admin/test_mail')).json()
    expect(await send()).toEqual(errors.noOwnEmail)
    await sql`update users set email = 'keeper@example.org' where id = ${admin.id}`.execute(forum.db)
    const arrived = mailServer.next()
    expect(await send()).toEqual({ accepted: true, answer: expect.stringMatching(/^250 /) })
    expect(await arrived).toMatchObject({
      to: ['keeper@example.org'],
      source: expect.stringContaining('This is a test'),
    })
    mailServer.refuse(550)
    expect(await send()).toEqual({ accepted: false, answer: expect.stringMatching(/550 not here$/) })
    mailServer.refuse(null)
  })

  it('[ACC-7-093] lists recent failures, without data of the request', async () => {
    const parseSession = () => {
      throw new TypeError('no session for rowan@example.org')
    }
    const app = await createApp({ ...forum })
    app.addHook('preHandler', async ({ routeOptions }) => {
      if (routeOptions.url === '/api/users/:username') parseSession()
    })
    const answer = await app.inject({ url: '/api/users/rowan?adminKey=secret' })
    expect(answer.statusCode).toBe(500)
    // Closing flushes pending failures.
    await app.close()
    await sql`insert into server_failures (failed_at, request_id, method, route, status, message)
      values (now() - interval '25 hours', 'old-1', 'GET', '*', 500, 'Error: long ago')`.execute(forum.db)
    const requestId = String(answer.headers['x-request-id'])
    const { failures, failuresOfDay } = await state()
    expect(failuresOfDay).toBe(1)
    expect(failures).toEqual([
      {
        requestId,
        failedAt: expect.any(String),
        method: 'GET',
        route: '/api/users/:username',
        status: 500,
        message: expect.stringMatching(
          /^TypeError: no session for \(email\) \(.*system\.test\.ts:\d+:\d+\)$/,
        ),
      },
    ])
    await deleteOldFailures(forum.db)
    const { rows } = await sql`select request_id from server_failures`.execute(forum.db)
    expect(rows).toEqual([{ request_id: requestId }])
  })

  it('keeps at most a thousand failures', async () => {
    await sql`insert into server_failures (failed_at, request_id, method, route, status, message)
      select now(), 'n-' || n, 'GET', '*', 500, 'Error' from generate_series(1, 3000) as n`.execute(forum.db)
    const app = await createApp({ ...forum })
    for (let each = 0; each < 200; each++)
      app.failureListener.call?.({
        requestId: `last-${each}`,
        failedAt: new Date(),
        method: 'GET',
        route: '*',
        status: 500,
        message: 'Error',
      })
    await app.close()
    const { rows } = await sql<{ count: number }>`select count(*)::integer from server_failures`.execute(
      forum.db,
    )
    expect(rows[0]?.count).toBe(1050)
    const { failures } = await state()
    expect(failures).toHaveLength(limits.failuresShown)
    expect(failures[0]?.requestId).toBe('last-49')
  })
})

describe('security events', () => {
  let forum: Forum
  beforeAll(async () => {
    forum = await startForum()
    return () => forum.close()
  })

  it('are listed in pages, and filtered by kind, account and day', async () => {
    const admin = await forum.member('keeper', { isAdmin: true })
    const rowan = await forum.member('rowan')
    await sql`insert into security_events (kind, user_id, ip, created_at, last_at, hour)
      select 'login_failed', case when n % 2 = 0 then ${rowan.id}::bigint end, '192.0.2.1', at, at, n
      from generate_series(1, 70) as n, lateral (select now() - (80 - n) * interval '1 day' as at) as moment`.execute(
      forum.db,
    )
    await rowan.get('/api/_admin/system')
    const list = async (query = '') =>
      (await admin.get(`/api/_admin/security_events${query}`)).json<OutputOf<'listSecurityEvents'>>()
    await expect.poll(async () => (await list()).events[0]?.kind).toBe('admin_refused')
    const first = await list()
    expect(first.events[0]).toMatchObject({
      username: 'rowan',
      ip: '127.0.0.1',
      detail: 'getSystemState',
      times: 1,
    })
    expect(first.events).toHaveLength(50)
    const second = await list(`?next=${first.next}`)
    expect(second.events).toHaveLength(21)
    expect(second.next).toBeNull()
    expect((await list('?kind=login_failed&of=@Rowan')).events).toHaveLength(35)
    expect((await list('?kind=password_reset')).events).toEqual([])
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    expect((await list(`?kind=login_failed&from=${day(20)}&to=${day(15)}`)).events).toHaveLength(6)
  })
})
