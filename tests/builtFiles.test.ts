import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../server/app.ts'
import { renderer } from '../web/entry-server.tsx'
import { built, ensureBuilt } from './support/built.ts'
import { type Forum, startForum } from './support/forum.ts'
import { readHtml, textOf } from './support/html.ts'

let forum: Forum
let app: FastifyInstance

beforeAll(async () => {
  ensureBuilt()
  forum = await startForum()
  const assetsFor = () => ({ entry: '', preloads: [], styles: [] })
  app = await createApp({ ...forum, pages: { renderer, assetsFor, filesFolder: built.web } })
})
afterAll(async () => {
  await app.close()
  await forum.close()
})

const sizeOf = async (path: string) => {
  const { headers, rawPayload } = await app.inject(path)
  const { width, height } = await sharp(rawPayload).metadata()
  return { type: headers['content-type'], size: `${width}x${height}` }
}

describe('the installable application', () => {
  it('has a manifest with the name of the site, and icons of the sizes that it names', async () => {
    const answer = await app.inject('/manifest.json')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers['content-type']).toContain('application/manifest+json')
    const manifest = answer.json()
    expect(manifest).toMatchObject({ name: 'Folkmoot', start_url: '/', display: 'standalone' })
    const purposes = new Set<string>()
    for (const { src, sizes, type, purpose } of manifest.icons) {
      expect(await sizeOf(src), src).toEqual({ type, size: sizes })
      purposes.add(purpose)
    }
    expect(purposes).toEqual(new Set(['any', 'maskable']))
  })

  it.each(['/favicon.png?v=2', '/badge-supporter.png'])('has %s as icon of notifications', async (path) => {
    expect((await sizeOf(path)).size).toMatch(/^96x/)
  })

  it('has a worker that is never cached', async () => {
    const { headers } = await app.inject('/service-worker.js')
    expect(headers['cache-control']).toBe('private, max-age=0')
    expect(headers['content-type']).toContain('javascript')
  })
})

describe('the page with the licences of what browsers get', () => {
  const readLicences = async () => readHtml((await app.inject('/licences')).body)

  it('needs no script, and is linked from the page about the site', async () => {
    const answer = await app.inject('/licences')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    const page = readHtml(answer.body)
    expect(page.all('script')).toEqual([])
    expect(page.all('h1').map(textOf)).toEqual(['Licenses'])
    const about = readHtml((await app.inject('/about')).body)
    expect(about.all('a', { href: '/licences' }, about.all('main')[0])).toHaveLength(1)
    expect(
      about.all('a', { href: '/licences' }, about.all('nav', { 'aria-label': 'More about this site' })[0]),
    ).toHaveLength(1)
  })

  it.each([
    ['a program', 'react-dom', 'react-dom/LICENSE'],
    ['the program of a web worker', 'altcha-lib', 'altcha-lib/LICENSE.txt'],
    ['a font', '@fontsource-variable/inter', '@fontsource-variable/inter/LICENSE'],
    ['icons', 'lucide-static', 'lucide-static/LICENSE'],
    ['a package without the text', 'react-remove-scroll-bar', 'react-remove-scroll/LICENSE'],
  ])('has name, version and text of %s', async (_what, name, file) => {
    const packages = join(import.meta.dirname, '../node_modules')
    const { version } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'))
    const words = (text: string) => text.split(/\s+/).join(' ').trim()
    const page = await readLicences()
    const section = page
      .all('section')
      .find((one) => page.all('h2', {}, one).some((title) => textOf(title).includes(`${name} ${version} (`)))
    expect(words(textOf(section))).toContain(words(readFileSync(join(packages, file), 'utf8')))
  })
})
