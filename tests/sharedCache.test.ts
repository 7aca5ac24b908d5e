import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import { endpoints } from '../contract/endpoints/index.ts'
import { createApp } from '../server/app.ts'
import { purgeTask } from '../server/core/api/purge.ts'
import { fixedSettings } from '../server/core/settings/live.ts'
import { loadSecrets } from '../server/platform/http/secrets.ts'
import { startJobs } from '../server/platform/jobs/queue.ts'
import { tasks } from '../server/tasks.ts'
import { renderer } from '../web/entry-server.tsx'
import { routes } from '../web/routes.ts'
import { type Forum, type Member, type PostFacts, startForum } from './support/forum.ts'

const assetsFor = () => ({ entry: '/assets/entry.js', preloads: [], styles: ['/assets/entry.css'] })

let forum: Forum
/** With a shared cache, without one, and a private forum with one. */
let behind: FastifyInstance
let alone: FastifyInstance
let hidden: FastifyInstance
let member: Member
let admin: Member
let post: PostFacts
let commentId: string
beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('admin_a', { isAdmin: true })
  await forum.community('birding', admin)
  member = await forum.member('wren_w')
  post = await forum.post(member, 'birding')
  commentId = (await forum.comment(member, post)).id
  const secrets = await loadSecrets(forum.db)
  const start = (cdnSeconds: number, privateForum = false) =>
    createApp({
      ...forum,
      liveSettings: fixedSettings({ ...forum.config.locked, privateForum }),
      secrets,
      config: { ...forum.config, guestCacheSeconds: 2, cdnSeconds },
      pages: { renderer, assetsFor, filesFolder: null },
    })
  behind = await start(10)
  alone = await start(0)
  hidden = await start(10, true)
})
afterAll(async () => {
  await behind.close()
  await alone.close()
  await hidden.close()
  await forum.close()
})

const params = (): Record<string, string> => ({
  communityName: 'birding',
  publicId: post.publicId,
  postId: post.id,
  commentId,
  username: 'wren_w',
  communityId: 'birding',
})
const filled = (pattern: string) => pattern.replace(/:(\w+)/g, (_all, name: string) => params()[name] ?? '1')
const pages = () => routes.map(({ pattern }) => filled(pattern))
const calls = () =>
  Object.entries<Endpoint>(endpoints)
    .filter(([, { method }]) => method === 'GET')
    .map(([name, { path }]) => [name, filled(path)] as const)
const shared = 'public, max-age=0, s-maxage=10, stale-while-revalidate=10, stale-if-error=60'
const browser = { 'sec-fetch-site': 'same-origin' }
const cookiesOf = (value: unknown) => [value ?? []].flat()

describe('behind a shared cache', () => {
  it.each(['/reset_password?token=abc', '/confirm_email?token=abc', '/invite/abc'])(
    'the secret in %s is not kept',
    async (url) => {
      for (let time = 0; time < 2; time += 1) {
        const { headers } = await behind.inject({ url, headers: browser })
        expect(headers['cache-control']).toBe('no-store')
      }
    },
  )

  it('no answer to a member may be kept, whichever page or call it is', { tags: ['long'] }, async () => {
    for (const who of [member, admin])
      for (const url of [...pages(), ...calls().map(([, path]) => path)]) {
        if (url === '/api/_events') continue
        const { headers } = await behind.inject({ url, headers: who.headers() })
        expect(headers['cache-control'], url).not.toMatch(/public|s-maxage/)
      }
  })

  it('answers to guests are kept without cookies and tokens, and only successful ones', async () => {
    let pagesKept = 0
    for (const url of [...pages(), ...calls().map(([, path]) => path)]) {
      const { statusCode, headers } = await behind.inject({ url, headers: browser })
      if (headers['cache-control'] !== shared) {
        expect(headers['cache-control'], url).not.toMatch(/s-maxage/)
        continue
      }
      pagesKept += 1
      expect([statusCode, headers['set-cookie'], headers['csrf-token'], headers.vary], url).toEqual([
        200,
        undefined,
        undefined,
        // Answers of the API are the same in every language.
        url.startsWith('/api/') ? 'Accept-Encoding, Cookie' : 'Accept-Encoding, Cookie, Accept-Language',
      ])
    }
    expect(pagesKept).toBeGreaterThan(15)
  })

  it('nothing of a private forum may be kept', async () => {
    for (const url of [...pages(), ...calls().map(([, path]) => path)]) {
      const { headers } = await hidden.inject({ url, headers: browser })
      expect(headers['cache-control'] ?? '', url).not.toMatch(/public|s-maxage/)
    }
  })

  it.each(['/', '/birding', '/api/posts'])(
    '%s is kept for guests, also from the cache of the server',
    async (url) => {
      for (let n = 0; n < 2; n++) {
        const { headers } = await behind.inject({ url, headers: browser })
        expect(headers['cache-control']).toBe(shared)
      }
    },
  )

  it('an answer that starts an application sets a session, so it is not kept', async () => {
    const { headers } = await behind.inject({ url: '/api/_initial', headers: browser })
    expect(headers['cache-control']).toBe('no-store')
    expect(cookiesOf(headers['set-cookie'])).toHaveLength(2)
  })

  it('a guest with an old session shares the cache; a browser that was logged in does not', async () => {
    const visitor = await behind.inject({ url: '/api/_initial', headers: browser })
    const cookie = visitor.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const again = await behind.inject({ url: '/', headers: { ...browser, cookie } })
    expect([
      again.headers['cache-control'],
      again.headers['set-cookie'],
      again.headers['csrf-token'],
    ]).toEqual([shared, undefined, undefined])
    const left = await forum.member('left_l')
    const before = left.headers()
    await left.post('/api/_login?action=logout')
    const { headers } = await behind.inject({ url: '/', headers: before })
    expect(headers['cache-control']).toBe('private, no-cache')
  })
})

it('without a shared cache, only the browser of a guest may keep a page, to go back to it', async () => {
  for (const url of ['/', '/birding', '/api/posts', `/api/posts/${post.publicId}`]) {
    const { headers } = await alone.inject({ url, headers: browser })
    expect([headers['cache-control'], headers.vary]).toEqual(
      url.startsWith('/api/')
        ? ['no-store', 'Accept-Encoding']
        : ['private, no-cache', 'Accept-Encoding, Cookie'],
    )
    expect(cookiesOf(headers['set-cookie'])).toHaveLength(2)
  }
})

it.each(['/', '/birding', '/reset_password?token=abc', '/invite/abc', '/settings'])(
  'without a shared cache, no browser keeps %s of a member, nor what is secret',
  async (url) => {
    const who = url.includes('abc') ? browser : member.headers()
    expect((await alone.inject({ url, headers: who })).headers['cache-control']).toBe('no-store')
  },
)

it('a shared cache is purged when a post is removed, and again until it confirms', async () => {
  const asked: string[] = []
  const cache = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(asked.length === 1 ? 500 : 200).end()
  }).listen(0, '127.0.0.1')
  await once(cache, 'listening')
  const purgeUrl = new URL(`http://127.0.0.1:${(cache.address() as AddressInfo).port}/all`)
  const config = { ...forum.config, purgeUrl }
  const app = await createApp({ ...forum, db: forum.database.db, config })
  const jobs = await startJobs(
    forum.connection,
    { ...forum, config },
    tasks.filter(({ name }) => name === purgeTask),
    () => {},
  )
  await app.inject({
    method: 'POST',
    url: '/api/_postVote',
    headers: member.headers(),
    payload: { postId: post.id, up: true },
  })
  await app.inject({
    method: 'DELETE',
    url: `/api/posts/${post.publicId}?deleteAs=admins`,
    headers: admin.headers(),
  })
  const soon = { interval: 20 }
  await expect.poll(() => asked, soon).toEqual(['PURGE /all', 'PURGE /all'])
  await jobs.stop()
  await app.close()
  cache.close()
})
