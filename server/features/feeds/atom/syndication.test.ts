import { Parser } from 'htmlparser2'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Client,
  type Forum,
  type Member,
  type PostFacts,
  startForum,
} from '../../../../tests/support/forum.ts'

let forum: Forum
let guest: Client
let wren: Member
let post: PostFacts
const origin = 'https://talk.example'

beforeAll(async () => {
  forum = await startForum({ SITE_URL: origin, SITE_NAME: 'Folk & Moot' })
  guest = await forum.guest()
  wren = await forum.member('wren_writes')
  await forum.community('birding')
  post = await forum.post(wren, 'birding', { title: 'A <b> & "c"', body: 'See [here](/all) \u0007 *now*.' })
  await forum.comment(wren, post, 'First comment.')
  await forum.comment(wren, post, 'Second comment.')
})
afterAll(() => forum.close())

interface Element {
  readonly name: string
  readonly attributes: Record<string, string>
  readonly children: Element[]
  text: string
}

/** Reads XML into elements, each with its text. */
function read(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const path = [root]
  const here = () => path.at(-1) ?? root
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element: Element = { name, attributes, children: [], text: '' }
        here().children.push(element)
        path.push(element)
      },
      ontext(text) {
        here().text += text
      },
      onclosetag: () => void path.pop(),
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  expect(path).toHaveLength(1)
  return root.children.find(({ name }) => name !== '?xml') ?? root
}

const all = (element: Element, name: string) => element.children.filter((child) => child.name === name)
const textOf = (element: Element | undefined, name: string) => element && all(element, name)[0]?.text

async function feed(path: string) {
  const answer = await guest.get(path)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  const root = read(answer.body)
  return { root, entries: all(root, 'entry') }
}

describe('an Atom feed', () => {
  it('of a community holds its posts, whole and safe in XML', async () => {
    const { root, entries } = await feed('/Birding.atom')
    expect(root.attributes.xmlns).toBe('http://www.w3.org/2005/Atom')
    expect(textOf(root, 'title')).toBe('birding · Folk & Moot')
    expect(all(root, 'link').map(({ attributes }) => [attributes.rel, attributes.href])).toEqual([
      ['self', `${origin}/Birding.atom`],
      ['alternate', `${origin}/birding`],
    ])
    const [entry] = entries
    expect(textOf(entry, 'id')).toBe(`${origin}/birding/post/${post.publicId}`)
    expect(textOf(entry, 'title')).toBe('A <b> & "c"')
    expect(textOf(entry, 'content')).toContain(`<a href="${origin}/all"`)
    expect(textOf(entry, 'content')).not.toContain('\u0007')
    expect(textOf(entry && all(entry, 'author')[0], 'name')).toBe('@wren_writes')
  })

  it('of the site is the newest posts, or in another order', async () => {
    const second = await forum.post(wren, 'birding', { title: 'Newer' })
    const titles = async (path: string) => (await feed(path)).entries.map((entry) => textOf(entry, 'title'))
    expect(await titles('/all.atom')).toEqual(['Newer', 'A <b> & "c"'])
    await forum.db.updateTable('posts').set({ upvotes: 9 }).where('id', '=', post.id).execute()
    expect(await titles('/all.atom?sort=all')).toEqual(['A <b> & "c"', 'Newer'])
    await wren.delete(`/api/posts/${second.publicId}?deleteAs=normal`)
    expect(await titles('/birding.atom?sort=latest')).toEqual(['A <b> & "c"'])
  })

  it('of a member holds posts and comments', async () => {
    const { entries } = await feed('/@Wren_Writes.atom')
    expect(entries.map((entry) => textOf(entry, 'title'))).toEqual([
      '@wren_writes on A <b> & "c"',
      '@wren_writes on A <b> & "c"',
      'A <b> & "c"',
    ])
  })

  it('of a discussion holds its comments, the newest first', async () => {
    const { root, entries } = await feed(`/birding/post/${post.publicId}.atom`)
    expect(textOf(root, 'title')).toBe('A <b> & "c" · Folk & Moot')
    expect(entries.map((entry) => textOf(entry, 'content')?.trim())).toEqual([
      '<p>Second comment.</p>',
      '<p>First comment.</p>',
    ])
  })

  it('states directions and has complete URLs, also of footnotes', async () => {
    const body = 'One[^1] [two](about) [three](?sort=latest)\n\n@wren תודה!\n\n[^1]: four'
    const { publicId } = await forum.post(wren, 'birding', { title: 'Mixed', body })
    const entry = (await feed('/birding.atom')).entries.find((one) => textOf(one, 'title') === 'Mixed')
    const content = textOf(entry, 'content') ?? ''
    const page = `${origin}/birding/post/${publicId}`
    expect(content).toMatch(/^<div dir="ltr">/)
    expect(content).toContain(`<p dir="rtl"><a href="${origin}/@wren"`)
    const hrefs = [...content.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    expect(hrefs).toEqual([
      expect.stringMatching(new RegExp(`^${page}#fn-${publicId}-[\\w-]{10}-1$`)),
      `${origin}/about`,
      `${origin}/?sort=latest`,
      `${origin}/@wren`,
      expect.stringMatching(new RegExp(`^${page}#fnref-${publicId}-[\\w-]{10}-1-1$`)),
    ])
    await wren.delete(`/api/posts/${publicId}?deleteAs=normal`)
  })

  it('removes spoilers, which feed readers could not hide', async () => {
    const told = await forum.post(wren, 'birding', { title: 'Told', body: 'He >!dies!<' })
    const entry = (await feed('/birding.atom')).entries.find((one) => textOf(one, 'title') === 'Told')
    expect(textOf(entry, 'content')).toBe('<p>He [spoiler]</p>\n')
    await wren.delete(`/api/posts/${told.publicId}?deleteAs=normal`)
  })

  it('links what a post links, and names a deleted author Ghost', async () => {
    const gone = await forum.member('gone_away')
    await forum.post(gone, 'birding', { type: 'link', title: 'Linked', url: 'https://a.example/?b=1&c=2' })
    await forum.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
    const entry = (await feed('/birding.atom')).entries.find((one) => textOf(one, 'title') === 'Linked')
    const related = entry && all(entry, 'link').find(({ attributes }) => attributes.rel === 'related')
    expect(related?.attributes.href).toBe('https://a.example/?b=1&c=2')
    expect(textOf(entry && all(entry, 'author')[0], 'name')).toBe('Ghost')
    expect((await guest.get('/@gone_away.atom')).body).not.toContain('Linked')
  })

  it('is 304 while it is unchanged', async () => {
    const { headers } = await guest.get('/birding.atom')
    expect(headers['cache-control']).toBe('public, max-age=300')
    expect(headers['set-cookie']).toBeUndefined()
    const again = await guest.send({
      method: 'GET',
      url: '/birding.atom',
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it.each([
    '/all.atom',
    '/birding.atom',
    '/@wren_writes.atom',
    () => `/birding/post/${post.publicId}.atom`,
    '/sitemap-posts-0.xml',
  ])('is 304 for readers that send only its date: %s', async (path) => {
    const url = typeof path === 'string' ? path : path()
    const { headers } = await guest.get(url)
    const changedAt = String(headers['last-modified'])
    const moved = (seconds: number) => new Date(Date.parse(changedAt) + seconds * 1000).toUTCString()
    const etag = String(headers.etag)
    const status = async (sent: Record<string, string>) =>
      (await guest.send({ method: 'GET', url, headers: sent })).statusCode
    expect(await status({ 'if-modified-since': changedAt })).toBe(304)
    expect(await status({ 'if-modified-since': moved(60) })).toBe(304)
    expect(await status({ 'if-modified-since': moved(-1) })).toBe(200)
    expect(await status({ 'if-modified-since': 'yesterday' })).toBe(200)
    // The tag is more exact than the date.
    expect(await status({ 'if-modified-since': changedAt, 'if-none-match': 'W/"other"' })).toBe(200)
    expect(await status({ 'if-modified-since': moved(-60), 'if-none-match': `W/"other", ${etag}` })).toBe(304)
    expect(await status({ 'if-none-match': '*' })).toBe(304)
  })

  it('is compressed', async () => {
    const long = await forum.post(wren, 'birding', { title: 'Long', body: 'Wren. '.repeat(500) })
    for (const encoding of ['gzip', 'br']) {
      const { headers } = await guest.send({ url: '/birding.atom', headers: { 'accept-encoding': encoding } })
      expect([headers['content-encoding'], headers.vary]).toEqual([
        encoding,
        expect.stringMatching(/accept-encoding/i),
      ])
    }
    await wren.delete(`/api/posts/${long.publicId}?deleteAs=normal`)
  })

  it.each([
    ['/nothing_here.atom', 404],
    ['/@nobody_here.atom', 404],
    ['/birding/post/nothing1.atom', 404],
    ['/no-such-name.atom', 404],
    ['/%F0%91%AC%A4.%C3%9F.atom', 404],
    ['/@no.body.atom', 404],
    ['/@%0A.atom', 404],
    ['/%28%C2%81/post/%2F..atom', 404],
    ['/birding.atom?sort=best', 400],
  ])('%s answers %i, in words for programs', async (path, status) => {
    const { statusCode, headers } = await guest.get(path)
    expect([statusCode, headers['content-type']]).toEqual([status, 'text/plain; charset=utf-8'])
  })
  it('ignore a second parameter of the same name', async () => {
    expect((await guest.get('/birding.atom?sort=top&sort=latest')).statusCode).toBe(200)
  })
})

describe('search engines', () => {
  it('find every page and post from the sitemap, and nothing that was deleted', async () => {
    const removed = await forum.post(wren, 'birding', { title: 'Removed' })
    await wren.delete(`/api/posts/${removed.publicId}?deleteAs=normal`)
    const robots = (await guest.get('/robots.txt')).body
    const [, address = ''] = /^Sitemap: (.*)$/m.exec(robots) ?? []
    expect(address).toBe(`${origin}/sitemap.xml`)
    expect(robots).toMatch(/^Allow: \/api\/docs$/m)
    const locations = async (url: string) =>
      read((await guest.get(url.replace(origin, ''))).body).children.map((one) => textOf(one, 'loc') ?? '')
    const files = await locations(address)
    const found = (await Promise.all(files.map(locations))).flat()
    expect(found).toContain(`${origin}/`)
    expect(found).toContain(`${origin}/about`)
    expect(found).toContain(`${origin}/birding`)
    expect(found).toContain(`${origin}/birding/post/${post.publicId}`)
    expect(found.join()).not.toContain(removed.publicId)
  })

  it('get sitemaps compressed', async () => {
    await sql`insert into communities (name, creator_id) select 'many_' || n, ${wren.id} from generate_series(1, 50) as n`.execute(
      forum.db,
    )
    const answer = await guest.send({ url: '/sitemap-pages.xml', headers: { 'accept-encoding': 'gzip' } })
    expect(answer.headers['content-encoding']).toBe('gzip')
  })

  it('get a 404 for an unknown sitemap', async () => {
    expect((await guest.get('/sitemap-posts-77.xml')).statusCode).toBe(404)
    expect((await guest.get('/sitemap-posts-99999999999999999999.xml')).statusCode).toBe(404)
  })
})
