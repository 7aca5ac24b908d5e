import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pagesOfPrivateForum } from '../contract/access.ts'
import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import { endpoints } from '../contract/endpoints/index.ts'
import { errors } from '../contract/errors.ts'
import { staticPages } from '../contract/staticPages.ts'
import { createApp } from '../server/app.ts'
import { renderer } from '../web/entry-server.tsx'
import { otherPaths } from '../web/otherPaths.ts'
import { routes as pageRoutes } from '../web/routes.ts'
import { changeSettings } from './support/access.ts'
import { type Forum, type Member, type PostFacts, startForum } from './support/forum.ts'

/** The routes that a private forum answers to guests, besides calls of the contract that allow them. A new route is private. */
const openRoutes: Record<string, number> = {
  'GET /first-admin': 302,
  'GET /robots.txt': 200,
  'GET /.well-known/security.txt': 404,
  'GET /.well-known/change-password': 302,
  'GET /clientz': 200,
  'GET /healthz': 200,
  'GET /readyz': 200,
  // Requests come from this machine.
  'GET /metrics': 200,
  'GET /manifest.json': 200,
  'GET /assets/*': 404,
  'GET /favicon.svg': 404,
  'GET /favicon.png': 404,
  'GET /icon-192.png': 404,
  'GET /icon-512.png': 404,
  'GET /icon-maskable-512.png': 404,
  'GET /apple-touch-icon.png': 404,
  'GET /badge-supporter.png': 404,
  'GET /licences': 404,
  'GET /service-worker.js': 404,
  'GET /favicon.ico': 302,
  // The theme of the site, which its login page has, too.
  'GET /accent/:color(^\\w+).css': 404,
  'GET /site-icon/:logo/:icon': 404,
  // Everyone who knows the token of a moderator's queue.
  'GET /modqueue/:token(^\\w+).atom': 404,
  'GET /offline': 200,
  'GET /-/all-posts': 200,
  'GET /-/pass': 302,
  // Forms for guests, who log in and sign up with them; the calls behind the others refuse.
  'GET /-/:form': 404,
  'POST /-/:form': 403,
  // Pages, of which most lead to the login.
  'GET *': 302,
}

const openCalls = [
  'getInitial',
  'login',
  'signup',
  'getCaptcha',
  'getInvitation',
  'apply',
  'openApplication',
  'getApplication',
  'answerApplication',
  'withdrawApplication',
  'getStaticPage',
  'confirmEmail',
  'requestPasswordReset',
  'resetPassword',
  'getSuspension',
  'appealSuspension',
  'exportSuspended',
  'deleteSuspended',
  'sendNotice',
  'getNotice',
  'complain',
]

const openPages = [
  '/login',
  '/notice',
  '/notice/:number',
  '/invite/:code',
  '/my-application',
  '/confirm_email',
  '/reset_password',
  '/suspended',
  '/terms',
  '/privacy-policy',
  '/contact-us',
]

/** Part of every text and name that members wrote here. */
const secret = /heron|birding|wren_writes/i

let forum: Forum
let app: FastifyInstance
let admin: Member
let author: Member
let post: PostFacts
let imageUrl = ''
const registered: { methods: HTTPMethods[]; url: string }[] = []

const assetsFor = () => ({ entry: '', preloads: [], styles: [] })
const byUrl = new Map<string, Endpoint[]>()
for (const endpoint of Object.values<Endpoint>(endpoints))
  byUrl.set(endpoint.path, [...(byUrl.get(endpoint.path) ?? []), endpoint])

beforeAll(async () => {
  // Kept for as long as the tests last, so that an answer from before the switch would be found.
  forum = await startForum({ GUEST_CACHE_SECONDS: '300', SITE_NAME: 'The Hide' })
  admin = await forum.member('the_admin', { isAdmin: true })
  author = await forum.member('wren_writes')
  await forum.community('birding', admin)
  await forum.db.updateTable('communities').set({ is_default: true }).execute()
  post = await forum.post(author, 'birding', { title: 'Herons at the pond', type: 'image', images: 1 })
  await forum.comment(author, post, 'A grey heron.')
  const { images } = (await author.get(`/api/posts/${post.publicId}`)).json<{ images: { url: string }[] }>()
  imageUrl = images[0]?.url ?? ''
  const filesFolder = join(forum.config.dataDir, 'build')
  mkdirSync(join(filesFolder, 'assets'), { recursive: true })
  writeFileSync(join(filesFolder, 'assets', 'entry.js'), 'export {}')
  const listen = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      registered.push({ methods: [method].flat() as HTTPMethods[], url })
    })
  subscribe('fastify.initialization', listen)
  app = await createApp({ ...forum, pages: { renderer, assetsFor, filesFolder } })
  unsubscribe('fastify.initialization', listen)
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await forum.close()
})

/** URLs of existing things, for the parameters of routes. */
const real: Record<string, string> = {
  communityName: 'birding',
  name: 'birding',
  username: 'wren_writes',
}
const addressOf = (url: string) =>
  url
    .replace(/:(\w+)(\([^)]*\))?/g, (_all, name: string) =>
      name === 'publicId' ? post.publicId : (real[name] ?? '1'),
    )
    .replace('*screen', 'users')
    .replace('*', 'somewhere')

const asGuest = (method: string, url: string) => app.inject({ method: method as 'GET', url })
const asMember = (url: string) => app.inject({ url, headers: author.headers() })
const isOpenCall = (method: string, url: string) =>
  byUrl.get(url)?.some((endpoint) => endpoint.method === method && endpoint.openInPrivateForum)

describe('a forum that is open to all', () => {
  it('shows guests the texts that the tests below search for', async () => {
    for (const url of [
      '/',
      '/birding',
      `/birding/post/${post.publicId}`,
      '/@wren_writes',
      '/api/_initial',
      '/api/posts',
      `/api/posts/${post.publicId}`,
      '/all.atom',
      '/birding.atom',
      '/sitemap-pages.xml',
      '/sitemap-posts-0.xml',
      '/api/search?q=heron',
      '/api/search/suggestions?q=heron',
    ])
      expect((await asGuest('GET', url)).body, url).toMatch(
        url.startsWith('/sitemap-posts') ? post.publicId : secret,
      )
    expect((await asGuest('GET', imageUrl)).statusCode).toBe(200)
    expect((await asGuest('GET', imageUrl)).headers['cache-control']).toMatch(/^public/)
  })
})

describe('a private forum', () => {
  beforeAll(() => changeSettings(admin, { privateForum: true }))

  it('answers guests on no route of its server but those that are listed', async () => {
    const answered: [string, number][] = []
    for (const { methods, url } of registered)
      for (const method of methods) {
        if (isOpenCall(method, url) || method === 'HEAD') continue
        const answer = await asGuest(method, addressOf(url))
        if (answer.statusCode !== 401) answered.push([`${method} ${url}`, answer.statusCode])
        else if (!url.startsWith('/api/') || answer.body !== '')
          // For a write by a guest, the token is checked first.
          expect([errors.notLoggedIn, errors.unauthorized], `${method} ${url}`).toContainEqual(answer.json())
      }
    expect(Object.fromEntries(answered)).toEqual(openRoutes)
  })

  it('answers HEAD as little as GET', async () => {
    for (const { methods, url } of registered.filter(({ methods }) => methods.includes('HEAD'))) {
      const status = methods.includes('GET') ? (await asGuest('GET', addressOf(url))).statusCode : 401
      const isContract = byUrl.has(url) && !methods.includes('GET')
      if (!isContract) expect((await asGuest('HEAD', addressOf(url))).statusCode, url).toBe(status)
    }
  })

  it('has no calls for guests except those that they need to join, and to notify of unlawful content', () => {
    const open = Object.entries<Endpoint>(endpoints).filter(
      ([, { openInPrivateForum }]) => openInPrivateForum,
    )
    expect(open.map(([name]) => name).sort()).toEqual([...openCalls].sort())
  })

  it('redirects guests from every page to the login, except from those that they need to join', async () => {
    const patterns = [...otherPaths, ...pageRoutes.map(({ pattern }) => pattern)]
    const shown: string[] = []
    for (const pattern of new Set(patterns)) {
      const path = addressOf(pattern)
      const answer = await asGuest('GET', path)
      expect(answer.body, path).not.toMatch(secret)
      if (answer.statusCode !== 302) shown.push(pattern)
      else
        expect(answer.headers.location, path).toBe(
          path === '/' ? '/login' : `/login?${new URLSearchParams({ next: path })}`,
        )
    }
    expect(shown.sort()).toEqual([...openPages].sort())
  })

  it('does not reveal whether a page exists', async () => {
    const [there, missing] = await Promise.all(
      ['/birding', '/no_such_place'].map((path) => asGuest('GET', path)),
    )
    expect([there?.statusCode, missing?.statusCode]).toEqual([302, 302])
    expect(there?.body.replaceAll('birding', '')).toBe(missing?.body.replaceAll('no_such_place', ''))
  })

  it('shows on its front page its name and how to join, and nothing else', async () => {
    const { body, statusCode } = await asGuest('GET', '/login')
    expect(statusCode).toBe(200)
    expect(body).toContain('<h1')
    expect(body).toContain('The Hide')
    expect(body).toContain('This forum is for members only.')
    expect(body).not.toMatch(secret)
    expect(body).toContain('noindex')
  })

  it('gives guests no communities and no numbers in the initial data', async () => {
    expect((await asGuest('GET', '/api/_initial')).json()).toMatchObject({
      privateForum: true,
      communities: [],
      noUsers: 0,
      joining: 'open',
    })
  })

  it('shows guests the terms, the privacy policy and the contact, and no other static page', async () => {
    for (const name of staticPages) {
      const { statusCode } = await asGuest('GET', `/api/_pages/${name}`)
      expect([name, statusCode]).toEqual([name, pagesOfPrivateForum.has(name) ? 200 : 401])
    }
  })

  it('tells search engines to stay away, and gives its name for installing', async () => {
    expect((await asGuest('GET', '/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n')
    expect((await asGuest('GET', '/manifest.json')).json()).toMatchObject({ name: 'The Hide' })
  })

  it('shows members everything, and lets no cache on the way keep it for others', async () => {
    for (const url of ['/', '/birding', '/all.atom', '/sitemap-pages.xml', `/api/posts/${post.publicId}`]) {
      const answer = await asMember(url)
      expect([url, answer.statusCode]).toEqual([url, 200])
      expect(answer.body, url).toMatch(secret)
      expect(String(answer.headers['cache-control']), url).not.toMatch(/public/)
    }
    const image = await asMember(imageUrl)
    expect(image.statusCode).toBe(200)
    expect(image.headers['cache-control']).toMatch(/^private/)
    expect((await asGuest('GET', imageUrl)).statusCode).toBe(401)
  })

  it('lets someone in who has just signed up', async () => {
    const guest = await forum.guest()
    const account = { username: 'newcomer_n', password: 'a fine password' }
    expect((await guest.post('/api/_signup', account)).statusCode).toBe(201)
    expect((await guest.get('/api/posts')).body).toMatch(secret)
  })

  it('treats a banned member as a guest', async () => {
    const banned = await forum.member('banned_b')
    await admin.post('/api/_admin', { action: 'ban_user', username: 'banned_b' })
    expect((await banned.get('/api/posts')).json()).toEqual(errors.notLoggedIn)
    expect((await app.inject({ url: imageUrl, headers: banned.headers() })).statusCode).toBe(401)
  })

  it('is open to all again when it is switched back', async () => {
    await changeSettings(admin, { privateForum: false })
    for (const url of ['/', '/api/posts', '/all.atom']) {
      const answer = await asGuest('GET', url)
      expect([url, answer.statusCode]).toEqual([url, 200])
      expect(answer.body, url).toMatch(secret)
    }
  })
})
