import { createContext, runInContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { renderer } from '../../../web/entry-server.tsx'
import { createApp } from '../../app.ts'
import { challengePolicy, challengeScript } from '../../core/traffic/challengePage.ts'
import { waitSeconds } from '../../core/traffic/passes.ts'
import { noteScraper } from '../../core/traffic/scrapers.ts'

const most = 3

let forum: Forum
let app: FastifyInstance
let wren: Member
/** Addresses that are those of a search engine. */
const crawlers = new Set<string>()
let networks = 0
/** An address in a network of its own. */
const newAddress = () => {
  networks += 1
  return `198.51.${networks}.1`
}

beforeAll(async () => {
  forum = await startForum({
    TRUST_PROXY: 'loopback',
    RATE_LIMITS: 'on',
    PAGES_BEFORE_CHECK: `${most}`,
    GUEST_CACHE_SECONDS: '60',
  })
  wren = await forum.member('wren')
  const assetsFor = () => ({ entry: '', preloads: [], styles: [] })
  app = await createApp({
    ...forum,
    pages: { renderer, assetsFor, filesFolder: null },
    searchEngines: { mayBe: (ip) => crawlers.has(ip) },
  })
})
afterAll(async () => {
  await app.close()
  await forum.close()
})
beforeEach(() => {
  vi.useRealTimers()
})

let pages = 0
/** Opens a page that is not in the cache. */
const open = (ip: string, headers: Record<string, string> = {}) => {
  pages += 1
  return app.inject({
    url: `/all?sort=new&page=${pages}&x=${pages}`,
    headers: { 'x-forwarded-for': ip, host: `h${pages}.example`, ...headers },
  })
}
const statusOf = async (ip: string, headers?: Record<string, string>) => (await open(ip, headers)).statusCode
/** Reads as much as is allowed without being checked. */
const readUntilChecked = async (ip: string) => {
  for (let page = 0; page < most; page += 1) expect(await statusOf(ip)).toBe(200)
}
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((one) => one.startsWith('pass=')) ?? ''

/** Runs the script of the page as a browser does. @returns the cookie that the server gave. */
async function runScript(ip: string): Promise<string> {
  let cookie = ''
  const reloaded = new Promise<void>((resolve, reject) => {
    const fetch = async (url: string) => {
      const answer = await app.inject({ url, headers: { 'x-forwarded-for': ip } })
      cookie = cookieOf(answer)
      return { ok: answer.statusCode < 300, json: async () => answer.json() }
    }
    const page = {
      crypto,
      navigator: { cookieEnabled: true },
      fetch,
      btoa,
      location: { reload: resolve },
      Uint8Array,
      DataView,
    }
    runInContext(challengeScript, createContext(page)).catch(reject)
  })
  await reloaded
  return cookie
}

describe('a guest whose network reads more uncached pages than the site allows', () => {
  it('gets a page that checks the browser, once', async () => {
    const ip = newAddress()
    await readUntilChecked(ip)
    const checked = await open(ip.replace(/1$/, '200'))
    expect(checked.statusCode).toBe(429)
    expect(checked.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': challengePolicy,
      'retry-after': `${waitSeconds}`,
    })
    expect(checked.body).toContain(challengeScript)
    expect(await statusOf(newAddress())).toBe(200)
    const cookie = await runScript(ip)
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/)
    const [pair = ''] = cookie.split(';')
    expect(await statusOf(ip, { cookie: pair })).toBe(200)
    // Where most of the network still is.
    expect(await statusOf(ip)).toBe(429)
  })

  it('gets cached pages all the same', async () => {
    const ip = newAddress()
    const openCached = () =>
      app.inject({ url: '/all', headers: { 'x-forwarded-for': ip, host: 'kept.example' } })
    expect((await openCached()).statusCode).toBe(200)
    await readUntilChecked(ip).catch(() => {})
    expect(await statusOf(ip)).toBe(429)
    expect((await openCached()).statusCode).toBe(200)
  })

  it('waits without JavaScript, and is sent back with the cookie', async () => {
    const ip = newAddress()
    await readUntilChecked(ip)
    const { body } = await open(ip)
    const [, seconds = '', to = ''] =
      /<meta http-equiv="refresh" content="(\d+);url=([^"]+)">/.exec(body) ?? []
    expect(Number(seconds)).toBe(waitSeconds)
    const url = to.replaceAll('&amp;', '&')
    const follow = (from = ip) => app.inject({ url, headers: { 'x-forwarded-for': from } })
    const tooSoon = await follow()
    expect(tooSoon.statusCode).toBe(302)
    expect(cookieOf(tooSoon)).toBe('')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + waitSeconds * 1000 })
    expect(cookieOf(await follow(newAddress())), 'from elsewhere').toBe('')
    const waited = await follow()
    expect(waited.headers.location).toBe(`/all?sort=new&page=${pages}&x=${pages}`)
    const [pair = ''] = cookieOf(waited).split(';')
    expect(await statusOf(ip, { cookie: pair })).toBe(200)
    expect(cookieOf(await follow()), 'a second time').toBe('')
  })

  it('is not sent elsewhere afterwards', async () => {
    const answer = await app.inject('/-/pass?back=https://elsewhere.example/')
    expect(answer.headers.location).toBe('/')
  })

  it('is checked again with a cookie that reads as much as a network, that is false, or that has expired', async () => {
    const ip = newAddress()
    await readUntilChecked(ip)
    const [pair = ''] = (await runScript(ip)).split(';')
    for (let page = 0; page < most; page += 1)
      expect(await statusOf(newAddress(), { cookie: pair })).toBe(200)
    expect(await statusOf(newAddress(), { cookie: pair })).toBe(429)
    const [fresh = ''] = (await runScript(ip)).split(';')
    expect(await statusOf(ip, { cookie: `${fresh}x` })).toBe(429)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 86_400_000 })
    const later = newAddress()
    await readUntilChecked(later)
    expect(await statusOf(later, { cookie: fresh })).toBe(429)
  })

  it('cannot use a proof twice', async () => {
    const ip = newAddress()
    const sent: string[] = []
    const inject = app.inject.bind(app)
    vi.spyOn(app, 'inject').mockImplementation(((request: { url: string }) => {
      if (request.url.startsWith('/-/pass?proof')) sent.push(request.url)
      return inject(request)
    }) as never)
    await runScript(ip)
    vi.restoreAllMocks()
    const again = await app.inject({ url: sent[0] ?? '', headers: { 'x-forwarded-for': ip } })
    expect(again.statusCode).toBe(403)
    expect(cookieOf(again)).toBe('')
  })
})

describe('nobody checks', () => {
  it('members', async () => {
    const ip = newAddress()
    await readUntilChecked(ip)
    expect(await statusOf(ip)).toBe(429)
    expect(await statusOf(ip, { cookie: wren.headers().cookie })).toBe(200)
  })

  it('search engines', async () => {
    const ip = newAddress()
    crawlers.add(ip)
    await readUntilChecked(ip)
    expect(await statusOf(ip)).toBe(200)
    crawlers.clear()
    expect(await statusOf(ip)).toBe(429)
  })

  it.each([
    ['without rate limits', { RATE_LIMITS: 'off' }],
    ['behind a shared cache', { RATE_LIMITS: 'on', CDN_SECONDS: '10' }],
    ['where the site wants no checks', { RATE_LIMITS: 'on', PAGES_BEFORE_CHECK: '0' }],
  ])('anyone %s', async (_, environment) => {
    const unlimited = await startForum({ PAGES_BEFORE_CHECK: '1', ...environment })
    const assetsFor = () => ({ entry: '', preloads: [], styles: [] })
    const other = await createApp({ ...unlimited, pages: { renderer, assetsFor, filesFolder: null } })
    for (let page = 0; page < 5; page += 1) expect((await other.inject('/all')).statusCode).toBe(200)
    await other.close()
    await unlimited.close()
  })
})

it('a network that followed the hidden link is checked at its first page', async () => {
  const ip = newAddress()
  await noteScraper(forum.db, ip)
  await expect.poll(() => statusOf(ip)).toBe(429)
})
