import type { FastifyInstance } from 'fastify'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { rateLimits } from '../../contract/rateLimits.ts'
import { createApp } from '../../server/app.ts'
import { renderer } from '../../web/entry-server.tsx'
import { type Forum, startForum } from '../support/forum.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
  await forum.community('gardening')
  return () => forum.close()
})

const opened: FastifyInstance[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(opened.splice(0).map((app) => app.close()))
})

/** The forum with pages and rate limits, of which nothing is used up yet. */
async function site(change: Partial<Forum['config']> = {}, render = renderer.render) {
  const app = await createApp({
    ...forum,
    config: { ...forum.config, rateLimits: true, ...change },
    pages: {
      renderer: { ...renderer, render },
      assetsFor: () => ({ entry: '/entry.js', preloads: [], styles: [] }),
      filesFolder: null,
    },
  })
  opened.push(app)
  return (url: string, remoteAddress = '192.0.2.1') => app.inject({ url, remoteAddress })
}

/** How many of something the answers have: `{ 200: 10, 429: 3 }`. */
function statusesOf(responses: readonly { statusCode: number }[]) {
  const counts: Record<number, number> = {}
  for (const { statusCode } of responses) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  return counts
}

const searchesPerSecond = rateLimits.searches[0].calls
const manySearches = (get: (url: string) => Promise<{ statusCode: number }>, path: string) =>
  Promise.all([...Array(searchesPerSecond * 2).keys()].map((n) => get(`${path}?q=word${n}`)))

describe('the rate limit of a call', () => {
  // A window ends when its time does, and a busy machine may take longer than that for the calls in it.
  const frozen = () => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  afterEach(() => vi.useRealTimers())

  it('holds for the pages that need it', async () => {
    frozen()
    const get = await site()
    expect(statusesOf(await manySearches(get, '/search'))).toEqual({
      200: searchesPerSecond,
      429: searchesPerSecond,
    })
    const refused = await get('/search?q=more')
    expect(refused.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.body).toContain('<title>Too many requests · Folkmoot</title>')
    expect(refused.body).toContain('Please try again in a moment.')
    // What needs no such call is served as before, and so is everybody else.
    expect((await get('/all')).statusCode).toBe(200)
    expect((await get('/search?q=word', '192.0.2.2')).statusCode).toBe(200)
  })

  it('counts the pages apart from the calls of the scripts in them', async () => {
    frozen()
    const get = await site()
    await manySearches(get, '/search')
    expect(statusesOf(await manySearches(get, '/api/search'))).toEqual({
      200: searchesPerSecond,
      429: searchesPerSecond,
    })
    expect(Number((await get('/api/search?q=more')).headers['retry-after'])).toBeGreaterThan(0)
  })
})
