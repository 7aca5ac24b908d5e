import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import { endpoints } from '../contract/endpoints/index.ts'
import { errors } from '../contract/errors.ts'
import { createApp } from '../server/app.ts'
import { type Forum, startForum } from './support/forum.ts'

const serverFolder = join(import.meta.dirname, '../server')

/**
 * What the server answers besides the calls of the contract, with the status for guests. A new route states
 * here, and in a test of its folder, who may use it. An asterisk stands for all methods. Methods that a path does not have are in
 * everyMethod.test.ts.
 */
const rawRoutes: Record<string, number> = {
  // members only: server/features/notifications/events.test.ts
  'GET /api/_events': 401,
  // the member whose archive it is: server/features/ownData/exports.test.ts
  'GET /api/_export/:id/file': 401,
  // admins who gave their password recently: server/features/backups/backups.test.ts
  'GET /api/_admin/backups/:id/file': 401,
  // everyone: server/features/moderationLog/file.test.ts
  'GET /api/modlog.csv': 200,
  // admins: server/features/moderationLog/file.test.ts
  'GET /api/_admin/setting_changes.csv': 401,
  // admins: server/features/blockedPictures/pictures.test.ts
  'GET /api/_admin/blocked_pictures.csv': 401,
  // admins: server/features/law/
  'GET /api/_admin/law/transparency.csv': 401,
  'GET /api/_admin/law/risk-assessment.md': 401,
  'GET /api/_admin/law/records-of-processing.md': 401,
  // everyone; only the right code has an effect: server/features/accounts/firstAdmin.test.ts
  'GET /first-admin': 302,
  // everyone: server/features/apiDocs/document.test.ts
  'GET /api/openapi.json': 200,
  'GET /api/docs': 200,
  // not a call of the contract
  '* /api/*': 404,
  // everyone who knows the URL: server/features/images/serve.test.ts
  'GET /images/*': 400,
  'OPTIONS /images/*': 204,
  // everyone, with the content for guests: server/features/feeds/atom/syndication.test.ts
  'GET /:name(^[^]+).atom': 404,
  'GET /@:username(^[^]+).atom': 404,
  'GET /:name(^[^]+)/post/:publicId(^[^]+).atom': 404,
  // everyone, with the log for guests: server/features/moderationLog/logFeed.test.ts
  'GET /:name(^[^]+)/modlog.atom': 404,
  // anyone who knows a token: server/features/moderating/alerts/settings.test.ts
  'GET /modqueue/:token(^\\w+).atom': 404,
  'GET /sitemap.xml': 200,
  'GET /sitemap-pages.xml': 200,
  'GET /sitemap-posts-:file(^\\d+).xml': 404,
  'GET /robots.txt': 200,
  // everyone: server/features/wellKnown/wellKnown.test.ts
  'GET /.well-known/security.txt': 404,
  'GET /.well-known/change-password': 302,
  // everyone: server/features/monitoring/monitoring.test.ts
  'GET /clientz': 200,
  'GET /healthz': 200,
  'GET /readyz': 200,
  // this machine, and anyone who has the token: server/features/monitoring/monitoring.test.ts
  'GET /metrics': 200,
  // everyone
  'GET /manifest.json': 200,
  'GET /site-icon/:logo/:icon': 404,
  'GET /accent/:color(^\\w+).css': 404,
  'GET /assets/*': 404,
  'GET /favicon.svg': 404,
  'GET /favicon.png': 404,
  'GET /icon-192.png': 404,
  'GET /icon-512.png': 404,
  'GET /icon-maskable-512.png': 404,
  'GET /apple-touch-icon.png': 404,
  'GET /badge-supporter.png': 404,
  'GET /licences': 404,
  'GET /service-worker.js': 404,
  'GET /favicon.ico': 302,
  // pages, which make calls of the contract: tests/pages/pages.test.ts
  'GET /offline': 200,
  // everyone: server/features/traffic/honeypot.test.ts
  'GET /-/all-posts': 200,
  // everyone: server/features/traffic/challenge.test.ts
  'GET /-/pass': 302,
  // whom the call behind a form admits: server/features/forms/forms.test.ts
  'GET /-/:form': 404,
  'POST /-/:form': 403,
  'GET *': 200,
}

const inContract = new Set(Object.values<Endpoint>(endpoints).map(({ method, path }) => `${method} ${path}`))
const pathsOfContract = new Set(Object.values<Endpoint>(endpoints).map(({ path }) => path as string))

let forum: Forum
let app: FastifyInstance
/** Every registered route. */
const registered: { methods: HTTPMethods[]; url: string }[] = []

beforeAll(async () => {
  forum = await startForum()
  const filesFolder = join(forum.config.dataDir, 'build')
  mkdirSync(join(filesFolder, 'assets'), { recursive: true })
  const listen = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      registered.push({ methods: [method].flat() as HTTPMethods[], url })
    })
  subscribe('fastify.initialization', listen)
  const renderer = {
    knownSearch: async () => '',
    isPage: () => true,
    render: async () => ({ status: 200, html: 'A page.' }),
    renderFailure: () => 'A failure.',
    renderApiDocs: async () => 'A description.',
    renderForm: async () => 'A form.',
    markupFigures: () => ({ entries: 0, bytes: 0, hits: 0, misses: 0 }),
    unlistedPaths: async () => [],
    inlineScripts: [],
  }
  const assetsFor = () => ({ entry: '', preloads: [], styles: [] })
  app = await createApp({ ...forum, pages: { renderer, assetsFor, filesFolder } })
  unsubscribe('fastify.initialization', listen)
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await forum.close()
})

/** The name of a route outside the contract, as the table above spells it. */
const rawName = (methods: readonly string[], url: string) =>
  `${methods.length > 3 ? '*' : methods.filter((method) => method !== 'HEAD').join('|')} ${url}`

describe('who may use a route is stated in a table', () => {
  // [CORE-1-022] routes outside the table follow the contract, and none is missing
  it('for every call of the contract', () => {
    const tables = (readdirSync(serverFolder, { recursive: true }) as string[])
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(serverFolder, file), 'utf8'))
      .filter((text) => text.includes('describeAuthorization('))
    // A row: the name of a call, optional words, the statuses of all seven roles, and what moderators need.
    const row = /^ +(\w+)\b.*?(?: +\d{3}){7}(?: +[a-z+]+)?$/
    const named = new Set(tables.flatMap((text) => text.split('\n').map((line) => row.exec(line)?.[1])))
    expect(Object.keys(endpoints).filter((name) => !named.has(name))).toEqual([])
  })

  it('for every route that the server has besides', () => {
    const raw = registered.filter(
      ({ methods, url }) => !pathsOfContract.has(url) && (url === '/api/*' || !methods.includes('TRACE')),
    )
    expect(new Set(raw.map(({ methods, url }) => rawName(methods, url)))).toEqual(
      new Set(Object.keys(rawRoutes)),
    )
  })
})

it('every call of the contract is answered', () => {
  const answered = new Set(
    registered.flatMap(({ methods, url }) => methods.map((method) => `${method} ${url}`)),
  )
  expect([...inContract].filter((call) => !answered.has(call))).toEqual([])
})

it('every path of the API is in its description', async () => {
  const { paths } = (await app.inject({ method: 'GET', url: '/api/openapi.json' })).json()
  const known = new Set(Object.keys(paths))
  const asked = registered.map(({ url }) => url).filter((url) => url.startsWith('/api/') && url !== '/api/*')
  expect(asked.map((url) => url.replace(/:(\w+)/g, '{$1}')).filter((url) => !known.has(url))).toEqual([])
})

it('at the paths of the contract every other method is refused', async () => {
  const others = registered.flatMap(({ methods, url }) =>
    methods
      .filter((method) => pathsOfContract.has(url) && !inContract.has(`${method} ${url}`))
      .filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
      .map((method) => ({ method, url })),
  )
  expect(others.length).toBeGreaterThan(pathsOfContract.size)
  for (const { method, url } of others) {
    const answer = await app.inject({ method: method as 'GET', url })
    expect([answer.statusCode, answer.json()], `${method} ${url}`).toEqual([
      errors.wrongMethod.status,
      errors.wrongMethod,
    ])
  }
})

it.each(Object.entries(rawRoutes))('a guest’s %s answers with %i', async (name, status) => {
  const [method = '', path = ''] = name.split(' ')
  const url = path
    .replace(/:\w+\(\^\\d\+\)/, '0')
    .replace(/:\w+\(\^(?:\\w|\[\^\])\+\)/g, 'moss')
    .replace('*', path === '*' ? '/somewhere' : 'somewhere')
    .replace(':id', '1')
  const answer = await app.inject({ method: (method === '*' ? 'POST' : method) as 'GET', url })
  expect(answer.statusCode, answer.body).toBe(status)
})
