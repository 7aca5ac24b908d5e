import { describe, expect, it } from 'vitest'
import { errors } from '../../contract/errors.ts'
import { Refused } from '../../server/platform/http/refused.ts'
import { renderer } from '../../web/entry-server.tsx'
import { countQueries } from '../support/countQueries.ts'
import { startRenderedPages } from '../support/renderedPages.ts'

const { forum, get, overTheWire, signIn, withPages } = await startRenderedPages()

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
    const keys = JSON.parse(state).queries.map((query: { queryKey: unknown[] }) => query.queryKey[0])
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
    expect(head).toMatch(/<meta name="description" content="A place to share/)
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
      'cache-control': 'private, no-cache',
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

  it('is in the language of its member, whatever the browser prefers', async () => {
    const { id } = await forum.member('leser')
    await forum.db.updateTable('users').set({ language: 'de' }).where('id', '=', id).execute()
    for (const [failure, status] of [
      [new TypeError('a bug'), 500],
      [Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), 503],
      [new Refused(errors.serverBusy), 503],
      [new Refused(errors.tooManyRequests, { retryAfterSeconds: 2 }), 429],
    ] as const) {
      const broken = await withPages({ logLevel: 'silent' }, async () => {
        throw failure
      })
      const page = await broken.inject({ url: '/', headers: await signIn('leser') })
      expect([page.statusCode, page.body]).toEqual([status, expect.stringContaining('<html lang="de"')])
      await broken.close()
    }
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
    const render: typeof renderer.render = (request) => {
      rendered += 1
      return renderer.render(request)
    }
    // Without the watch, which clears the cache when a look at the database takes more than a second.
    const cached = await withPages({ guestCacheSeconds: 60 }, render, { watch: undefined })
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
