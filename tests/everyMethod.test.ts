import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdirSync, writeFileSync } from 'node:fs'
import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../contract/errors.ts'
import { createApp } from '../server/app.ts'
import { renderer } from '../web/entry-server.tsx'
import { type Forum, type PostFacts, startForum } from './support/forum.ts'
import { picture, uploadOf } from './support/pictures.ts'

let forum: Forum
let app: FastifyInstance
let post: PostFacts
let admin: Record<string, string>
let imageUrl: string
/** The methods that every URL pattern has. */
const registered = new Map<string, Set<HTTPMethods>>()

const files = [
  'favicon.svg',
  'favicon.png',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'apple-touch-icon.png',
  'badge-supporter.png',
  'licences.html',
  'service-worker.js',
  'assets/entry.js',
]

beforeAll(async () => {
  forum = await startForum({ CONTACT_EMAIL: 'help@talk.example' })
  const wren = await forum.member('wren', { isAdmin: true })
  await forum.community('birding', wren)
  post = await forum.post(wren, 'birding', { title: 'Herons', body: 'By the river.' })
  const filesFolder = join(forum.config.dataDir, 'build')
  mkdirSync(join(filesFolder, 'assets'), { recursive: true })
  for (const file of files) writeFileSync(join(filesFolder, file), `The text of ${file}.`)
  const listen = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      const methods = [method].flat() as HTTPMethods[]
      // Only the answers to the methods that a path does not have include this one.
      if (!methods.includes('TRACE'))
        registered.set(url, new Set([...(registered.get(url) ?? []), ...methods]))
    })
  subscribe('fastify.initialization', listen)
  const assetsFor = () => ({ entry: '/assets/entry.js', preloads: [], styles: [] })
  app = await createApp({ ...forum, pages: { renderer, assetsFor, filesFolder } })
  unsubscribe('fastify.initialization', listen)
  await app.listen({ port: 0, host: '127.0.0.1' })
  admin = wren.headers() as Record<string, string>
  imageUrl = (await wren.send(await uploadOf(await picture(1)))).json().url
})
afterAll(async () => {
  await app.close()
  await forum.close()
})

/** An address of each pattern that has something to show. */
const addressOf = (pattern: string): string =>
  pattern
    .replace('/images/*', imageUrl)
    .replace('/assets/*', '/assets/entry.js')
    .replace('/@:username(^[^]+).atom', '/@wren.atom')
    .replace('/:name(^[^]+)/modlog.atom', '/birding/modlog.atom')
    .replace(/^\/:name\(.*?\).atom/, '/birding.atom')
    .replace(/^\/:name\(.*\)\/post\/.*atom/, `/birding/post/${post.publicId}.atom`)
    .replace('sitemap-posts-:file(^\\d+)', 'sitemap-posts-0')
    .replace(/^\*$/, '/birding')
    .replace('/api/*', '/api/nothing')
    .replace(/:(?:publicId|postId)\b/g, post.publicId)
    .replace(':username', 'wren')
    .replace(':form', 'comment')
    .replace(/:\w+(?:\(\^\\w\+\))?/g, '1')

const answeredByGet = () => [...registered].filter(([, methods]) => methods.has('GET')).map(([url]) => url)

describe('HEAD', () => {
  const ofEachRequest = ['date', 'set-cookie', 'csrf-token', 'x-request-id']
  /** The headers without those that differ from request to request, and if the text may be another, without its length. */
  const comparable = (headers: Record<string, unknown>, isOther: boolean) =>
    Object.entries(headers).filter(
      ([name]) => !ofEachRequest.includes(name) && !(name === 'content-length' && isOther),
    )

  it.each([
    ['a guest', false],
    ['an admin', true],
  ])('has the status and headers of GET, and no body, for %s', async (_who, isAdmin) => {
    const headers = { accept: '*/*', ...(isAdmin ? admin : {}) }
    const statuses = new Map<string, number>()
    expect(answeredByGet().length).toBeGreaterThan(100)
    // Streams never end.
    for (const pattern of answeredByGet().filter((url) => url !== '/api/_events')) {
      const url = addressOf(pattern)
      // A member's posts say when they were last visited.
      const isOther = isAdmin || url === '/metrics'
      const get = await app.inject({ method: 'GET', url, headers })
      const head = await app.inject({ method: 'HEAD', url, headers })
      statuses.set(pattern, get.statusCode)
      expect([head.statusCode, comparable(head.headers, isOther)], url).toEqual([
        get.statusCode,
        comparable(get.headers, isOther),
      ])
      expect(head.body, url).toBe('')
    }
    const outsideApi = [...statuses].filter(
      ([pattern, status]) => status >= 400 && !pattern.startsWith('/api/'),
    )
    // Nobody has this token or logo.
    expect(
      outsideApi.map(([pattern]) => pattern).filter((pattern) => !/token|:logo|:color|:form/.test(pattern)),
    ).toEqual([])
  })

  it('of the stream of events opens none', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/api/_events', headers: admin })
    expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([
      200,
      'text/event-stream; charset=UTF-8',
      '',
    ])
  })
})

describe('other methods', () => {
  it('are answered with those that a path has, whatever was sent', async () => {
    for (const [pattern, own] of registered) {
      const url = addressOf(pattern)
      const allow = [...new Set([...own, ...(own.has('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort().join(', ')
      const isPreflight = own.has('OPTIONS')
      const options = await app.inject({ method: 'OPTIONS', url })
      expect([options.statusCode, options.body], url).toEqual([204, ''])
      if (!isPreflight) expect(options.headers.allow, url).toBe(allow)
      for (const method of (['POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((one) => !own.has(one))) {
        const headers = { 'content-type': 'application/json' }
        const answer = await app.inject({ method, url, payload: '{', headers })
        const status = pattern.startsWith('/api/') ? errors.wrongMethod.status : 405
        expect([answer.statusCode, answer.headers.allow], `${method} ${url}`).toEqual([status, allow])
      }
    }
  })

  it.each([
    ['/about', 'text/html', /^text\/html/],
    ['/about', '*/*', /^application\/json/],
    ['/robots.txt', 'text/html,application/xhtml+xml', /^text\/html/],
    ['/api/posts/x', 'text/html', /^application\/json/],
  ])('of %s are refused for %s in %s', async (url, accept, type) => {
    const answer = await app.inject({ method: 'PATCH', url, headers: { accept } })
    expect(answer.headers['content-type']).toMatch(type)
    expect(answer.headers.allow).toContain('GET, HEAD')
  })
})

describe('methods of other protocols', () => {
  const routed = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
  const others = METHODS.filter((method) => method !== 'CONNECT' && !routed.includes(method))

  it('are refused with those that a path has, whatever was sent', async () => {
    for (const [pattern, own] of registered) {
      const url = addressOf(pattern)
      const allow = [...new Set([...own, ...(own.has('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort().join(', ')
      const answer = await raw(`PROPFIND ${url}`, 'Content-Length: 4\r\n', '<x/>')
      const status = pattern.startsWith('/api/') ? errors.wrongMethod.status : 405
      expect([answer.status, answer.header('Allow')], url).toEqual([status, allow])
    }
  })

  it.each(others)('%s is refused with those that a page has', async (method) => {
    const { status, header } = await raw(`${method} /birding`)
    expect([status, header('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  it('are not known if nobody has registered them', async () => {
    expect((await raw('BREW /birding')).status).toBe(501)
  })
})

describe('the escapes of a path', () => {
  /** The characters that no address needs to escape. */
  const plain = /[\w.~@-]/g
  const escapeOf = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  const forms: [what: string, form: (path: string) => string][] = [
    ['all', (path) => path.replace(plain, escapeOf)],
    ['all, in capitals,', (path) => path.replace(plain, (one) => escapeOf(one).toUpperCase())],
    ['the first of each segment', (path) => path.replace(/(?<=\/)[\w.~@-]/g, escapeOf)],
    ['all but letters', (path) => path.replace(/[\d_.~@-]/g, escapeOf)],
  ]

  it.each(forms)('%s change no address: it is answered, or leads to the plain one', async (_what, form) => {
    const wrong: string[] = []
    // Streams never end.
    for (const pattern of answeredByGet().filter((url) => url !== '/api/_events')) {
      const url = addressOf(pattern)
      const [path = '', query] = url.split('?')
      const escaped = form(path) + (query === undefined ? '' : `?${query}`)
      const get = (of: string) => app.inject({ url: of, headers: { accept: '*/*' } })
      const [right, other] = [await get(url), await get(escaped)]
      const isRight =
        other.statusCode === right.statusCode &&
        other.headers['content-type'] === right.headers['content-type']
      const leadsThere = other.statusCode === 301 && other.headers.location === url
      if (!isRight && !leadsThere) wrong.push(`${escaped}: ${other.statusCode}, not ${right.statusCode}`)
    }
    expect(wrong).toEqual([])
  })

  it.each(['/%40wren.atom', '/%40wren%2Eatom', '/birding%2eatom?sort=latest'])(
    'are not in the address that the feed at %s has',
    async (url) => {
      const { statusCode, body } = await app.inject({ url })
      expect(statusCode).toBe(200)
      const self = url.replace('%40', '@').replace(/%2e/i, '.')
      expect(body).toContain(`rel="self" type="application/atom+xml" href="http://localhost:80${self}"`)
    },
  )
})

/** Sends one request as it stands. @returns status, headers and body. */
async function raw(line: string, headers = '', sent = '') {
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  socket.write(`${line} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n${headers}\r\n${sent}`)
  const answer = await text(socket)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [, status = ''] = /^HTTP\/1\.1 (\d+)/.exec(head) ?? []
  const header = (name: string) => new RegExp(`^${name}: (.*?)\r?$`, 'im').exec(head)?.[1]
  return { status: Number(status), header, body }
}

describe('the form of a request', () => {
  it.each([
    'GET http://forum.example/about',
    'GET HTTP://forum.example/about?x=1#y',
    'HEAD http://forum.example/',
    'GET http://forum.example',
    'GET http://forum.example?sort=new',
    'GET https://forum.example/robots.txt',
    'GET http://forum.example/api/_initial',
    'OPTIONS http://forum.example/about',
  ])('%s names the whole URL, and is answered like its path', async (line) => {
    expect([200, 204]).toContain((await raw(line)).status)
  })

  it('takes the host from the URL', async () => {
    expect((await raw('GET http://forum.example/robots.txt')).body).toContain(
      'Sitemap: http://forum.example/sitemap.xml',
    )
  })

  it.each([
    'GET http://user:pw@forum.example/about',
    'GET http:///about',
    'GET http://a b/about',
    'GET http://x_%00/about',
  ])('%s is refused', async (line) => {
    expect((await raw(line)).status).toBe(400)
  })

  it('OPTIONS * is answered', async () => {
    expect((await raw('OPTIONS *')).status).toBe(204)
  })

  it.each([
    ['/about/', '/about'],
    ['//about', '/about'],
    ['/about//', '/about'],
    ['/robots.txt/', '/robots.txt'],
    ['//robots.txt', '/robots.txt'],
    ['/all.atom/', '/all.atom'],
    ['/birding//post/x', '/birding/post/x'],
    ['/manifest.json/', '/manifest.json'],
    ['//api/posts', '/api/posts'],
    ['/birding///', '/birding'],
    ['//birding/post/x//y/?sort=new', '/birding/post/x/y?sort=new'],
    ['/%40bert', '/@bert'],
    ['/%62irding/%70ost/x', '/birding/post/x'],
    ['/Birding%5Fclub/?q=%62', '/Birding_club?q=%62'],
    ['/api//posts', '/api/posts'],
  ])('%s leads to %s', async (path, right) => {
    const { status, header } = await raw(`GET ${path}`)
    expect([status, header('Location')]).toEqual([301, right])
  })

  it.each([
    '/about%2F',
    '/%2Fabout',
    '/birding%2Fpost%2Fx',
    '/%2e%2e%2fabout',
    '/%5Cabout',
    '/api%2Fposts',
    '/assets/%2e%2e%2f%2e%2e%2fx',
    '/images/%2F..%2Fx',
  ])('%s, with an encoded slash, is no other page', async (path) => {
    expect([400, 403, 404]).toContain((await raw(`GET ${path}`)).status)
  })
})

describe('a broken percent sign', () => {
  const broken = [
    '/birding/post/100%',
    '/%',
    '/birding%zz',
    '/%C3%28',
    '/@%E0%A4%A.atom',
    '/images/%',
    '/assets/%ff%',
    '/-/%',
    '/site-icon/%/x',
    '/accent/%.css',
    '/modqueue/%.atom',
  ]

  it.each(broken)('in %s gets an error page for people, and JSON for programs', async (path) => {
    for (const method of ['GET', 'POST']) {
      const page = await raw(`${method} ${path}`, 'Accept: text/html,*/*;q=0.8\r\n')
      expect([page.status, page.header('Content-Type')]).toEqual([400, 'text/html; charset=utf-8'])
      expect(page.body).toContain('This address is not valid.')
      const json = await raw(`${method} ${path}`, 'Accept: application/json\r\n')
      expect([json.status, json.header('Content-Type')]).toEqual([400, 'application/json; charset=UTF-8'])
    }
  })

  it('in a query is a text', async () => {
    expect((await raw('GET /search?q=100%', 'Accept: text/html\r\n')).status).toBe(200)
  })

  it('under the API gets JSON for all', async () => {
    const answer = await raw('GET /api/posts/100%', 'Accept: text/html\r\n')
    expect([answer.status, answer.header('Content-Type')]).toEqual([400, 'application/json; charset=UTF-8'])
  })
})
