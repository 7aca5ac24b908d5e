import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { honeypotPath } from '../../../contract/honeypot.ts'
import { type Forum, startForum } from '../../../tests/support/forum.ts'
import { networksOf } from '../../core/traffic/networks.ts'
import { deleteFormerScrapers, watchScrapers } from '../../core/traffic/scrapers.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum({ TRUST_PROXY: 'loopback', RATE_LIMITS: 'on' })
})
afterAll(() => forum.close())

const follow = (ip: string, headers: Record<string, string> = {}, { app } = forum) =>
  app.inject({ url: honeypotPath, headers: { 'x-forwarded-for': ip, ...headers } })
const noted = async ({ db } = forum) => {
  const { rows } = await sql<{ network: string }>`select network from scraper_networks`.execute(db)
  return rows.map(({ network }) => network)
}

describe('the networks of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7/32', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.7/32', '203.0.113.0/24'],
    ['2001:db8:5:6:7::8', '2001:db8:5:6::/64', '2001:db8:5::/48'],
    ['::1', '::/64', '::/48'],
  ])('%s', (ip, narrow, wide) => {
    expect(networksOf(ip)).toEqual({ narrow, wide })
  })
})

describe('the hidden link', () => {
  it('marks the network of a guest who follows it as a scraper, for some hours', async () => {
    const scrapers = await watchScrapers(forum.watch)
    const answer = await follow('203.0.113.7')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
    await expect.poll(() => scrapers.has('203.0.113.7')).toBe(true)
    expect(scrapers.has('203.0.113.8')).toBe(false)
    await follow('2001:db8::1')
    await expect.poll(() => scrapers.has('2001:db8::2')).toBe(true)
    expect(scrapers.has('2001:db8:0:1::2')).toBe(false)
    await sql`update scraper_networks set until = now() - interval '1 second'`.execute(forum.db)
    await expect.poll(() => scrapers.has('203.0.113.7')).toBe(false)
    await deleteFormerScrapers(forum.db)
    expect(await noted()).toEqual([])
    scrapers.remove()
  })

  it('does nothing to members, prefetching browsers, and without rate limits', async () => {
    const wren = await forum.member('wren')
    await follow('203.0.113.7', { cookie: wren.headers().cookie })
    await follow('203.0.113.7', { 'sec-purpose': 'prefetch;prerender' })
    expect(await noted()).toEqual([])
    const unlimited = await startForum({ TRUST_PROXY: 'loopback' })
    await follow('203.0.113.7', {}, unlimited)
    expect(await noted(unlimited)).toEqual([])
    await unlimited.close()
  })
})
