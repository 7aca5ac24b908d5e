import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Endpoint } from '../../contract/endpoints/endpoint.ts'
import { endpoints } from '../../contract/endpoints/index.ts'
import { errors } from '../../contract/errors.ts'
import { entriesOf } from '../../contract/objects.ts'
import { rateLimits } from '../../contract/rateLimits.ts'
import { rateLimitSettings, type SettingValues } from '../../contract/siteSettings.ts'
import { createApp } from '../../server/app.ts'
import { fixedSettings } from '../../server/core/settings/live.ts'
import { otherOperations } from '../../server/features/apiDocs/others.ts'
import { Refused } from '../../server/platform/http/refused.ts'
import { renderer } from '../../web/entry-server.tsx'
import { countQueries } from '../support/countQueries.ts'
import { type Forum, startForum } from '../support/forum.ts'
import type { Method } from '../support/sendTo.ts'

let forum: Forum
beforeAll(async () => {
  // Only what limits addresses is tested here.
  forum = await startForum({ PAGES_BEFORE_CHECK: '0' })
  await forum.community('gardening')
  return () => forum.close()
})

const opened: FastifyInstance[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(opened.splice(0).map((app) => app.close()))
})

/** The forum with pages and fresh rate limits. */
async function site(
  { rateLimits = true, ...change }: Partial<Forum['config']> & { rateLimits?: boolean } = {},
  render = renderer.render,
  settings: Partial<SettingValues> = {},
) {
  const app = await createApp({
    ...forum,
    // It clears the caches when a look at the database takes more than a second, as on a busy machine.
    watch: undefined,
    // The database whose statements are counted.
    db: forum.database.db,
    config: { ...forum.config, ...change },
    liveSettings: fixedSettings({ ...forum.config.locked, rateLimits, ...settings }),
    pages: {
      renderer: { ...renderer, render },
      assetsFor: () => ({ entry: '/entry.js', preloads: [], styles: [] }),
      filesFolder: null,
    },
  })
  opened.push(app)
  return (
    url: string,
    remoteAddress = '192.0.2.1',
    headers: Record<string, string> = {},
    method: Method = 'GET',
  ) => app.inject({ method, url, remoteAddress, headers, ...(method !== 'GET' && { payload: '{}' }) })
}

/** Counts of a property of the answers: `{ 200: 10, 429: 3 }`. */
function statusesOf(responses: readonly { statusCode: number }[]) {
  const counts: Record<number, number> = {}
  for (const { statusCode } of responses) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  return counts
}

const searchesPerSecond = rateLimits.searches[0].calls
const manySearches = (get: (url: string) => Promise<{ statusCode: number }>, path: string) =>
  Promise.all([...Array(searchesPerSecond * 2).keys()].map((n) => get(`${path}?q=word${n}`)))

describe('the rate limit of a call', () => {
  // A window ends when its time does, and a busy machine may take longer than that for the calls in it.
  const frozen = () => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  afterEach(() => vi.useRealTimers())

  it('holds for the pages that need it', async () => {
    frozen()
    const get = await site()
    expect(statusesOf(await manySearches(get, '/search'))).toEqual({
      200: searchesPerSecond,
      429: searchesPerSecond,
    })
    const refused = await get('/search?q=more')
    expect(refused.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.body).toContain('<title>Too many requests · Folkmoot</title>')
    expect(refused.body).toContain('Try again in a moment.')
    // Pages without such a call still work, and so do other clients.
    expect((await get('/all')).statusCode).toBe(200)
    expect((await get('/search?q=word', '192.0.2.2')).statusCode).toBe(200)
  })

  it('counts pages separately from calls of their scripts', async () => {
    frozen()
    const get = await site()
    await manySearches(get, '/search')
    expect(statusesOf(await manySearches(get, '/api/search'))).toEqual({
      200: searchesPerSecond,
      429: searchesPerSecond,
    })
    expect(Number((await get('/api/search?q=more')).headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('uncached pages', () => {
  const frozen = () => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  afterEach(() => vi.useRealTimers())
  const { calls: pagesAtOnce } = rateLimits.pages[0]
  const html = { status: 200, html: '<p>A page.</p>' }

  it('are limited per IP address, but cached ones are not', async () => {
    frozen()
    const get = await site({ guestCacheSeconds: 60 }, async () => html)
    expect((await get('/')).statusCode).toBe(200)
    const asked = await Promise.all(
      [...Array(pagesAtOnce * 2).keys()].map((n) => get(`/all?next=${n}`, '192.0.2.7')),
    )
    expect(statusesOf(asked)).toEqual({ 200: pagesAtOnce, 429: pagesAtOnce })
    expect((await get('/', '192.0.2.7')).statusCode).toBe(200)
    expect((await get('/all?next=again')).statusCode).toBe(200)
  })

  it('are not refused for a client that waits for the same page as one over its limit', async () => {
    let [refuse, rendered] = [() => {}, 0]
    const get = await site({ guestCacheSeconds: 60 }, async () => {
      rendered += 1
      if (rendered > 1) return html
      await new Promise<void>((resolve) => {
        refuse = resolve
      })
      throw new Refused(errors.tooManyRequests)
    })
    const first = get('/all', '192.0.2.7')
    await expect.poll(() => rendered).toBe(1)
    const second = get('/all')
    // After one more complete request, the second one is waiting.
    await get('/robots.txt')
    refuse()
    expect((await first).statusCode).toBe(429)
    expect((await second).statusCode).toBe(200)
  })
})

describe('guests share', () => {
  /** The number of renderings of each page, by path and query. */
  async function counting() {
    const rendered: string[] = []
    const get = await site({ guestCacheSeconds: 60, rateLimits: false }, async ({ path, search, site }) => {
      rendered.push(path + search)
      return { status: 200, html: `${site.origin} ${path}${search}` }
    })
    return { get, rendered }
  }

  it('a page, ignoring parameters of the URL that it does not use', async () => {
    const { get, rendered } = await counting()
    for (const url of ['/', '/?x=1', '/?utm_source=elsewhere&x', '/?token=other', '/?&&']) await get(url)
    expect(rendered).toEqual(['/'])
    for (const url of [
      '/all?sort=latest&next=5',
      '/all?next=5&x=1&sort=latest',
      '/all?next=5&sort=latest&next=6',
    ])
      await get(url)
    expect(rendered.slice(1)).toEqual(['/all?sort=latest&next=5'])
    await get('/all?sort=latest&next=6')
    expect(rendered).toHaveLength(3)
  })

  it('the answer to a call in the same way', async () => {
    const get = await site({ guestCacheSeconds: 60 })
    const statementsOf = (query: string) => countQueries(forum.database, () => get(`/api/modlog${query}`))
    expect(await statementsOf('?limit=5&action=pin')).toBeGreaterThan(0)
    for (const query of [
      'action=pin&limit=5',
      'limit=5&x=1&action=pin',
      'limit=6&limit=5&action=pin&adminKey=x',
    ])
      expect([query, await statementsOf(`?${query}`)]).toEqual([query, 0])
    expect(await statementsOf('?limit=6&action=pin')).toBeGreaterThan(0)
  })

  it('nothing across hosts, however host and path are combined', async () => {
    const { get } = await counting()
    const from = async (host: string, url: string) => (await get(url, undefined, { host })).body
    expect(await from('h', '/all?sort=/communities')).toBe('http://h /all?sort=%2Fcommunities')
    expect((await get('/communities', undefined, { host: 'h/all?sort=' })).statusCode).toBe(400)
    expect(await from('h', '/all')).toBe('http://h /all')
    expect(await from('other', '/all')).toBe('http://other /all')
  })
})

describe('the host in a request', () => {
  const hostOf = async (headers: Record<string, string>, change: Partial<Forum['config']> = {}) => {
    const get = await site(change, async ({ site }) => ({ status: 200, html: site.origin }))
    const { statusCode, headers: answered, body } = await get('/', '127.0.0.1', headers)
    return statusCode === 200 ? body : (answered.location ?? statusCode)
  }
  const trustProxy = ['loopback']

  it.each([
    ['forum.example', 'http://forum.example'],
    ['forum.example:8080', 'http://forum.example:8080'],
    ['192.0.2.1', 'http://192.0.2.1'],
    ['[2001:db8::1]:8080', 'http://[2001:db8::1]:8080'],
    ['my_server', 'http://my_server'],
    ['www.', 'http://www.'],
    ['www.:8080', 'http://www.:8080'],
    ['forum.example/x', 400],
    ['user@forum.example', 400],
    ['forum.example:99999999', 400],
    ['a b', 400],
    ['<script>', 400],
    [`${'a'.repeat(70)}.example`, 400],
  ])('is taken or refused: %s', async (host, answer) => {
    expect(await hostOf({ host })).toBe(answer)
    expect(await hostOf({ host: 'near', 'x-forwarded-host': host }, { trustProxy })).toBe(answer)
    expect(await hostOf({ host: 'near', 'x-forwarded-host': host })).toBe('http://near')
  })

  it('may be sent once only', async () => {
    const app = await createApp(forum)
    opened.push(app)
    await app.listen({ port: 0 })
    const { port } = app.server.address() as AddressInfo
    const statusFor = (head: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(`GET /api/_initial HTTP/1.1\r\n${head}Connection: close\r\n\r\n`),
        )
        socket.once('data', (data) => resolve(data.toString().slice(9, 12)))
        socket.once('error', reject)
      })
    expect(await statusFor('Host: near\r\n')).toBe('200')
    expect(await statusFor('Host: near\r\nhost: far\r\n')).toBe('400')
    expect(await statusFor('Host: near\r\nHost: near\r\n')).toBe('400')
  })

  it('also applies to the scheme', async () => {
    const proto = (scheme: string) => hostOf({ host: 'near', 'x-forwarded-proto': scheme }, { trustProxy })
    expect(await proto('https')).toBe('https://near')
    expect(await proto('javascript')).toBe(400)
  })

  it('is ignored if SITE_URL is set', async () => {
    const siteUrl = new URL('https://forum.example')
    const from = (host: string) => hostOf({ host: 'near', 'x-forwarded-host': host }, { trustProxy, siteUrl })
    expect(await from('elsewhere.example')).toBe('https://forum.example')
    expect(await from('www.elsewhere.example')).toBe('https://forum.example')
    expect(await from('www.forum.example')).toBe('https://forum.example/')
  })
})

describe('what guests read', () => {
  const perTenSeconds = rateLimits.pages[0].calls
  it.each(['/api/posts', '/api/usernames/someone', '/all.atom', '/sitemap-pages.xml'])(
    'of %s has the limit of pages, counted apart from them',
    async (url) => {
      vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const get = await site()
      const answers = await Promise.all([...Array(perTenSeconds + 3).keys()].map(() => get(url)))
      expect(statusesOf(answers)).toEqual({ 200: perTenSeconds, 429: 3 })
      expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
      expect((await get(url, '192.0.2.9')).statusCode).toBe(200)
      expect((await get('/all')).statusCode).toBe(200)
    },
  )

  const ofContract = Object.values<Endpoint>(endpoints)
    .filter(({ who }) => who === 'all')
    .map(({ method, path, when }) => ({
      method,
      url: path.replace(/:\w+/g, '1') + (when ? `?${when.has}=1` : ''),
    }))
  const others = otherOperations
    // Their answers are the same for everyone, or files.
    .filter(
      ({ who, operationId }) =>
        who === 'all' && !['getOpenApi', 'getApiDocs', 'getImage'].includes(operationId),
    )
    .map(({ path }) => path.replace(/\{\w+\}/g, 'gardening'))
  const sitemaps = ['/sitemap.xml', '/sitemap-pages.xml', '/sitemap-posts-1.xml']

  it('has a limit wherever it is, and so has what they may write', async () => {
    const none = Object.fromEntries(entriesOf(rateLimitSettings).map(([name]) => [name, 0]))
    const get = await site({}, renderer.render, none)
    const headers = (await forum.guest()).headers()
    const read = [...others, ...sitemaps, '/', '/all', '/gardening'].map(
      (url) => ({ method: 'GET', url }) as const,
    )
    const calls = [...ofContract, ...read]
    expect(calls.length).toBeGreaterThan(50)
    const answers = await Promise.all(
      calls.map(async ({ method, url }) => {
        const { statusCode } = await get(url, '192.0.2.1', headers, method)
        return `${method} ${url} ${statusCode}`
      }),
    )
    expect(answers.filter((answer) => !answer.endsWith(' 429'))).toEqual([])
  })
})

describe('a URL that is too long for any page', () => {
  it('is refused before anything is rendered or asked of the database', async () => {
    const render = vi.fn(renderer.render)
    const get = await site({}, render)
    const queries = await countQueries(forum.database, async () => {
      for (const path of ['/x'.padEnd(7000, '/').concat('x'), `/${'a/'.repeat(3000)}x`]) {
        const response = await get(path)
        expect(response.statusCode).toBe(404)
        expect(response.body).toContain('This page doesn')
      }
      for (const url of [
        `/${'/'.repeat(9000)}`,
        `/all?${'a=1&'.repeat(3000)}`,
        `/api/posts?${'&'.repeat(9000)}`,
      ]) {
        const response = await get(url)
        expect(response.statusCode).toBe(400)
        expect(response.json()).toMatchObject({ status: 400 })
      }
    })
    expect(queries).toBe(0)
    expect(render).not.toHaveBeenCalled()
  })
})
