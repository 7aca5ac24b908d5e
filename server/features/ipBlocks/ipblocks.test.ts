import fastify from 'fastify'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { IpBlock } from '../../../contract/entities/ipBlock.ts'
import { errors } from '../../../contract/errors.ts'
import { startBlocking } from '../../../tests/support/blocking.ts'
import { type Client, startForum } from '../../../tests/support/forum.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { wholeSeconds } from '../../../tests/support/wholeSeconds.ts'
import { watchIpBlocks } from '../../core/ipBlocks/watch.ts'
import { watchDatabase } from '../../platform/database/watch.ts'
import { refuseBlocked } from '../../platform/http/ipBlocks.ts'

const { admin, block, forum, from, isShutOut } = await startBlocking()

describe('a blocked address', () => {
  it('gets a short page for every request', async () => {
    await block('203.0.113.7')
    for (const [method, url] of [
      ['GET', '/api/_initial'],
      ['POST', '/api/_login'],
      ['GET', '/api/_events'],
      ['GET', '/images/no.jpg'],
      ['GET', '/manifest.json'],
      ['GET', '/no/page'],
      ['HEAD', '/'],
    ] as const) {
      const answer = await forum.app.inject({ method, url, headers: { 'x-forwarded-for': '203.0.113.7' } })
      expect(answer.statusCode, url).toBe(403)
      expect(answer.headers['content-type'], url).toBe('text/html; charset=utf-8')
      expect(answer.headers['set-cookie'], url).toBeUndefined()
      expect(answer.headers['csrf-token'], url).toBeUndefined()
      expect(answer.headers['cache-control'], url).toBe('no-store')
      if (method === 'HEAD') continue
      expect(answer.body).toContain('<title>Birds &amp; &lt;Bees&gt;</title>')
      expect(answer.body.match(/<p>/g)).toHaveLength(1)
      expect(answer.body).toContain('Suspicious activity was detected')
      expect(answer.body).toContain('blocked')
    }
    expect((await from('203.0.113.8')).statusCode).toBe(200)
  })

  it('is also blocked in its IPv6 notation, and for members', async () => {
    await block('203.0.113.7')
    expect(await isShutOut('::ffff:203.0.113.7')).toBe(true)
    const answer = await admin.send({ url: '/api/_user', headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(answer.statusCode).toBe(403)
  })

  it.each([
    ['203.0.113.0/24', '203.0.113.255', '203.0.114.0'],
    ['198.51.*.*', '198.51.0.1', '198.52.0.1'],
    ['2001:db8:5::/48', '2001:db8:5:ffff::1', '2001:db8:6::1'],
  ])('[ACC-5-033] may lie in %s', async (range, inside, outside) => {
    await block(range)
    expect(await isShutOut(inside)).toBe(true)
    expect(await isShutOut(outside)).toBe(false)
  })

  it('is the one that the nearest trusted proxy saw, not one that a client claims', async () => {
    await block('203.0.113.7')
    expect(await isShutOut('198.51.100.1, 203.0.113.7')).toBe(true)
    expect(await isShutOut('203.0.113.7, 198.51.100.1')).toBe(false)
    const stranger = (forwarded: string) =>
      forum.app.inject({
        url: '/api/_initial',
        remoteAddress: '198.51.100.1',
        headers: { 'x-forwarded-for': forwarded },
      })
    expect((await stranger('203.0.113.7')).statusCode).toBe(200)
    await block('198.51.100.1')
    expect((await stranger('192.0.2.1')).statusCode).toBe(403)
  })

  it('without a trusted proxy is the connecting one, whatever a header says', async () => {
    const bare = await startForum()
    const boss = await bare.member('the_admin', { isAdmin: true })
    await boss.post('/api/ipblocks', { address: '203.0.113.7', expiresIn: 0, note: '' })
    const ask = (remoteAddress: string, forwarded: string) =>
      bare.app.inject({ url: '/api/_initial', remoteAddress, headers: { 'x-forwarded-for': forwarded } })
    expect((await ask('203.0.113.7', '192.0.2.1')).statusCode).toBe(403)
    expect((await ask('192.0.2.1', '203.0.113.7')).statusCode).toBe(200)
    expect((await ask('127.0.0.1', '203.0.113.7')).statusCode).toBe(200)
    await bare.close()
  })
})

it('blocked while a request arrives has that request refused', async () => {
  const app = fastify()
  const looks = [false, true]
  refuseBlocked(
    app,
    { ...forum.ipBlocks, isBlocked: () => looks.shift() ?? false },
    { name: () => 'Birds', languageOf: () => 'en' },
  )
  let isDone = false
  app.post('/', async () => {
    isDone = true
    return ''
  })
  expect((await app.inject({ method: 'POST', url: '/', payload: {} })).statusCode).toBe(403)
  expect(isDone).toBe(false)
  await app.close()
})

describe('blocking', () => {
  it('[ACC-7-058] [ACC-3-016] [ACC-3-017] answers with the block', async () => {
    const made = await block('10.20.30.40/16', { expiresIn: 1.5, note: ' Spam. ' })
    expect(made).toEqual({
      id: expect.any(Number),
      ip: '10.20.0.0',
      maskedBits: 16,
      createdAt: expect.stringMatching(/Z$/),
      createdBy: 'the_admin',
      expiresAt: wholeSeconds(new Date(Date.parse(made.createdAt) + 90 * 60_000).toISOString()),
      cancelledAt: null,
      inEffect: true,
      associatedUsers: [],
      note: 'Spam.',
    })
    expect(await block('2001:db8::7')).toMatchObject({ ip: '2001:db8::7', maskedBits: 0 })
  })

  it.each([0, 0.0001, -5, null])('[ACC-5-036] [ACC-5-038] for %s hours is forever', async (expiresIn) => {
    expect(await block('203.0.113.7', { expiresIn })).toMatchObject({ expiresAt: null, inEffect: true })
  })

  it.each(['soon', '5', true, 900_000])('[ACC-5-037] for %s hours makes no sense', async (expiresIn) => {
    expect(await block('203.0.113.7', { expiresIn })).toEqual(errors.invalidExpiresIn)
    expect(errors.invalidExpiresIn.message).toBe('Invalid expires in value')
    expect(await isShutOut('203.0.113.7')).toBe(false)
  })

  it('[ACC-5-036] [ACC-5-039] needs neither a time nor a note; a long note is cut', async () => {
    const made = (await admin.post('/api/ipblocks', { address: '203.0.113.7' })).json()
    expect(made).toMatchObject({ note: '', expiresAt: null })
    expect((await block('203.0.113.8', { note: '🐦'.repeat(501) })).note).toBe('🐦'.repeat(500))
  })

  it('[ACC-9-003] records who was last seen there, the latest first, without deleted accounts', async () => {
    const names = ['first_seen', 'second_seen', 'third_seen', 'gone_since', 'elsewhere']
    const at = ['192.0.2.1', '::ffff:192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.3.1']
    for (const [index, name] of names.entries()) {
      const member = await forum.member(name)
      await sql`update users set last_seen_ip = ${at[index]}, last_seen_at = now() - ${index} * interval '1 hour',
        deleted_at = case when username = 'gone_since' then now() end where id = ${member.id}`.execute(
        forum.db,
      )
    }
    const made = await block('192.0.2.0/24')
    expect(made.associatedUsers).toEqual(['first_seen', 'second_seen', 'third_seen'])
    await sql`update users set last_seen_ip = null where username = 'first_seen'`.execute(forum.db)
    expect((await admin.get(`/api/ipblocks/${made.id}`)).json()).toEqual(made)
  })

  it('is refused for the admin’s own address', async () => {
    const own = (address: string, forwarded: string) =>
      admin.send({
        method: 'POST',
        url: '/api/ipblocks',
        headers: { 'x-forwarded-for': forwarded },
        payload: JSON.stringify({ address }),
      })
    expect((await own('203.0.113.0/24', '203.0.113.9')).json()).toEqual(errors.ownIp)
    expect((await own('203.0.113.0/24', '::ffff:203.0.113.9')).json()).toEqual(errors.ownIp)
    expect((await admin.post('/api/ipblocks', { address: '127.0.0.1' })).json()).toEqual(errors.ownIp)
    expect(await isShutOut('203.0.113.9')).toBe(false)
  })

  it('of the same network is refused until the first block has ended', async () => {
    const made = await block('192.88.99.0/24', { expiresIn: 1 })
    expect(await block('192.88.99.77/24')).toEqual(errors.ipBlockDuplicate)
    expect(await block('192.88.99.0/25')).toMatchObject({ maskedBits: 25 })
    await admin.delete(`/api/ipblocks/${made.id}`)
    expect(await block('192.88.99.0/24')).toMatchObject({ inEffect: true })
    await sql`update ip_blocks set created_at = created_at - interval '2 hours', expires_at = now() - interval '1 hour'
      where cancelled_at is null`.execute(forum.db)
    expect(await block('192.88.99.0/24')).toMatchObject({ inEffect: true })
  })

  it('succeeds if the first block ended while it waited', async () => {
    const first = await block('192.88.99.0/24')
    const { second } = await forum.db.transaction().execute(async (trx) => {
      await sql`select from ip_block_state for no key update`.execute(trx)
      const second = block('192.88.99.0/24', { expiresIn: 1 })
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      await sql`update ip_blocks set cancelled_at = clock_timestamp() where id = ${first.id}`.execute(trx)
      return { second }
    })
    const made = await second
    expect(made).toMatchObject({ inEffect: true })
    const cancelled = (await admin.get(`/api/ipblocks/${first.id}`)).json<IpBlock>()
    expect(Date.parse(made.createdAt)).toBeGreaterThanOrEqual(Date.parse(cancelled.cancelledAt ?? ''))
    expect(Date.parse(made.expiresAt ?? '') - Date.parse(made.createdAt)).toBe(3_600_000)
  })

  it('by several admins at once makes one block', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => block('203.0.113.7')))
    expect(answers.filter((answer) => 'inEffect' in answer)).toHaveLength(1)
    expect(answers.filter((answer) => 'code' in answer && answer.code === 'block-duplicate')).toHaveLength(4)
  })
})

describe('another process', () => {
  it('goes by a block and by its end as soon as it hears of them', async () => {
    const watch = await watchDatabase(forum.connection, () => {})
    const other = await watchIpBlocks(watch)
    const { id } = await block('203.0.113.7')
    await expect.poll(() => other.isBlocked('203.0.113.7')).toBe(true)
    await admin.delete(`/api/ipblocks/${id}`)
    await expect.poll(() => other.isBlocked('203.0.113.7')).toBe(false)
    await watch.close()
  })

  it('that starts later knows exactly the blocks in effect', async () => {
    await block('203.0.113.7')
    const { id } = await block('203.0.113.8')
    await admin.delete(`/api/ipblocks/${id}`)
    const watch = await watchDatabase(forum.connection, () => {})
    const other = await watchIpBlocks(watch)
    expect(other.isBlocked('203.0.113.7')).toBe(true)
    expect(other.isBlocked('203.0.113.8')).toBe(false)
    await watch.close()
  })

  it('that lost its connection keeps the blocks, logs it, and then catches up', async () => {
    const lines: string[] = []
    const name = 'watch of the test'
    const watch = await watchDatabase({ ...forum.connection, application_name: name }, (line) =>
      lines.push(line),
    )
    const other = await watchIpBlocks(watch)
    const before = await block('203.0.113.7')
    await expect.poll(() => other.isBlocked('203.0.113.7')).toBe(true)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`.execute(
      forum.db,
    )
    await expect.poll(() => lines).toHaveLength(1)
    expect(other.isBlocked('203.0.113.7')).toBe(true)
    await admin.delete(`/api/ipblocks/${before.id}`)
    await block('203.0.113.8')
    await expect.poll(() => other.isBlocked('203.0.113.8')).toBe(true)
    expect(other.isBlocked('203.0.113.7')).toBe(false)
    await watch.close()
  })
})

describe('a member who is not an admin', () => {
  it('can neither block nor see blocks', async () => {
    const member = await forum.member('plain_member')
    const { id } = await block('203.0.113.7')
    const asked = (who: Client) => [
      who.get('/api/ipblocks'),
      who.get(`/api/ipblocks/${id}`),
      who.post('/api/ipblocks', { address: '203.0.113.9' }),
      who.delete(`/api/ipblocks/${id}`),
      who.delete('/api/ipblocks'),
    ]
    for (const answer of await Promise.all(asked(member))) expect(answer.json()).toEqual(errors.notAdmin)
    for (const answer of await Promise.all(asked(await forum.guest())))
      expect(answer.json()).toEqual(errors.notLoggedIn)
    expect(await isShutOut('203.0.113.7')).toBe(true)
    expect(await isShutOut('203.0.113.9')).toBe(false)
  })
})
