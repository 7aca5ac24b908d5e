import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiGuide } from '../../../contract/apiDocument.ts'
import type { PageRequest } from '../../../contract/pages.ts'
import { type Forum, startForum } from '../../../tests/support/forum.ts'
import { createApp } from '../../app.ts'

let forum: Forum
let app: Forum['app']
const made: { origin: string; guide: ApiGuide }[] = []

beforeAll(async () => {
  forum = await startForum({ SITE_NAME: 'Moss', SESSION_COOKIE: 'MOSS' })
  const renderer = {
    knownSearch: async () => '',
    isPage: () => true,
    render: async () => ({ status: 200, html: '' }),
    renderFailure: () => '',
    renderApiDocs: async ({ site }: Pick<PageRequest, 'site'>, guide: ApiGuide) => {
      made.push({ origin: site.origin, guide })
      return `<p>The API of ${site.name}</p>`
    },
    renderForm: async () => 'A form.',
    markupFigures: () => ({ entries: 0, bytes: 0, hits: 0, misses: 0 }),
    unlistedPaths: async () => [],
    inlineScripts: [],
  }
  const assetsFor = () => ({ entry: '', preloads: [], styles: [] })
  app = await createApp({ ...forum, pages: { renderer, assetsFor, filesFolder: forum.config.dataDir } })
})
afterAll(async () => {
  await app.close()
  await forum.close()
})

const ask = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

describe('GET /api/openapi.json', () => {
  it('is the description of this site, for everyone', async () => {
    const answer = await ask('/api/openapi.json')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=UTF-8',
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
    })
    expect(answer.cookies).toEqual([])
    expect(answer.json()).toMatchObject({ openapi: '3.1.1', info: { title: 'Moss API' } })
    expect(answer.json().info.description).toContain('in the cookie `MOSS`')
    expect(answer.body).not.toContain('{{')
  })

  it('is compressed on request, and 304 for a matching ETag', async () => {
    const plain = await ask('/api/openapi.json')
    const zipped = await ask('/api/openapi.json', { 'accept-encoding': 'gzip' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
    expect(zipped.headers.etag).toBe(plain.headers.etag)
    const again = await ask('/api/openapi.json', { 'if-none-match': String(plain.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

describe('GET /api/docs', () => {
  it('is rendered once per host, with the introduction as HTML', async () => {
    const answers = [await ask('/api/docs'), await ask('/api/docs')]
    for (const answer of answers) {
      expect(answer.body).toBe('<p>The API of Moss</p>')
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    }
    await ask('/api/docs', { host: 'moss.example' })
    expect(made.map(({ origin }) => origin)).toEqual(['http://localhost:80', 'http://moss.example'])
    expect(made[1]?.guide.introduction).toContain('FORUM=http://moss.example')
    expect(made[1]?.guide.introduction).toContain('<h2 id="errors"')
  })

  it('does not exist where no pages are served', async () => {
    expect((await forum.app.inject({ method: 'GET', url: '/api/docs' })).statusCode).toBe(404)
    expect((await forum.app.inject({ method: 'GET', url: '/api/openapi.json' })).statusCode).toBe(200)
  })
})
