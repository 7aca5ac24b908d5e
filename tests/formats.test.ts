import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Parser } from 'htmlparser2'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { Client, Member } from './support/forum.ts'
import { type ForumWithPages, startForumWithPages } from './support/pages.ts'

/*
 * What programs read that are not ours keeps the rules of its format: Atom, sitemaps, the manifest, and HTML where browsers forgive
 * and validators do not. The description of the API is in server/features/apiDocs/document.test.ts.
 */

const origin = 'https://talk.example'
const rules = (file: string) => readFileSync(join(import.meta.dirname, 'formats', file), 'utf8')
const text =
  '# Herons & <b>more</b>\n\n~~old~~ “new” 🦉 ]]> >!spoiler!< [a](/all "t")\n\n| a |\n|---|\n| b |\n\nA note[^1].\n\n[^1]: It.'

let forum: ForumWithPages
let admin: Member
let wren: Member
let guest: Client
let empty: ForumWithPages
const paths = { post: '', image: '' }

beforeAll(async () => {
  forum = await startForumWithPages({ SITE_URL: origin, SITE_NAME: 'Folk & <Moot>' })
  empty = await startForumWithPages({ SITE_URL: origin })
  guest = await forum.guest()
  admin = await forum.member('admin_a', { isAdmin: true, points: 100 })
  wren = await forum.member('wren_writes')
  const gone = await forum.member('gone_g')
  await forum.community('birding', admin)
  const post = await forum.post(wren, 'birding', { title: 'A <b> & "c" \u{1f989}', body: text })
  const image = await forum.post(wren, 'birding', { type: 'image', images: 2 })
  await forum.post(wren, 'birding', { type: 'link', url: 'https://example.org/ü?a=1&b="2"' })
  await forum.post(gone, 'birding', { title: 'Of someone who left', body: '' })
  const { id } = await forum.comment(admin, post, `${text} More.`)
  await forum.comment(gone, post, 'A reply.', id)
  await sql`update users set deleted_at = now() where username = 'gone_g'`.execute(forum.db)
  paths.post = `/birding/post/${post.publicId}`
  paths.image = `/birding/post/${image.publicId}`
})
afterAll(async () => {
  await forum.close()
  await empty.close()
})

const mistakesIn = async (xml: string, extension: 'relaxng' | 'schema', file: string) =>
  (await validateXML({ xml, extension, schema: rules(file) })).errors.map(({ message }) => message)

/** The content of each element of a name, with the elements around it. */
function elementsOf(xml: string) {
  const found: { path: string; attributes: Record<string, string>; text: string }[] = []
  const open: typeof found = []
  new Parser(
    {
      onopentag(name, attributes) {
        const path = [...open.slice(-1).map((one) => one.path), name].join('/')
        const element = { path, attributes, text: '' }
        found.push(element)
        open.push(element)
      },
      ontext(more) {
        const last = open.at(-1)
        if (last) last.text += more
      },
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true },
  ).end(xml)
  return found
}

describe('Atom feeds (RFC 4287)', () => {
  it.each([
    ['the site', () => '/all.atom', () => guest],
    ['the site in another order', () => '/all.atom?sort=hot', () => guest],
    ['a community', () => '/birding.atom', () => guest],
    ['a member', () => '/@wren_writes.atom', () => guest],
    ['a member without posts', () => '/@admin_a.atom', () => guest],
    ['a discussion', () => `${paths.post}.atom`, () => guest],
    ['a discussion without comments', () => `${paths.image}.atom`, () => guest],
    ['a site without posts', () => '/all.atom', async () => empty.guest()],
  ])('of %s are valid', async (_case, path, reader) => {
    const xml = (await (await reader()).get(path())).body
    expect(await mistakesIn(xml, 'relaxng', 'atom.rng')).toEqual([])
    const elements = elementsOf(xml)
    const textsAt = (at: string) => elements.filter((one) => one.path === at).map((one) => one.text)
    // What the schema cannot say.
    const ids = textsAt('feed/entry/id')
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of [...ids, ...textsAt('feed/id')]) expect(id).toMatch(/^https:\/\/talk\.example\//)
    expect(textsAt('feed/entry/author/name')).toHaveLength(ids.length)
    for (const name of textsAt('feed/entry/author/name')) expect(name.trim()).not.toBe('')
    for (const title of [...textsAt('feed/title'), ...textsAt('feed/entry/title')])
      expect(title.trim()).not.toBe('')
    const links = elements.filter((one) => one.path === 'feed/link').map(({ attributes }) => attributes)
    expect(links.map(({ rel }) => rel)).toEqual(['self', 'alternate'])
    for (const { attributes } of elements.filter((one) => one.path.endsWith('/link')))
      expect(attributes.href).toMatch(/^https:\/\/[\x21-\x7e]+$/)
    const dates = [
      ...textsAt('feed/updated'),
      ...textsAt('feed/entry/updated'),
      ...textsAt('feed/entry/published'),
    ]
    for (const date of dates) expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
    expect(textsAt('feed/updated')[0]).toBe(
      textsAt('feed/entry/updated').sort().at(-1) ?? '1970-01-01T00:00:00.000Z',
    )
  })

  it('are told from those that are not', async () => {
    const xml = (await guest.get('/all.atom')).body
    for (const part of [/<id>.*?<\/id>/, /<updated>.*?<\/updated>/g, /<title>.*?<\/title>/])
      expect(await mistakesIn(xml.replace(part, ''), 'relaxng', 'atom.rng'), String(part)).not.toEqual([])
  })
})

describe('sitemaps (sitemaps.org, 0.9)', () => {
  it.each([
    ['a site', () => forum],
    ['a site without posts', () => empty],
  ])('of %s are valid, and each that is listed exists', async (_case, site) => {
    const reader = await site().guest()
    const index = (await reader.get('/sitemap.xml')).body
    expect(await mistakesIn(index, 'schema', 'sitemap.xsd')).toEqual([])
    const listed = elementsOf(index).filter(({ path }) => path === 'sitemapindex/sitemap/loc')
    for (const { text: url } of listed) {
      const { statusCode, body } = await reader.get(url.replace(origin, ''))
      expect([url, statusCode]).toEqual([url, 200])
      expect(await mistakesIn(body, 'schema', 'sitemap.xsd')).toEqual([])
    }
  })

  it('are only of posts that can be read', async () => {
    const listedNow = async () => (await guest.get('/sitemap.xml')).body.match(/sitemap-posts-\d+/g)
    expect(await listedNow()).toEqual(['sitemap-posts-0'])
    await sql`insert into posts (id, public_id, type, author_id, community_id, title)
      overriding system value
      select 10001, 'far00001', 'text', author_id, community_id, 'Far' from posts limit 1`.execute(forum.db)
    await sql`insert into posts (id, public_id, type, author_id, community_id, title, deleted_at, deleted_as)
      overriding system value
      select 20001, 'far00002', 'text', author_id, community_id, 'Farther', now(), 'normal' from posts limit 1`.execute(
      forum.db,
    )
    await expect.poll(listedNow).toEqual(['sitemap-posts-0', 'sitemap-posts-2'])
    for (const [file, status] of [
      ['1', 404],
      ['2', 200],
      ['4', 404],
    ])
      expect((await guest.get(`/sitemap-posts-${file}.xml`)).statusCode).toBe(status)
  })
})

describe('the manifest (W3C Web Application Manifest)', () => {
  it('has what installing needs', async () => {
    const { headers, ...answer } = await guest.get('/manifest.json')
    expect(headers['content-type']).toMatch(/^application\/(?:manifest\+)?json/)
    const manifest = answer.json()
    const inScope = (url: string) =>
      new URL(url, `${origin}/manifest.json`).href.startsWith(new URL(manifest.scope ?? '/', origin).href)
    expect(manifest.name).toBe('Folk & <Moot>')
    expect(inScope(manifest.start_url)).toBe(true)
    if (manifest.id !== undefined) expect(new URL(manifest.id, origin).origin).toBe(origin)
    expect(['fullscreen', 'standalone', 'minimal-ui', 'browser']).toContain(manifest.display)
    for (const color of [manifest.theme_color, manifest.background_color].filter(Boolean))
      expect(color).toMatch(/^#[0-9a-f]{6}$/i)
    const sizes = manifest.icons.map((icon: { sizes: string }) => icon.sizes)
    expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']))
    for (const { src, type, purpose = 'any' } of manifest.icons) {
      expect(new URL(src, origin).origin).toBe(origin)
      expect(type).toMatch(/^image\//)
      for (const word of purpose.split(' ')) expect(['any', 'maskable', 'monochrome']).toContain(word)
    }
    for (const { name, url } of manifest.shortcuts ?? [])
      expect([typeof name, inScope(url)]).toEqual(['string', true])
  })
})

/** Those of the roles that we use which a type of field may have (ARIA in HTML). */
const rolesOf: Record<string, readonly string[]> = {
  checkbox: ['switch', 'button', 'menuitemcheckbox', 'option'],
  text: ['combobox', 'searchbox', 'spinbutton'],
  search: [],
  radio: ['menuitemradio'],
}

describe('pages', () => {
  const pages = () =>
    [
      '/',
      '/all',
      '/birding',
      '/birding?tab=about',
      paths.post,
      paths.image,
      '/@wren_writes',
      '/communities',
      '/search',
      '/search?q=herons',
      '/login',
      '/signup',
      '/about',
      '/modlog',
      '/birding/modtools',
      '/birding/modtools/settings',
      '/modqueue',
      '/settings',
      '/notifications',
      '/new',
      '/admin',
      '/admin/users',
      '/admin/settings',
      '/notice',
      '/appeals',
      '/modmail',
      '/nothing/here',
    ] as const

  it.each([
    ['guests', () => undefined],
    ['members', () => wren],
    ['admins', () => admin],
  ])('for %s have no attributes that validators refuse', async (_who, who) => {
    const mistakes: string[] = []
    for (const path of pages()) {
      const page = await forum.read(path, who())
      const ids = page.all('*').flatMap(({ attribs: { id } }) => (id === undefined ? [] : [id]))
      for (const id of ids.filter((one, at) => ids.indexOf(one) !== at))
        mistakes.push(`${path}: id ${id} twice`)
      for (const { attribs } of page.all('input')) {
        const { type = 'text', role, min, max } = attribs
        if (role && !rolesOf[type]?.includes(role))
          mistakes.push(`${path}: role ${role} of a field of type ${type}`)
        if (min === '' || max === '') mistakes.push(`${path}: an empty limit`)
        if (type === 'checkbox' && 'aria-checked' in attribs)
          mistakes.push(`${path}: aria-checked beside checked`)
      }
      for (const name of ['href', 'src', 'id', 'for', 'srcset', 'datetime'])
        for (const { name: tag } of page.all('*', { [name]: '' }))
          mistakes.push(`${path}: <${tag} ${name}="">`)
    }
    expect(mistakes).toEqual([])
  })
})
