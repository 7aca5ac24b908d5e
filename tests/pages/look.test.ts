import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
import { type LiveSettings, watchSettings } from '../../server/core/settings/live.ts'
import { type DatabaseWatch, watchDatabase } from '../../server/platform/database/watch.ts'
import { renderer } from '../../web/entry-server.tsx'
import { type Forum, type Member, startForum } from '../support/forum.ts'

const pages = {
  renderer,
  assetsFor: () => ({ entry: '/assets/entry.js', preloads: [], styles: ['/assets/entry.css'] }),
  filesFolder: null,
}

let forum: Forum
let app: FastifyInstance
let admin: Member
/** Simulates another process with its own memory. */
let other: FastifyInstance
let otherWatch: DatabaseWatch
let otherSettings: LiveSettings

beforeAll(async () => {
  // An hour, so that a stale cache for guests would fail the test.
  forum = await startForum({ GUEST_CACHE_SECONDS: '3600', SITE_URL: 'https://talk.example.org' })
  admin = await forum.member('ada_admin', { isAdmin: true })
  app = await createApp({ ...forum, pages })
  otherWatch = await watchDatabase(forum.connection, () => {})
  otherSettings = await watchSettings(otherWatch, forum.config.locked)
  other = await createApp({
    ...forum,
    db: forum.database.db,
    liveSettings: otherSettings,
    watch: otherWatch,
    pages,
  })
})
afterAll(async () => {
  await app.close()
  await other.close()
  await otherWatch.close()
  await forum.close()
})

const change = async (changes: Record<string, unknown>) => {
  const answer = await admin.put('/api/_admin/settings', {
    changes: Object.entries(changes).map(([name, value]) => ({ name, value })),
  })
  expect(answer.statusCode).toBe(200)
}
beforeEach(() =>
  change({
    accentColor: null,
    welcomeText: null,
    announcement: null,
    announcementKind: null,
    announcementEnd: null,
    footerPages: null,
  }),
)

const page = async (path = '/about', from = app) => (await from.inject(path)).body
const themeColors = (html: string) =>
  [...html.matchAll(/<meta name="theme-color" content="(#\w+)"/g)].map(([, color]) => color)

describe('a site that is read-only', () => {
  it('says so on every page, in place of the announcement', async () => {
    await change({ announcement: 'Meet us on Sunday.', readOnly: true })
    const html = await page()
    expect(html).toMatch(/data-kind="warning"[^>]*><div class="md"><p>This site is read-only for now/)
    expect(html).not.toContain('Meet us on Sunday')
    await change({ readOnly: false })
    expect(await page()).toContain('Meet us on Sunday')
  })
})

describe('the accent colour', () => {
  it('[ACC-2-110] changes nothing on a page while none is chosen', async () => {
    const html = await page()
    expect(html).not.toContain('/accent/')
    expect(themeColors(html)).toEqual(['#ffffff', '#171c19'])
    expect((await app.inject('/manifest.json')).json()).toMatchObject({ theme_color: '#ffffff' })
  })

  it('[ACC-2-110] is in one more style sheet of less than 300 bytes, in the theme colours and in the manifest', async () => {
    await change({ accentColor: '#1D4ED8' })
    const html = await page()
    const [, href = ''] =
      /css"><link rel="stylesheet" href="(\/accent\/1d4ed8\.css\?v=[\w-]{8})">/.exec(html) ?? []
    const sheet = await app.inject(href)
    expect(sheet.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(sheet.body).toMatch(/^:root\{--accent:#\w{6};.*:root\[data-theme="dark"\]\{--accent:#/)
    const accent = /--accent:(#\w{6})/.exec(sheet.body)?.[1]
    expect(themeColors(html)[0]).toBe(accent)
    expect((await app.inject('/manifest.json')).json().theme_color).toBe(accent)
  })

  it('is in the pages for guests in every process, also in cached ones', async () => {
    // The change before may still be on its way to it.
    await expect.poll(() => page('/', other), { timeout: 5000, interval: 20 }).not.toContain('/accent/')
    await change({ accentColor: '#aa0044' })
    await expect.poll(() => page('/', other), { timeout: 5000, interval: 20 }).toContain('/accent/aa0044.css')
    expect(await page('/')).toContain('/accent/aa0044.css')
  })

  it('has a URL for every colour and nothing else', async () => {
    for (const path of ['/accent/red.css', '/accent/1D4ED8.css', '/accent/1d4ed8a.css'])
      expect((await app.inject(path)).statusCode).toBe(404)
  })

  it('is not in the page that browsers store for being offline', async () => {
    await change({ accentColor: '#aa0044', announcement: 'Hello' })
    const html = await page('/offline')
    expect(html).not.toMatch(/\/accent\/|id="announcement"/)
  })
})

describe('an announcement', () => {
  const aside = (html: string) => /<aside id="announcement".*?<\/aside>/s.exec(html)?.[0]

  it('[ACC-2-111] adds nothing to pages while there is none', async () => {
    const html = await page()
    expect(html).toContain('<html lang="en"><head>')
    expect(html).not.toContain('id="announcement"')
  })

  it('[ACC-2-111] comes before the page, for everyone, and can be read without scripts', async () => {
    await change({ announcement: 'We *move* on [Sunday](/about).', announcementKind: 'warning' })
    const html = await page()
    expect(html).toMatch(/<html lang="en" data-announcement="[\w-]{8}">/)
    expect(html.indexOf('id="announcement"')).toBeLessThan(html.indexOf('id="root"'))
    expect(aside(html)).toContain('<p>We <em>move</em> on <a href="/about" data-internal="">Sunday</a>.</p>')
    expect(aside(html)).toContain('data-kind="warning"')
    expect(aside(html)).not.toContain('data-end')
    expect(await page('/nowhere_at_all')).toContain('id="announcement"')
    // Once, because the data for the browser does not contain it.
    expect(html.split('Sunday')).toHaveLength(2)
  })

  it('gets another key with another text or kind', async () => {
    const keyOf = async () => /data-announcement="([\w-]+)"/.exec(await page())?.[1]
    const keys: (string | undefined)[] = []
    for (const changes of [
      { announcement: 'One' },
      { announcement: 'Two' },
      { announcementKind: 'warning' },
    ]) {
      await change(changes)
      keys.push(await keyOf())
    }
    expect(new Set(keys).size).toBe(3)
    await change({ announcementEnd: '2999-01-01T00:00Z' })
    expect(await keyOf()).toBe(keys[2])
  })

  it('[ACC-2-112] disappears at its end', async () => {
    await change({ announcement: 'Soon', announcementEnd: '2999-12-31T18:00Z' })
    expect(aside(await page())).toContain(`data-end="${Date.parse('2999-12-31T18:00:00Z')}"`)
    await change({ announcementEnd: '2001-12-31T18:00Z' })
    expect(await page()).not.toContain('id="announcement"')
  })

  it.each([
    ['announcement', 'One.\n\nTwo.', 'must be one paragraph'],
    ['announcement', 'x'.repeat(501), 'must have 500 characters at most'],
    ['announcementEnd', '2030-02-31T10:00Z', 'must be a time in UTC'],
    ['announcementEnd', 'tomorrow', 'must be a time in UTC'],
    ['accentColor', 'red', 'must be a colour such as'],
    ['footerPages', ['about', 'nowhere'], 'must be one of about'],
  ])('%s = %j is refused', async (name, value, reason) => {
    const answer = await admin.put('/api/_admin/settings', { changes: [{ name, value }] })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toContain(reason)
  })
})

describe('the front page', () => {
  it('[ACC-2-113] shows the welcome text to guests only', async () => {
    await change({ welcomeText: 'Come *in*.' })
    expect(await page('/')).toContain('<p>Come <em>in</em>.</p>')
    expect(await page('/all')).not.toContain('<p>Come <em>in</em>.</p>')
    expect((await admin.get('/api/_initial')).json().welcome).toBe('')
  })
})

describe('the footer', () => {
  const links = (html: string) => {
    const footer = /<footer.*?<\/footer>/s.exec(html)?.[0] ?? ''
    return [...footer.matchAll(/href="\/([\w-]+)"/g)].map(([, name]) => name)
  }

  it('[ACC-2-114] links to the pages that were chosen, in their order', async () => {
    expect(links(await page())).toEqual([
      'about',
      'terms',
      'privacy-policy',
      'guidelines',
      'modlog',
      'markdown_guide',
      'notice',
    ])
    await change({ footerPages: ['moderator-guidelines', 'about'] })
    expect(links(await page())).toEqual([
      'moderator-guidelines',
      'about',
      'modlog',
      'markdown_guide',
      'notice',
    ])
  })
})
