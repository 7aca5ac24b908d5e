import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Forum, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { csrfToken } from './sessionId.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
  await forum.member('the_first')
})
afterAll(() => forum.close())

const asBrowser = { 'sec-fetch-site': 'same-origin' }
const visit = (headers: Record<string, string> = {}, url = '/api/_initial') =>
  forum.app.inject({ url, headers })
const cookiesOf = (response: LightMyRequestResponse) =>
  Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]))
const cookieHeader = (cookies: Record<string, string | undefined>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

/** A first visit, and the cookies that the visitor sends from then on. */
async function firstVisit(kind: Record<string, string>) {
  const cookies = cookiesOf(await visit(kind)) as { SID: string; csrftoken: string }
  return { cookies, headers: { ...kind, cookie: cookieHeader(cookies), 'x-csrf-token': cookies.csrftoken } }
}
const logIn = (headers: Record<string, string>, url = '/api/_login') =>
  forum.app.inject({
    method: 'POST',
    url,
    headers,
    payload: JSON.stringify({ username: 'the_first', password: passwordOf('the_first') }),
  })
const whoIs = async (headers: Record<string, string>) =>
  (await visit(headers)).json<{ user: { username: string } | null }>().user?.username ?? null

describe('a first visit', () => {
  it('is given a session cookie and then a token cookie', async () => {
    const [sid, token, ...others] = (await visit()).headers['set-cookie'] as string[]
    expect(others).toEqual([])
    expect(sid).toMatch(/^SID=[0-9A-Za-z_]{36}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
    const days = (Date.parse(sid?.match(/Expires=([^;]+)/)?.[1] ?? '') - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(360, 1)
    expect(token).toMatch(/^csrftoken=[0-9A-Za-z_-]{43}=; Path=\/(; SameSite=Lax)?$/)
  })

  // [CORE-7-005]
  it('finds the token in a header too', async () => {
    const response = await visit()
    expect(response.headers['csrf-token']).toBe(cookiesOf(response).csrftoken)
  })

  it('stores no row', async () => {
    const before = await forum.db.selectFrom('sessions').select('id_hash').execute()
    await visit()
    await visit(asBrowser)
    expect(await forum.db.selectFrom('sessions').select('id_hash').execute()).toEqual(before)
  })

  it('gets secure cookies over https, or if SITE_URL is https', async () => {
    const site = await startForum({ SITE_URL: 'https://forum.example' })
    const response = await site.app.inject('/api/_initial')
    expect(response.cookies).toMatchObject([
      { name: 'SID', secure: true },
      { name: 'csrftoken', secure: true },
    ])
    await site.close()
  })

  it('uses the configured name of the cookie', async () => {
    const site = await startForum({ SESSION_COOKIE: 'talk' })
    expect((await site.app.inject('/api/_initial')).cookies[0]?.name).toBe('talk')
    await site.close()
  })
})

describe('a later visit', () => {
  it('keeps its session and is sent no cookie again, but the token in a header', async () => {
    const { cookies, headers } = await firstVisit(asBrowser)
    const response = await visit(headers)
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.headers['csrf-token']).toBe(cookies.csrftoken)
  })

  it.each([
    ['missing', (sid: string) => ({ SID: sid })],
    ['stale', (sid: string) => ({ SID: sid, csrftoken: 'stale' })],
    ['undecodable', (sid: string) => ({ SID: sid, csrftoken: '%E0%A4%A' })],
  ])('with a token cookie that is %s gets the right one, once', async (_case, cookiesWith) => {
    const { cookies } = await firstVisit(asBrowser)
    const response = await visit({ cookie: cookieHeader(cookiesWith(cookies.SID)) })
    expect(cookiesOf(response)).toEqual({ csrftoken: cookies.csrftoken })
    expect(response.headers['csrf-token']).toBe(cookies.csrftoken)
  })

  it.each([
    ['an id that we never gave', 'a'.repeat(36)],
    ['an id with another letter at its end', null],
    ['an empty id', ''],
    ['an id with strange signs', '%00%22'],
  ])('with %s gets a new session', async (_case, sid) => {
    const { cookies } = await firstVisit({})
    const altered = cookies.SID.slice(0, -1) + (cookies.SID.endsWith('A') ? 'B' : 'A')
    const response = await visit({ cookie: `SID=${sid ?? altered}` })
    expect(cookiesOf(response).SID).toMatch(/^[0-9A-Za-z_]{36}$/)
    expect(cookiesOf(response).SID).not.toBe(altered)
  })

  it('of a program that sends the joined cookie texts back as they came is recognised', async () => {
    const first = await visit()
    const joined = (first.headers['set-cookie'] as string[]).join(', ')
    const token = String(first.headers['csrf-token'])
    const login = await logIn({ cookie: joined, 'x-csrf-token': token })
    expect(login.statusCode).toBe(200)
    expect(await whoIs({ cookie: joined })).toBe('the_first')
  })
})

describe('logging in', () => {
  it('gives a browser a new session id and token, and the old one stays anonymous', async () => {
    const { cookies, headers } = await firstVisit(asBrowser)
    const response = await logIn(headers)
    const fresh = cookiesOf(response)
    expect(fresh.SID).not.toBe(cookies.SID)
    expect(fresh.csrftoken).not.toBe(cookies.csrftoken)
    expect(response.headers['csrf-token']).toBe(fresh.csrftoken)
    expect(await whoIs({ ...asBrowser, cookie: cookieHeader(fresh) })).toBe('the_first')
    expect(await whoIs(headers)).toBeNull()
  })

  it('does so for an older browser, which sends only an origin', async () => {
    const { cookies, headers } = await firstVisit({})
    const fresh = cookiesOf(await logIn({ ...headers, origin: 'https://forum.example' }))
    expect(fresh.SID).not.toBe(cookies.SID)
    expect(fresh.csrftoken).not.toBe(cookies.csrftoken)
    expect(await whoIs(headers)).toBeNull()
  })

  it('by signing up does the same', async () => {
    const { cookies, headers } = await firstVisit(asBrowser)
    const response = await forum.app.inject({
      method: 'POST',
      url: '/api/_signup',
      headers,
      payload: JSON.stringify({ username: 'browser_1', password: 'a fine password' }),
    })
    expect(response.statusCode).toBe(201)
    expect(cookiesOf(response).SID).not.toBe(cookies.SID)
    expect(await whoIs({ cookie: cookieHeader(cookiesOf(response)) })).toBe('browser_1')
  })

  it('keeps the first id and token of other programs', async () => {
    const { cookies, headers } = await firstVisit({})
    const response = await logIn(headers)
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.headers['csrf-token']).toBe(cookies.csrftoken)
    expect(await whoIs(headers)).toBe('the_first')
    await logIn(headers, '/api/_login?action=logout')
    expect(await whoIs(headers)).toBeNull()
    expect((await logIn(headers)).statusCode).toBe(200)
    expect(await whoIs(headers)).toBe('the_first')
  })

  it('with an id planted in a browser by someone else does not let them in', async () => {
    const planted = await firstVisit({})
    const response = await logIn({ ...planted.headers, ...asBrowser })
    expect(response.statusCode).toBe(200)
    expect(await whoIs(planted.headers)).toBeNull()
  })

  it('stores no session id that could be used, only its hash', async () => {
    const { headers } = await firstVisit(asBrowser)
    const { SID } = cookiesOf(await logIn(headers))
    const rows = await forum.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(SID)
    expect(rows.every((row) => row.id_hash.length === 32)).toBe(true)
  })
})

describe('logging out', () => {
  it('makes the old id of a browser worthless and gives it a new one', async () => {
    const { headers } = await firstVisit(asBrowser)
    const member = cookiesOf(await logIn(headers)) as { SID: string; csrftoken: string }
    const own = { ...asBrowser, cookie: cookieHeader(member), 'x-csrf-token': member.csrftoken }
    const response = await logIn(own, '/api/_login?action=logout')
    expect(cookiesOf(response).SID).not.toBe(member.SID)
    expect(response.headers['clear-site-data']).toBe('"cache"')
    expect(await whoIs(own)).toBeNull()
    const again = cookiesOf(response) as { csrftoken: string }
    const next = { ...asBrowser, cookie: cookieHeader(again), 'x-csrf-token': again.csrftoken }
    expect((await logIn(next)).statusCode).toBe(200)
  })
})

describe('a session', () => {
  it('accepts the token that earlier versions made of the whole session id', async () => {
    const { cookies, headers } = await firstVisit({})
    const token = csrfToken(forum.secrets.session, cookies.SID)
    expect(token).not.toBe(cookies.csrftoken)
    expect((await logIn({ ...headers, 'x-csrf-token': token })).statusCode).toBe(200)
  })

  it('that has expired belongs to a guest', async () => {
    const member = await forum.member('sleeper_1')
    await forum.db
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', member.id)
      .execute()
    expect((await member.get('/api/_user')).json()).toEqual(errors.notLoggedIn)
  })

  it.each([
    ['of an admin for a week', true, 0, 7],
    ['until 720 days after the login', false, 700, 20],
  ])('%s is extended', async (_which, isAdmin, age, days) => {
    const member = await forum.member(`extended_${age}`, { isAdmin })
    await forum.db
      .updateTable('sessions')
      .set({
        last_seen_at: new Date(Date.now() - 6 * 60_000),
        created_at: new Date(Date.now() - age * 86_400_000),
        expires_at: new Date(Date.now() + 60_000),
      })
      .where('user_id', '=', member.id)
      .execute()
    await member.get('/api/_user')
    const daysLeft = async () => {
      const { expires_at } = await forum.db
        .selectFrom('sessions')
        .where('user_id', '=', member.id)
        .select('expires_at')
        .executeTakeFirstOrThrow()
      return Math.round((expires_at.getTime() - Date.now()) / 86_400_000)
    }
    await expect.poll(daysLeft).toBe(days)
  })

  it('of an admin ends sooner from the login on', async () => {
    const admin = await forum.member('brief_admin', { isAdmin: true })
    const { headers } = await firstVisit(asBrowser)
    await forum.app.inject({
      method: 'POST',
      url: '/api/_login',
      headers,
      payload: JSON.stringify({ username: 'brief_admin', password: passwordOf('brief_admin') }),
    })
    const ends = await forum.db
      .selectFrom('sessions')
      .where('user_id', '=', admin.id)
      .select('expires_at')
      .execute()
    const soonest = Math.min(...ends.map(({ expires_at }) => expires_at.getTime()))
    expect(Math.round((soonest - Date.now()) / 86_400_000)).toBe(7)
  })

  it('is extended, and the member noted as seen, when five minutes have passed', async () => {
    const member = await forum.member('seen_1')
    const longAgo = new Date(Date.now() - 6 * 60_000)
    const sessions = forum.db.updateTable('sessions').where('user_id', '=', member.id)
    await sessions.set({ last_seen_at: longAgo, expires_at: new Date(Date.now() + 60_000) }).execute()
    const users = forum.db.updateTable('users').where('id', '=', member.id)
    await users.set({ last_seen_at: longAgo, last_seen_ip: null }).execute()
    await member.get('/api/_user')
    const seen = () =>
      forum.db
        .selectFrom('users')
        .innerJoin('sessions', 'sessions.user_id', 'users.id')
        .where('users.id', '=', member.id)
        .select(['users.last_seen_at', 'users.last_seen_ip', 'sessions.expires_at'])
        .executeTakeFirstOrThrow()
    await expect.poll(seen).toMatchObject({ last_seen_ip: '127.0.0.1' })
    const { last_seen_at, expires_at } = await seen()
    expect(last_seen_at.getTime()).toBeGreaterThan(longAgo.getTime())
    expect((expires_at.getTime() - Date.now()) / 86_400_000).toBeCloseTo(360, 0)
  })
})
