import { type RequestOptions, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageAssets } from '../../contract/pages.ts'
import { createApp } from '../../server/app.ts'
import { loadSecrets } from '../../server/platform/http/secrets.ts'
import { renderer } from '../../web/entry-server.tsx'
import { countQueries } from '../support/countQueries.ts'
import { type Forum, type Member, passwordOf, startForum } from '../support/forum.ts'

const assetsFor = (page: string | null): PageAssets => ({
  entry: '/assets/entry.js',
  preloads: page ? [`/assets/${page}.js`] : [],
  styles: ['/assets/entry.css'],
})

let forum: Forum
let app: FastifyInstance
let author: Member

/** The same forum, with pages. */
const withPages = async (change: Partial<Forum['config']> = {}, render = renderer.render) =>
  createApp({
    ...forum,
    config: { ...forum.config, ...change },
    secrets: await loadSecrets(forum.db),
    pages: { renderer: { ...renderer, render }, assetsFor, filesFolder: null },
  })

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

/** Headers of a member's requests. */
async function signIn(username: string) {
  const cookies = new Map<string, string>()
  const keep = (response: { cookies: { name: string; value: string }[] }) => {
    for (const { name, value } of response.cookies) cookies.set(name, value)
  }
  const header = () => [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
  keep(await get('/api/_initial'))
  keep(
    await app.inject({
      method: 'POST',
      url: '/api/_login',
      headers: { cookie: header(), 'x-csrf-token': cookies.get('csrftoken') ?? '' },
      payload: JSON.stringify({ username, password: passwordOf(username) }),
    }),
  )
  return { cookie: header(), 'x-csrf-token': cookies.get('csrftoken') ?? '' }
}

/** In its initial state, which requests of the other tests change. */
async function overTheWire(options: RequestOptions) {
  if (!app.server.listening) await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  return new Promise<{ status: number | undefined; location: string | undefined; body: string }>(
    (resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, ...options }, async (response) => {
        const chunks = await response.toArray()
        resolve({
          status: response.statusCode,
          location: response.headers.location,
          body: Buffer.concat(chunks).toString(),
        })
      })
      sent.on('error', reject).end()
    },
  )
}

beforeAll(async () => {
  forum = await startForum()
  author = await forum.member('rowan', { isAdmin: true })
  await forum.community('gardening', author)
  await forum.post(author, 'gardening', {
    title: 'Beans </script><script>alert(1)</script>',
    body: 'They **grow** <b>well</b>.',
  })
  app = await withPages()
})
afterAll(async () => {
  await app.close()
  await forum.close()
})

describe('the front page', () => {
  it('[CORE-1-002][ACC-1-001] shows guests the feed without JavaScript', async () => {
    const page = await get('/')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Beans &lt;/script&gt;')
    expect(page.body).toContain('They grow')
  })

  it('embeds its data, and no text can break out of it', async () => {
    const { body } = await get('/')
    const state = /<script type="application\/json" id="state">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    const keys = JSON.parse(state).queries.queries.map((query: { queryKey: unknown[] }) => query.queryKey[0])
    expect(keys.sort()).toEqual(['communities', 'feed', 'initial'])
    expect(state).toContain('Beans')
    expect(body).not.toContain('<script>alert(1)')
  })

  it('[CORE-1-023] prompts guests to create an account', async () => {
    expect((await get('/')).body).toContain('Create an account to post, comment and vote.')
  })

  it('[CORE-2-067] has a login box for guests, and for nobody else', async () => {
    expect((await get('/')).body).toContain('type="password"')
    expect((await get('/', await signIn('rowan'))).body).not.toContain('type="password"')
  })

  it('[CORE-1-024][CORE-1-025] welcomes members with Create post, and admins with Create community too', async () => {
    await forum.member('reader')
    const asMember = (await get('/', await signIn('reader'))).body
    expect(asMember).toContain('Welcome, reader')
    expect(asMember).toContain('Create post')
    expect(asMember).toContain('href="/new"')
    expect(asMember).not.toContain('Create community')
    expect((await get('/', await signIn('rowan'))).body).toContain('Create community')
  })

  it('[CORE-2-001] is the subscriptions feed for members who chose that', async () => {
    const settler = await forum.member('settler')
    const headers = await signIn('settler')
    expect((await get('/', headers)).body).toContain('Beans')
    await forum.db
      .updateTable('users')
      .set({ home_feed: 'subscriptions' })
      .where('id', '=', settler.id)
      .execute()
    const page = (await get('/', headers)).body
    expect(page).toContain('Your feed is empty')
    expect((await get('/all', headers)).body).toContain('Beans')
    // [CORE-2-004] the page offers the other feed
    expect(page).toContain('href="/all"')
  })

  it('[CORE-2-002] keeps the order in the links to the other feeds', async () => {
    const page = (await get('/?sort=latest', await signIn('rowan'))).body
    expect(page).toContain('href="/subscriptions?sort=latest"')
  })

  it('runs one query for the viewer and one for each of its queries', async () => {
    const headers = await signIn('rowan')
    expect(await countQueries(forum.database, () => get('/', headers))).toBeLessThanOrEqual(4)
  })
})

describe('every page', () => {
  it('has a title and metadata', async () => {
    const { body } = await get('/all', { host: 'forum.example' })
    const head = body.slice(0, body.indexOf('</head>'))
    expect(head).toContain('<title>All · Folkmoot</title>')
    expect(head).toContain('<link rel="canonical" href="http://forum.example/all"/>')
    expect(head).toContain('<link rel="alternate" type="application/atom+xml" href="/all.atom"/>')
    expect(head).toContain('<meta property="og:title" content="All"/>')
    expect(head).toMatch(/<meta name="description" content="A place for people/)
  })

  it('names the files that it needs', async () => {
    const { body } = await get('/')
    expect(body).toContain('<script type="module" src="/assets/entry.js" fetchpriority="low"></script>')
    expect(body).toContain(
      '<link rel="modulepreload" href="/assets/web/pages/home/HomePage.tsx.js" fetchpriority="low">',
    )
  })

  it('forbids shared caches to store it', async () => {
    const { headers } = await get('/')
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-service-worker-cache': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
  })

  it('gives a guest a session cookie', async () => {
    expect((await get('/')).cookies.map(({ name }) => name)).toEqual(['SID', 'csrftoken'])
  })

  it('answers HEAD without a body', async () => {
    const page = await overTheWire({ method: 'HEAD', path: '/' })
    expect([page.status, page.body]).toEqual([200, ''])
  })

  it('is compressed for clients that accept that', async () => {
    expect((await get('/', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br')
    expect((await get('/', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
    expect((await get('/')).headers['content-encoding']).toBeUndefined()
  })
})

describe('a URL', () => {
  it.each([
    ['of nothing', '/gardening/nothing/here'],
    ['with a name that cannot be', '/no-such-name!'],
    ['of the API without its slash', '/api'],
  ])('[CORE-2-030][CORE-2-031][CORE-2-032] %s shows the not-found page', async (_case, url) => {
    const page = await get(url)
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain('404: Not found!')
    expect(page.body).toContain('The page you&#x27;re looking for does not exist.')
    expect(page.body).toMatch(/<a href="\/" class="[^"]*">Go home<\/a>/)
    expect(page.body).toContain('<meta name="robots" content="noindex"/>')
  })

  it('[ACC-2-047] of an unknown community shows the not-found page', async () => {
    const page = await get('/nobody_made_this')
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain('404: Not found!')
    expect(page.body).toMatch(/<a href="\/" class="[^"]*">Go home<\/a>/)
  })

  it.each([
    ['with a slash at its end', '/all/', '/all'],
    ['with a slash and a query', '/all/?sort=new', '/all?sort=new'],
    ['that would lead to another host', '//elsewhere.example/', '/elsewhere.example'],
  ])('%s leads to the right one', async (_case, url, right) => {
    const page = await get(url)
    expect([page.statusCode, page.headers.location]).toEqual([301, right])
  })

  it('with a backslash does not redirect to another host', async () => {
    const page = await overTheWire({ path: '/\\elsewhere.example/' })
    expect([page.status, page.location]).toEqual([301, '/%5Celsewhere.example'])
  })

  // No browser sends dots in a path; other programs do.
  it.each([
    '//elsewhere.example/',
    '///elsewhere.example/',
    '/\\/elsewhere.example/',
    '/.//elsewhere.example/',
    '/..//elsewhere.example/',
    '/%2e//elsewhere.example/',
    '/./\\elsewhere.example/',
    '/x/..//elsewhere.example/',
    '//elsewhere.example/?next=abc',
    'http://elsewhere.example//elsewhere.example/',
  ])('%s leads to this host or nowhere', async (path) => {
    for (const host of ['forum.example', 'www.forum.example']) {
      const { status, location } = await overTheWire({ path, headers: { host } })
      expect([301, 404]).toContain(status)
      if (location !== undefined) expect(new URL(location, 'http://forum.example').host).toBe('forum.example')
    }
  })

  it.each([
    ['/?next=abc', '/'],
    ['/all?sort=day&next=1.2.3', '/all?sort=day'],
    ['/gardening?next=-1&sort=new', '/gardening?sort=new'],
  ])('%s, with a place in the list that cannot be, leads to its beginning', async (url, right) => {
    const page = await get(url)
    expect([page.statusCode, page.headers.location]).toEqual([302, right])
  })

  it.each([
    '/?next=',
    '/?next=%00',
    '/?next=9.9',
    '/all?sort=best',
    '/gardening?sort=',
    '/gardening?tab=nothing',
    '/communities?sort=best&q=%E2%80%AE%F0%9F%8C%B1',
    '/communities?q=%ED%A0%80%27%25_%5C',
    '/communities?q=%00',
    '/login?next=%2F%2Felsewhere.example',
  ])('%s is shown, whatever stands in it', async (url) => {
    expect((await get(url)).statusCode).toBe(200)
  })

  it.each(['/%', '/%E0%A4%A', '/%00', '/a%2Fb', '/gardening%00', '/..%2f..%2fetc'])(
    '%s leads nowhere, and not into an error of ours',
    async (url) => {
      const { statusCode } = await get(url)
      expect([400, 404]).toContain(statusCode)
    },
  )

  // The specification has no other path for the directory.
  it.each([
    ['/communities', 200],
    ['/all-communities', 404],
    ['/communities/all', 404],
  ])('[ACC-2-033] %s answers %i: all communities stand in one place', async (url, status) => {
    expect((await get(url)).statusCode).toBe(status)
  })

  it('with www. redirects to the bare host', async () => {
    const page = await get('/all?sort=day', { host: 'www.forum.example' })
    expect([page.statusCode, page.headers.location]).toEqual([301, 'http://forum.example/all?sort=day'])
  })

  it('[CORE-2-007] that needs an account redirects guests to /login with the way back', async () => {
    const page = await get('/subscriptions?sort=day')
    expect([page.statusCode, page.headers.location]).toEqual([
      302,
      `/login?next=${encodeURIComponent('/subscriptions?sort=day')}`,
    ])
  })
})

describe('/login', () => {
  it('[CORE-2-006][ACC-2-001] shows guests a card with username and password', async () => {
    const { body } = await get('/login')
    expect(body).toMatch(/<h1[^>]*>Login<\/h1>/)
    expect(body).toContain('name="username"')
    expect(body).toContain('name="password"')
  })

  it.each([
    ['/login', '/'],
    ['/login?next=%2Fall', '/all'],
    ['/login?next=https%3A%2F%2Felsewhere.example', '/'],
    ['/login?next=/.//elsewhere.example', '/'],
    ['/login?next=/..//elsewhere.example', '/'],
    ['/login?next=/%252e//elsewhere.example', '/'],
    ['/login?next=/./%5Celsewhere.example', '/'],
    ['/login?next=/x/..//elsewhere.example', '/'],
  ])('[ACC-2-002] %s sends members on to %s', async (url, onward) => {
    const page = await get(url, await signIn('rowan'))
    expect([page.statusCode, page.headers.location]).toEqual([302, onward])
  })
})

describe('a page that cannot be rendered', () => {
  it('[CORE-2-230] shows an error and offers a retry', async () => {
    const broken = await withPages({ logLevel: 'silent' }, async () => {
      throw new TypeError('a bug')
    })
    const page = await broken.inject({ url: '/' })
    expect(page.statusCode).toBe(500)
    expect(page.body).toContain('Something went wrong')
    expect(page.body).toContain('Try reloading page')
    expect(page.body).not.toContain('a bug')
    // The id that is also in the log.
    expect(page.body).toContain(`<code>${String(page.headers['x-request-id'])}</code>`)
    await broken.close()
  })

  it('has a Retry-After header while the database is down', async () => {
    const broken = await withPages({}, async () => {
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    })
    const page = await broken.inject({ url: '/' })
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '2'])
    await broken.close()
  })
})

describe('pages of guests', () => {
  it('are rendered once for concurrent requests, and again after a change; a new post is on them in some seconds', async () => {
    let rendered = 0
    const cached = await withPages({ guestCacheSeconds: 60 }, (request) => {
      rendered += 1
      return renderer.render(request)
    })
    await Promise.all([1, 2, 3].map(() => cached.inject({ url: '/' })))
    await cached.inject({ url: '/' })
    expect(rendered).toBe(1)
    const headers = await signIn('rowan')
    await cached.inject({ url: '/', headers })
    expect(rendered).toBe(2)
    const payload = JSON.stringify({ title: 'Peas', community: 'gardening' })
    const post = (await cached.inject({ method: 'POST', url: '/api/posts', headers, payload })).json()
    expect((await cached.inject({ url: '/' })).body).not.toContain('Peas')
    expect(rendered).toBe(2)
    const changed = JSON.stringify({ title: 'Sweet peas' })
    await cached.inject({ method: 'PUT', url: `/api/posts/${post.publicId}`, headers, payload: changed })
    expect((await cached.inject({ url: '/' })).body).toContain('Sweet peas')
    expect(rendered).toBe(3)
    await cached.close()
  })
})
