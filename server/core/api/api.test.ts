import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import { endpoints } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { type Client, type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

/** Sends a path without normalizing it. */
async function rawRequest(method: string, path: string) {
  if (!forum.app.server.listening) await forum.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = forum.app.server.address() as AddressInfo
  const sent = request({ host: '127.0.0.1', port, method, path }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  const { location, 'set-cookie': cookies } = response.headers
  return { status: response.statusCode, location, cookies }
}

let forum: Forum
let guest: Client
let member: Member
beforeAll(async () => {
  forum = await startForum({ ADMIN_API_KEY: 'opensesame' })
  guest = await forum.guest()
  member = await forum.member('member_1')
})
afterAll(() => forum.close())

const addressOf = (endpoint: Endpoint) => endpoint.path.replace(/:\w+/g, '1')
const all: [string, Endpoint][] = Object.entries(endpoints)

describe('every answer', () => {
  it.each([
    ['a success', '/api/_initial'],
    ['a refusal', '/api/_user'],
    ['an unknown address', '/api/nowhere'],
    ['nothing found', '/api/users/nobody_at_all'],
  ])('is JSON and stays out of caches: %s', async (_case, url) => {
    const { headers } = await guest.get(url)
    expect(headers['content-type']).toBe('application/json; charset=UTF-8')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  })

  // [CORE-7-002] [CORE-7-003]
  it('repeats the status of a refusal, with the reason in code and message', async () => {
    const response = await guest.get('/api/users/nobody_at_all')
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ status: 404, code: 'user_not_found', message: 'User not found.' })
  })

  it.each(['gzip', 'br;q=0.5, GZIP;q=1', 'gzip, deflate'])('is compressed for %s', async (encoding) => {
    const response = await guest.send({ url: '/api/_initial', headers: { 'accept-encoding': encoding } })
    // Compression starts at a kilobyte; reasons for reports make the answer longer.
    await forum.db
      .insertInto('report_reasons')
      .values({ title: 'x'.repeat(2000) })
      .execute()
    const long = await guest.send({ url: '/api/_initial', headers: { 'accept-encoding': encoding } })
    await forum.db.deleteFrom('report_reasons').where('title', 'like', 'xxx%').execute()
    expect(long.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(JSON.parse(gunzipSync(long.rawPayload).toString()).user).toBeNull()
    expect(response.headers.vary).toBe('Accept-Encoding')
  })

  it.each([undefined, 'identity', 'gzip;q=0', 'br'])('is not compressed for %s', async (encoding) => {
    const headers = encoding === undefined ? {} : { 'accept-encoding': encoding }
    expect((await guest.send({ url: '/api/_initial', headers })).headers).not.toHaveProperty(
      'content-encoding',
    )
  })
})

describe('addresses and methods', () => {
  it.each([
    '/api/nowhere',
    '/api/',
    '/api/_initial/',
    '/api/posts/',
    '/api/communities/',
    '/api/users/member_1/lists/',
    '/api/communities/1/rules/',
    '/api/posts/?limit=2',
    '/api/posts/abc/nowhere',
    '/api/_INITIAL',
  ])('%s is unknown, whatever the method, and sets no cookies', async (url) => {
    for (const method of ['GET', 'POST', 'DELETE', 'PUT'] as const) {
      const response = await forum.app.inject({ method, url })
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ status: 404, message: 'API endpoint not found' })
      expect(response.headers['set-cookie']).toBeUndefined()
    }
  })

  it.each([
    ['/api//_initial', '/api/_initial'],
    ['/api/./_initial', '/api/_initial'],
    [
      '/api/posts//abc/../abc/comments?next=1.2&parentId=/./',
      '/api/posts/abc/comments?next=1.2&parentId=/./',
    ],
    ['/api/_initial/.', '/api/_initial/'],
    ['/api/../\\elsewhere.example/', '/%5Celsewhere.example/'],
    ['/api/..//elsewhere.example/', '/elsewhere.example/'],
  ])('%s moves to its one form, without cookies', async (url, location) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      // Sent unchanged, because URL-aware clients would normalize it.
      const response = await rawRequest(method, url)
      expect(response).toMatchObject({ status: 301, location })
      expect(response.cookies).toBeUndefined()
    }
  })

  it('a method that a path does not have is 400, without cookies and before any check', async () => {
    for (const path of new Set(all.map(([, endpoint]) => endpoint.path))) {
      const group = all.filter(([, endpoint]) => endpoint.path === path)
      const known = new Set<string>(group.map(([, endpoint]) => endpoint.method))
      const [, endpoint] = group[0] as [string, Endpoint]
      for (const method of (['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const).filter(
        (m) => !known.has(m),
      )) {
        const response = await forum.app.inject({ method, url: addressOf(endpoint) })
        expect([method, endpoint.path, response.statusCode]).toEqual([method, endpoint.path, 400])
        expect(response.json()).toEqual({ status: 400, message: 'HTTP method not allowed' })
        expect(response.headers['set-cookie']).toBeUndefined()
      }
    }
  })

  it('HEAD is answered like GET, and OPTIONS with the methods of the path', async () => {
    expect((await forum.app.inject({ method: 'HEAD', url: '/api/_initial' })).statusCode).toBe(200)
    const options = await forum.app.inject({ method: 'OPTIONS', url: '/api/_initial' })
    expect([options.statusCode, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS'])
  })
})

describe('the CSRF token', () => {
  const writes = all.filter(([, endpoint]) => endpoint.method !== 'GET')

  // [CORE-7-001]
  it.each(writes)('is checked first for %s', async (_name, endpoint) => {
    for (const token of ['', 'wrong', 'A'.repeat(43)]) {
      const response = await member.send({
        method: endpoint.method,
        url: addressOf(endpoint),
        headers: { 'x-csrf-token': token },
        payload: 'no JSON',
      })
      expect(response.statusCode).toBe(401)
      expect(response.json()).toEqual({ status: 401, message: 'Unauthorized.' })
    }
  })

  it('of another session counts as missing', async () => {
    const stranger = await guest.get('/api/_initial')
    const response = await member.send({
      method: 'POST',
      url: '/api/_login?action=logout',
      headers: { 'x-csrf-token': String(stranger.headers['csrf-token']) },
    })
    expect(response.statusCode).toBe(401)
    expect((await member.get('/api/_user')).statusCode).toBe(200)
  })

  it('is not checked for requests with the admin key, which grants no rights', async () => {
    const send = (key: string) =>
      member.send({
        method: 'POST',
        url: `/api/communities?adminKey=${key}`,
        headers: { 'x-csrf-token': '' },
        payload: '{"name":"keyhole"}',
      })
    expect((await send('opensesame')).json()).toEqual(errors.notAdmin)
    expect((await send('guess')).json()).toEqual(errors.unauthorized)
    expect((await send('')).json()).toEqual(errors.unauthorized)
  })

  it('is checked even for an empty admin key if none is set', async () => {
    const site = await startForum()
    const response = await site.app.inject({ method: 'POST', url: '/api/_login?adminKey=' })
    expect(response.json()).toEqual(errors.unauthorized)
    await site.close()
  })
})

describe('who may call', () => {
  // [CORE-6-001] [CORE-6-002] [CORE-6-004] [ACC-6-001] [CORE-6-027]
  it.each(all.filter(([, endpoint]) => endpoint.who !== 'all'))(
    '%s is refused to guests before its body is looked at',
    async (_name, endpoint) => {
      const response = await guest.send({
        method: endpoint.method,
        url: addressOf(endpoint),
        ...(endpoint.method !== 'GET' && { payload: 'no JSON' }),
      })
      expect(response.statusCode).toBe(401)
      expect(response.json()).toEqual(errors.notLoggedIn)
    },
  )

  it('excludes guests from writes, except for logging in, joining and statistics', () => {
    // Some abilities first check whether the thing exists, and then require a login themselves.
    const openToGuests = all.filter(
      ([, endpoint]) =>
        endpoint.method !== 'GET' && endpoint.who === 'all' && !endpoint.errors.includes('notLoggedIn'),
    )
    expect(openToGuests.map(([name]) => name).sort()).toEqual([
      'answerApplication',
      'appealSuspension',
      'apply',
      'complain',
      'deleteSuspended',
      'exportSuspended',
      'getSuspension',
      'login',
      'openApplication',
      'recordEvent',
      'requestPasswordReset',
      'resetPassword',
      'sendNotice',
      'signup',
      'withdrawApplication',
    ])
  })

  // Applicants read only their own application.
  const open = all.filter(
    ([, { who, method, errors: possible }]) =>
      who === 'all' && method === 'GET' && !possible.includes('noApplication'),
  )
  // [CORE-1-002] [CORE-1-003] [CORE-1-004] [ACC-1-001]
  it.each(open)('%s is open to guests', async (_name, endpoint) => {
    expect([200, 404]).toContain((await guest.get(addressOf(endpoint))).statusCode)
  })
})

it('keeps other sites from embedding answers, but not images', async () => {
  const policyOf = async (url: string) =>
    (await forum.app.inject(url)).headers['cross-origin-resource-policy']
  expect(await policyOf('/api/_initial')).toBe('same-origin')
  expect(await policyOf('/all.atom')).toBe('same-origin')
  expect(await policyOf('/images/1.jpeg')).toBe('cross-origin')
})

it('takes small bodies only where no login is needed', async () => {
  const guest = await forum.guest()
  const nested = (bytes: number) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)
  const send = async (who: Client, url: string, payload: string) =>
    (await who.send({ method: 'POST', url, payload })).json()
  expect(await send(guest, '/api/_login', nested(200_000))).toEqual(errors.requestTooLarge)
  expect(await send(await forum.member('long_winded'), '/api/posts', nested(200_000))).not.toEqual(
    errors.requestTooLarge,
  )
})
