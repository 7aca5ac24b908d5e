import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
import { renderer } from '../../web/entry-server.tsx'
import { type Forum, type Member, startForum } from '../support/forum.ts'
import { readHtml, textOf } from '../support/html.ts'

// What styles hide where scripts do not run is in tests/browser/noScript.test.ts.

let forum: Forum
let app: FastifyInstance
let author: Member

beforeAll(async () => {
  forum = await startForum()
  author = await forum.member('rowan', { isAdmin: true })
  await forum.community('moss', author)
  for (let number = 11; number > 0; number -= 1)
    await forum.post(author, 'moss', { title: `Post ${number}`, body: 'Moss grows where it is damp.' })
  const assetsFor = () => ({ entry: '', preloads: [], styles: [] })
  app = await createApp({ ...forum, pages: { renderer, assetsFor, filesFolder: null } })
})
afterAll(async () => {
  await app.close()
  await forum.close()
})

/** Opens a page, and goes on by the first link with a name. */
async function open(address: string) {
  const { statusCode, body } = await app.inject(address)
  const page = readHtml(body)
  const [main] = page.all('main')
  const articles = page.all('article', {}, main)
  return {
    ...page,
    address,
    statusCode,
    main: textOf(main),
    articles: articles.map(textOf),
    titles: articles.map((article) => textOf(page.all('h2', {}, article)[0])),
    robots: page.all('meta', { name: 'robots' })[0]?.attribs.content,
    follow: async (name: string | RegExp) => {
      const [href] = page.linksTo(name)
      expect(href, `a link ${name} at ${address}`).toBeDefined()
      const { pathname, search } = new URL(href ?? '', new URL(address, 'http://forum.example'))
      return open(pathname + search)
    },
  }
}
type Page = Awaited<ReturnType<typeof open>>

/** The form of the content that has a field of this name: where it leads, and what it sends besides. */
function formWith(page: Page, field: string) {
  const [form] = page
    .all('form', {}, page.all('main')[0])
    .filter((one) => page.all('input', { name: field }, one).length > 0)
  const hidden = page.all('input', { type: 'hidden' }, form)
  return {
    action: form?.attribs.action,
    hasSubmit: form !== undefined && page.all('button', { type: 'submit' }, form).length > 0,
    hidden: Object.fromEntries(hidden.map(({ attribs }) => [attribs.name ?? '', attribs.value ?? ''])),
  }
}

const titlesTo = (count: number) => Array.from({ length: count }, (_, index) => `Post ${index + 1}`)

describe('without JavaScript', () => {
  it('[CORE-1-002] the front page can be read, sorted and paged', async () => {
    const newest = await (await open('/')).follow('New')
    expect(newest.address).toBe('/?sort=latest')
    expect(newest.titles).toEqual(titlesTo(10))
    expect(newest.articles[0]).toContain('Moss grows where it is damp')
    const next = await newest.follow('Next page')
    expect(next.address).toMatch(/^\/\?sort=latest&next=/)
    expect(next.titles[0]).toBe('Post 11')
    expect(next.robots).toBe('noindex')
    expect((await next.follow('All')).address).toBe('/?sort=all')
  })

  it('the last page says that there are no more posts', async () => {
    const last = await (await open('/moss?sort=latest')).follow('Next page')
    expect(last.titles).toEqual(['Post 11'])
    expect(last.main).toContain("You've reached the end.")
    expect(last.linksTo('Next page')).toEqual([])
    const first = await last.follow('Back to the start')
    expect(first.address).toBe('/moss?sort=latest')
    expect(first.titles).toEqual(titlesTo(10))
  })

  it('both tabs of a community, all orders and later pages are readable', async () => {
    await forum.community('ferns', author)
    for (const number of Array(11).keys()) await forum.post(author, 'ferns', { title: `Fern ${number}` })
    const newest = await (await open('/ferns')).follow('New')
    expect(newest.titles[0]).toBe('Fern 10')
    const next = await newest.follow('Next page')
    expect(next.titles).toEqual(['Fern 0'])
    expect(next.linksTo('About')).toContain('/ferns?tab=about')
    expect((await open('/ferns?tab=about')).main).toContain('All about ferns')
  })

  it('the directory is sorted with links and searched with a form', async () => {
    for (const name of ['heath_b', 'heath_c', 'heath_a']) await forum.community(name, author)
    const names = (page: Page) =>
      page
        .all('a', {}, page.all('main')[0])
        .map(textOf)
        .filter((name) => name.startsWith('heath_'))
    const sorted = await (await open('/communities')).follow('Z–A')
    expect(names(sorted)).toEqual(['heath_c', 'heath_b', 'heath_a'])
    const form = formWith(sorted, 'q')
    expect(form).toMatchObject({ action: '/communities', hasSubmit: true })
    const query = new URLSearchParams({ ...form.hidden, q: 'heath_' })
    expect(names(await open(`/communities?${query}`)).sort()).toEqual(['heath_a', 'heath_b', 'heath_c'])
    expect((await open(`/communities?${query}`)).main).not.toContain('moss')
  })

  it('the search has a form that finds', async () => {
    await forum.community('birds', author)
    await forum.post(author, 'birds', { title: 'A hoopoe in the garden' })
    const form = formWith(await open('/search'), 'q')
    expect(form).toMatchObject({ action: '/search', hasSubmit: true })
    const found = await open(`/search?${new URLSearchParams({ ...form.hidden, q: 'hoopoe' })}`)
    expect(found.titles).toEqual(['A hoopoe in the garden'])
  })

  it('/login has a form, and a link to the one that creates an account', async () => {
    const login = await (await open('/')).follow('Login')
    expect(login.address).toBe('/login')
    expect(formWith(login, 'username')).toMatchObject({ action: '/-/login', hasSubmit: true })
    const signup = await login.follow('Create account')
    expect(signup.address).toBe('/-/signup')
    expect(formWith(signup, 'username')).toMatchObject({ action: '/-/signup', hasSubmit: true })
  })

  it('/new links to a form that can be sent', async () => {
    const { body } = await app.inject({ url: '/new?community=moss', headers: author.headers() })
    expect(readHtml(body).linksTo('Open the basic form')).toEqual(['/-/post?community=moss'])
  })

  it('buttons of guests lead to the login, and back to the page', async () => {
    const page = await open('/moss?sort=latest')
    const [form] = page.all('form', { id: 'act' })
    expect(form?.attribs.action).toBe('/login')
    expect(page.all('input', {}, form).map(({ attribs }) => [attribs.name, attribs.value])).toEqual([
      ['next', '/moss?sort=latest'],
    ])
    expect(page.all('button', { form: 'act', name: 'up' })).toHaveLength(10)
  })

  it('the not-found page links to the front page', async () => {
    const page = await open('/no/such/page')
    expect(page.statusCode).toBe(404)
    expect(page.all('h1').map(textOf)).toEqual(['404: Not found!'])
    expect((await page.follow('Go home')).address).toBe('/')
  })

  it('a link to a video leads to it', async () => {
    const url = 'https://youtu.be/dQw4w9WgXcQ?t=1m30s'
    await forum.community('videos', author)
    await forum.post(author, 'videos', { type: 'link', title: 'How spores fly', url })
    const page = await open('/videos')
    expect(page.linksTo('Watch video')).toEqual([url])
    expect(page.all('a', { href: url, rel: 'noreferrer nofollow', target: '_blank' })).not.toEqual([])
  })
})

describe('a post without JavaScript', () => {
  const comments = (page: Page) =>
    page.all('article', {}, page.all('section', { 'aria-label': 'Comments' })[0]).map(textOf)

  it('is readable with all its comments, page after page', async () => {
    const post = await forum.post(author, 'moss', { title: 'Spores in spring', body: 'They **fly**.' })
    await sql`insert into comments (post_id, author_id, body)
      select id, author_id, 'Remark ' || number from posts, generate_series(1, 130) as number
      where public_id = ${post.publicId} order by number`.execute(forum.db)
    await sql`update posts set comment_count = 130 where public_id = ${post.publicId}`.execute(forum.db)
    const address = `/moss/post/${post.publicId}`
    const page = await open(address)
    expect(page.all('h1').map(textOf)).toEqual(['Spores in spring'])
    expect(page.all('strong', {}, page.all('article')[0]).map(textOf)).toEqual(['fly'])
    expect(comments(page)).toHaveLength(100)
    const rest = await page.follow('30 more comments')
    expect(rest.address).toMatch(/[?&]next=/)
    expect(comments(rest)).toHaveLength(30)
    const seen = [...comments(page), ...comments(rest)].map((text) => /Remark \d+/.exec(text)?.[0])
    expect(new Set(seen).size).toBe(130)
    expect(rest.robots).toBe('noindex')
    expect(rest.linksTo('View all comments')).toContain(`${address}#comments`)
  })
})
