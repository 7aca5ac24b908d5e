import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { rateLimits } from '../../../contract/rateLimits.ts'
import { type Client, type Forum, type Member, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { type MailServer, startMailServer } from '../../../tests/support/mailServer.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { deleteOldSecurityEvents } from '../../core/sessions/securityEvents.ts'
import { accountNoticeTask, mailAccountNotice } from './accountNotice.ts'

let server: MailServer
let forum: Forum
const logged: string[] = []
beforeAll(async () => {
  server = await startMailServer()
  forum = await startForum(
    { ...server.environment, RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn' },
    { logTo: { write: (line) => void logged.push(line) } },
  )
})
beforeEach(async () => {
  logged.length = 0
  server.mails.length = 0
  for (const table of ['graphile_worker._private_jobs', 'rate_limits', 'security_events'])
    await sql`delete from ${sql.table(table)}`.execute(forum.db)
})
afterAll(async () => {
  await forum.close()
  await server.close()
})

let made = 0
async function startMember(facts: { isAdmin?: boolean } = {}) {
  const member = await forum.member(`guarded_${++made}`, facts)
  const email = `${member.username}@mail.example`
  await sql`update users set email = ${email}, email_confirmed_at = now() where id = ${member.id}`.execute(
    forum.db,
  )
  return { ...member, email, password: passwordOf(member.username) }
}

async function sendNotices(): Promise<void> {
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = task_id
    where identifier = ${accountNoticeTask}`.execute(forum.db)
  for (const { payload } of rows) await mailAccountNotice(forum, payload)
}

async function events(who: Member | null): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; times: number }>`
    select kind, sum(times)::integer as times from security_events
    where user_id is not distinct from ${who?.id ?? null} group by kind`.execute(forum.db)
  return Object.fromEntries(rows.map(({ kind, times }) => [kind, times]))
}

const from = (client: Client, ip: string, body: object, headers = {}) =>
  client.send({
    method: 'POST',
    url: '/api/_login',
    headers: { 'x-forwarded-for': ip, ...headers },
    payload: JSON.stringify(body),
  })

describe('a borrowed session cannot guess the password', () => {
  const attempts = rateLimits.login[1].calls
  it.each([
    [
      'by deleting the account',
      (who: Member) => who.delete(`/api/users/${who.username}`, { password: 'a guess' }),
    ],
    [
      'by changing the password',
      (who: Member) =>
        who.post('/api/_settings?action=changePassword', {
          password: 'a guess',
          newPassword: 'a new password',
          repeatPassword: 'a new password',
        }),
    ],
    ['by confirming it', (who: Member) => who.post('/api/_password', { password: 'a guess' })],
  ])('%s', async (_how, guess) => {
    const who = await startMember()
    const statuses: number[] = []
    for (let n = 0; n <= attempts; n += 1) {
      // The limits of a few seconds, also those of the calls themselves.
      await sql`delete from rate_limits where ends_at < now() + interval '10 minutes'`.execute(forum.db)
      statuses.push((await guess(who)).statusCode)
    }
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.filter((status) => status !== 429)).not.toContain(200)
    expect((await events(who)).password_refused).toBeGreaterThan(0)
  })
})

describe('a member is mailed', () => {
  it('that the password was changed', async () => {
    const who = await startMember()
    await who.post('/api/_settings?action=changePassword', {
      password: who.password,
      newPassword: 'a new password',
      repeatPassword: 'a new password',
    })
    await sendNotices()
    expect(server.mails.map(({ to }) => to)).toEqual([[who.email]])
    expect(server.mails[0]?.source).toContain(`The password for @${who.username} on`)
    expect(await events(who)).toEqual({ password_changed: 1 })
  })

  it('of a login from a new browser, once for each browser', async () => {
    const who = await startMember()
    const browser = { 'sec-fetch-site': 'same-origin' }
    const guest = await forum.guest()
    const logIn = () =>
      from(guest, '198.51.100.1', { username: who.username, password: who.password }, browser)
    expect((await logIn()).statusCode).toBe(200)
    await sendNotices()
    expect(server.mails.map(({ to }) => to)).toEqual([[who.email]])
    expect(server.mails[0]?.source).toContain('from a new browser or app')
    await sql`delete from graphile_worker._private_jobs`.execute(forum.db)
    await guest.send({ method: 'POST', url: '/api/_login?action=logout', headers: browser })
    expect((await logIn()).statusCode).toBe(200)
    await sendNotices()
    expect(server.mails).toHaveLength(1)
    expect(await events(who)).toEqual({ login_new_browser: 1 })
  })

  it('not of a program at an address where the account was before', async () => {
    const who = await startMember()
    await sql`update users set last_seen_ip = '198.51.100.7' where id = ${who.id}`.execute(forum.db)
    const guest = await forum.guest()
    await from(guest, '198.51.100.7', { username: who.username, password: who.password })
    expect(await events(who)).toEqual({})
  })
})

describe('the private feed of the queue ends', () => {
  const start = async () => {
    const who = await startMember({ isAdmin: true })
    const { path } = (await who.post('/api/modqueue/feed')).json<{ path: string }>()
    const status = async () => (await (await forum.guest()).get(path)).statusCode
    expect(await status()).toBe(200)
    return { who, status }
  }
  const change = { newPassword: 'a new password', repeatPassword: 'a new password' }

  it('when the password changes', async () => {
    const { who, status } = await start()
    const changed = await who.post('/api/_settings?action=changePassword', {
      password: who.password,
      ...change,
    })
    expect(changed.statusCode).toBe(200)
    expect(await status()).toBe(404)
  })

  it('when all other sessions end', async () => {
    const { who, status } = await start()
    expect((await who.delete('/api/_sessions')).statusCode).toBe(200)
    expect(await status()).toBe(404)
  })

  it('when an admin logs the member out', async () => {
    const { who, status } = await start()
    const admin = await startMember({ isAdmin: true })
    await sql`update users set is_admin = false where id = ${who.id}`.execute(forum.db)
    await forum.community('kept_by_them', admin)
    await sql`insert into moderators (community_id, user_id, position)
      select id, ${who.id}, 1 from communities where name = 'kept_by_them'`.execute(forum.db)
    expect(await status()).toBe(200)
    await admin.post('/api/_admin/members', { action: 'log_out', usernames: [who.username] })
    expect(await status()).toBe(404)
  })
})

describe('an owner at a new address', () => {
  const at = (client: Client, ip: string, url: string, body: object) =>
    client.send({ method: 'POST', url, headers: { 'x-forwarded-for': ip }, payload: JSON.stringify(body) })
  async function solve(guest: Client): Promise<string> {
    const challenge = JSON.parse((await guest.get('/api/_captcha')).json().challenge)
    const solution = await solveChallenge({ challenge, deriveKey })
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  }
  const suspend = async ({ id }: Member) => {
    await sql`update users set banned_at = now() where id = ${id}`.execute(forum.db)
  }
  const apply = async ({ id, username }: Member) => {
    await sql`
      with gone as (update users set username = username || '_old' where id = ${id} returning password_hash)
      insert into applications (username, password_hash) select ${username}, password_hash from gone`.execute(
      forum.db,
    )
  }

  it.each([
    ['logging in', '/api/_login', async () => {}],
    ['reading why they are suspended', '/api/_suspension', suspend],
    ['opening their application', '/api/_application/login', apply],
  ])(
    'gets past the attempts of others with proof of work, which counts once: %s',
    async (_what, url, make) => {
      const who = await startMember()
      await make(who)
      const right = { username: who.username, password: who.password }
      for (let n = 1; n <= 10; n += 1) {
        const guess = await at(await forum.guest(), `198.51.100.${n}`, url, { ...right, password: 'a guess' })
        expect(guess.statusCode).toBe(401)
      }
      expect((await at(await forum.guest(), '203.0.113.1', url, right)).statusCode).toBe(429)
      const guest = await forum.guest()
      const captchaToken = await solve(guest)
      expect((await at(guest, '203.0.113.1', url, { ...right, captchaToken: 'none' })).json()).toEqual(
        errors.captchaRefused,
      )
      expect((await at(guest, '203.0.113.1', url, { ...right, captchaToken })).statusCode).toBe(200)
      const again = await at(await forum.guest(), '203.0.113.2', url, { ...right, captchaToken })
      expect(again.json()).toEqual(errors.captchaRefused)
      expect({ ...(await events(who)), ...(await events(null)) }.login_failed).toBe(10)
    },
  )
})

describe('a forgotten password', () => {
  it.each(['nobody_has_it', 'nobody@mail.example'])('enqueues a job for %s, too', async (username) => {
    const answer = await (await forum.guest()).post('/api/_password_reset', { username })
    expect(answer.json()).toEqual({ success: true })
    const { rows } = await sql`select from graphile_worker._private_jobs`.execute(forum.db)
    expect(rows).toHaveLength(1)
  })
})

describe('security events', () => {
  it('are counted by the hour, and kept for 90 days', async () => {
    const who = await startMember()
    for (let n = 0; n < 3; n += 1) await who.post('/api/_admin/backups')
    await expect.poll(() => events(who)).toEqual({ admin_refused: 3 })
    const { rows } = await sql<{ detail: string }>`select detail from security_events`.execute(forum.db)
    expect(rows).toEqual([{ detail: 'makeBackup' }])
    await deleteOldSecurityEvents(forum.db)
    expect(await events(who)).toEqual({ admin_refused: 3 })
    await sql`update security_events set created_at = now() - interval '91 days'`.execute(forum.db)
    await deleteOldSecurityEvents(forum.db)
    expect(await events(who)).toEqual({})
  })

  it('do not name who failed to log in to no account', async () => {
    await from(await forum.guest(), '198.51.100.1', { username: 'my secret password', password: 'x' })
    expect(await events(null)).toEqual({ login_failed: 1 })
    const { rows } = await sql`select * from security_events`.execute(forum.db)
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  it('are a line of the log each, without name and address', async () => {
    const who = await startMember()
    await from(await forum.guest(), '198.51.100.1', { username: who.username, password: 'wrong password' })
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 40, msg: 'security', event: 'login_failed', account: stored(who.id) }),
    ])
    expect(logged.join()).not.toMatch(/guarded_|198\.51|wrong password/)
  })
})
