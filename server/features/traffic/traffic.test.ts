import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TrafficPeriod } from '../../../contract/entities/traffic.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { TrafficCounts } from '../../core/traffic/counts.ts'

let forum: Forum
let admin: Member
let counts: TrafficCounts
beforeAll(async () => {
  forum = await startForum({ TRUST_PROXY: 'loopback' })
  admin = await forum.member('the_admin', { isAdmin: true })
  counts = new TrafficCounts(forum.db, (error) => {
    throw error
  })
})
afterAll(() => forum.close())

const request = (ip: string, agent?: string) => ({
  ip,
  headers: agent === undefined ? {} : { 'user-agent': agent },
})
const listed = async () =>
  (await admin.get('/api/_admin/traffic')).json() as { hour: TrafficPeriod; day: TrafficPeriod }

describe('traffic', () => {
  it('is added up by network and program, the most expensive first', async () => {
    counts.noteRequest(request('203.0.113.7', 'Reader/1.0'), 10.4)
    counts.noteRequest(request('203.0.113.8', 'Scraper/1.0'), 50)
    await counts.write()
    counts.noteRequest(request('2001:db8:5:6::7', 'Scraper/1.0'), 1000)
    counts.noteChallenge(request('2001:db8:5:7::8', 'Scraper/1.0'))
    counts.noteSolved(request('2001:db8:5:7::8', 'Scraper/1.0'))
    counts.noteRequest(request('203.0.113.8'), 1)
    await counts.write()
    const { hour, day } = await listed()
    expect(day).toEqual(hour)
    const count = { challenges: 0, solved: 0, blocked: false }
    expect(hour).toEqual({
      networks: [
        { name: '2001:db8:5::/48', requests: 1, milliseconds: 1000, ...count, challenges: 1, solved: 1 },
        { name: '203.0.113.0/24', requests: 3, milliseconds: 61, ...count },
      ],
      agents: [
        { name: 'Scraper/1.0', requests: 2, milliseconds: 1050, ...count, challenges: 1, solved: 1 },
        { name: 'Reader/1.0', requests: 1, milliseconds: 10, ...count },
        { name: '', requests: 1, milliseconds: 1, ...count },
      ],
    })
  })

  it('of a network that is blocked says so', async () => {
    await admin.post('/api/ipblocks', { address: '203.0.113.0/24', expiresIn: 24 })
    await forum.ipBlocks.refresh()
    const { networks } = (await listed()).hour
    expect(networks.map(({ name, blocked }) => [name, blocked])).toEqual([
      ['2001:db8:5::/48', false],
      ['203.0.113.0/24', true],
    ])
  })

  it('writes nothing where nothing happened, and is bounded', async () => {
    const before = await forum.db.selectFrom('traffic_counts').selectAll().execute()
    await counts.write()
    expect(await forum.db.selectFrom('traffic_counts').selectAll().execute()).toEqual(before)
    for (let n = 0; n < 5000; n += 1)
      counts.noteRequest(request(`10.${n >> 8}.${n & 255}.1`, `${n} ${'x'.repeat(500)}`), n)
    await counts.write()
    const { total } = await forum.db
      .selectFrom('traffic_counts')
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('total'))
      .executeTakeFirstOrThrow()
    expect(total - before.length).toBe(200)
    const { day } = await listed()
    expect(day.networks).toHaveLength(25)
  })

  it('is counted for what the application answers, but not from the cache', async () => {
    const caching = await startForum({ GUEST_CACHE_SECONDS: '60', TRUST_PROXY: 'loopback' })
    const read = (ip: string) =>
      caching.app.inject({ url: '/api/_initial', headers: { 'x-forwarded-for': ip } })
    await read('198.51.100.1')
    await caching.app.inject({ url: '/api/posts', headers: { 'x-forwarded-for': '198.51.101.1' } })
    await caching.app.inject({ url: '/api/posts', headers: { 'x-forwarded-for': '198.51.102.1' } })
    const { db } = caching
    // The end of the application writes what was counted, while the database of the test is still there.
    await caching.app.close()
    const rows = await db
      .selectFrom('traffic_counts')
      .where('kind', '=', 'network')
      .select(['name', 'requests'])
      .execute()
    expect(rows).toContainEqual({ name: '198.51.101.0/24', requests: 1 })
    expect(rows.map(({ name }) => name)).not.toContain('198.51.102.0/24')
    await caching.close()
  })
})
