import { describe, expect, it } from 'vitest'
import { startRenderedPages } from '../support/renderedPages.ts'

const { get, overTheWire } = await startRenderedPages()

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
    '/?next=9.9',
    '/all?sort=best',
    '/gardening?sort=',
    '/gardening?tab=nothing',
    '/communities?sort=best&q=%E2%80%AE%F0%9F%8C%B1',
    '/communities?q=%ED%A0%80%27%25_%5C',
    '/login?next=%2F%2Felsewhere.example',
  ])('%s is shown, whatever stands in it', async (url) => {
    expect((await get(url)).statusCode).toBe(200)
  })

  it.each(['/?next=%00', '/communities?q=%00'])(
    '%s with what cannot be stored is a bad request',
    async (url) => {
      expect((await get(url)).statusCode).toBe(400)
    },
  )

  it.each(['/%', '/%E0%A4%A', '/%00', '/a%2Fb', '/gardening%00', '/..%2f..%2fetc'])(
    '%s leads nowhere, and not into an error of ours',
    async (url) => {
      const { statusCode } = await get(url)
      expect([400, 404]).toContain(statusCode)
    },
  )

  const html = 'text/html,application/xhtml+xml,*/*;q=0.8'
  it.each([
    ['with NUL', '/%00'],
    ['with NUL in a name', '/gardening%00'],
    ['with NUL in its query', '/search?q=%00'],
    ['with half an escape', '/%'],
    ['with bytes that are not text', '/%E0%A4%A'],
    ['with half of a surrogate pair', '/%ED%A0%80'],
    ['of an image, with NUL', '/images/%00'],
    ['that is too long', `/all?${'a=1&'.repeat(3000)}`],
  ])('%s is answered with a sentence for people, and as JSON for programs', async (_case, url) => {
    const page = await get(url, { accept: html })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    if (page.statusCode === 400) expect(page.body).toContain('<p>This address is not valid.</p>')
    else expect([page.statusCode, page.body]).toEqual([404, expect.stringMatching(/not found|no page/i)])
    for (const path of [url, `/api${url}`]) {
      const answer = await get(path, path === url ? { accept: '*/*' } : { accept: html })
      if (answer.statusCode === 400) expect(answer.json()).toMatchObject({ status: 400 })
    }
  })

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
