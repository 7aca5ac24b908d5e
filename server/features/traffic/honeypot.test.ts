import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { honeypotPath } from '../../../contract/honeypot.ts'
import { type Forum, startForum } from '../../../tests/support/forum.ts'
import { createNotes, deleteFormerScrapers, noScrapers, watchScrapers } from '../../core/traffic/scrapers.ts'
import { networksOf } from '../../platform/http/networks.ts'

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
    ['203.0.113.7', '203.0.113.7/32', '203.0.113.0/24', false],
    ['::ffff:203.0.113.7', '203.0.113.7/32', '203.0.113.0/24', false],
    ['2001:db8:5:6:7::8', '2001:db8:5:6::/64', '2001:db8:5::/48', true],
    ['::1', '::/64', '::/48', true],
  ])('%s', (ip, narrow, wide, isIpv6) => {
    expect(networksOf(ip)).toEqual({ narrow, wide, isIpv6 })
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

  it('counts from the last visit', async () => {
    const scrapers = await watchScrapers(forum.watch)
    const hoursLeft = async () => {
      await follow('203.0.113.70')
      const { rows } = await sql<{ hours: number }>`
        select extract(epoch from until - now())::float8 / 3600 as hours from scraper_networks`.execute(
        forum.db,
      )
      return rows.map(({ hours }) => Math.round(hours))
    }
    const leave = (hours: number) =>
      sql`
        insert into scraper_networks values ('203.0.113.70/32', now() + make_interval(hours => ${hours}))
        on conflict (network) do update set until = excluded.until`.execute(forum.db)
    await leave(1)
    await expect.poll(() => scrapers.has('203.0.113.70')).toBe(true)
    expect(await hoursLeft()).toEqual([6])
    await sql`delete from scraper_networks`.execute(forum.db)
    scrapers.remove()
  })

  it('writes once for a network, and a few times for a wide one', async () => {
    const scrapers = await watchScrapers(forum.watch)
    const written = async () => {
      const { rows } = await sql<{ xmin: string }>`select xmin::text from scraper_networks`.execute(forum.db)
      return rows.map(({ xmin }) => xmin)
    }
    await follow('198.51.100.1')
    await expect.poll(() => scrapers.has('198.51.100.1')).toBe(true)
    // The application may learn of it a moment later.
    const isWrittenAgain = async () => {
      const before = await written()
      await follow('198.51.100.1')
      return (await written()).join() !== before.join()
    }
    await expect.poll(isWrittenAgain).toBe(false)
    for (let n = 2; n < 40; n += 1) await follow(`198.51.100.${n}`)
    for (let n = 1; n < 40; n += 1) await follow(`2001:db8:7:${n}::1`)
    const networks = await noted()
    expect(networks.filter((network) => network.startsWith('198.51.100.'))).toHaveLength(20)
    expect(networks.filter((network) => network.startsWith('2001:db8:7:'))).toHaveLength(20)
    await sql`delete from scraper_networks`.execute(forum.db)
    scrapers.remove()
  })

  it('writes nothing for a while after the list was full', async () => {
    await sql`
      insert into scraper_networks
      select n || '/32', now() + interval '1 minute' from generate_series(1, 10000) as n`.execute(forum.db)
    const note = createNotes(forum.db, noScrapers)
    await note('192.0.2.1')
    await sql`delete from scraper_networks`.execute(forum.db)
    await note('192.0.2.2')
    expect(await noted()).toEqual([])
    await createNotes(forum.db, noScrapers)('192.0.2.2')
    expect(await noted()).toEqual(['192.0.2.2/32'])
    await sql`delete from scraper_networks`.execute(forum.db)
  })

  it('is limited as other pages are', async () => {
    const answers = await Promise.all(Array.from({ length: 61 }, () => follow('192.0.2.9')))
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
    await sql`delete from scraper_networks`.execute(forum.db)
  })

  it('does nothing to members, prefetching browsers, readers of other sites, and without rate limits', async () => {
    const wren = await forum.member('wren')
    await follow('203.0.113.7', { cookie: wren.headers().cookie })
    await follow('203.0.113.7', { 'sec-purpose': 'prefetch;prerender' })
    // As for a picture in a page of another site.
    await follow('203.0.113.7', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' })
    expect(await noted()).toEqual([])
    const unlimited = await startForum({ TRUST_PROXY: 'loopback' })
    await follow('203.0.113.7', {}, unlimited)
    expect(await noted(unlimited)).toEqual([])
    await unlimited.close()
  })
})
