import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Forum, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { testDatabase } from '../../../tests/support/postgres.ts'
import { type Database, type Db, openDatabase } from '../database/connection.ts'
import { clientOf, createRateLimiter, type RateLimiter } from './rateLimits.ts'

const password = 'a fine password'

describe('a bucket', () => {
  let limiter: RateLimiter
  let counts: Parameters<typeof createRateLimiter>[1]
  let database: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    const testing = await testDatabase()
    drop = testing.drop
    database = openDatabase(testing.connection, { connections: 2 })
  })
  afterAll(async () => {
    await database.close()
    await drop()
  })
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await sql`delete from rate_limits`.execute(database.db)
    counts = { rateLimits: true, newMemberLimits: 100 }
    limiter = createRateLimiter(database.db, counts)
  })
  afterEach(() => vi.useRealTimers())

  /** Advances the time by this many milliseconds, here and in the database. */
  const pass = async (milliseconds: number) => {
    vi.setSystemTime(Date.now() + milliseconds)
    await sql`update rate_limits set ends_at = ends_at - make_interval(secs => ${milliseconds / 1000})`.execute(
      database.db,
    )
  }

  const take = (...given: Parameters<RateLimiter['take']>) =>
    limiter.take(...given).then(
      () => true,
      () => false,
    )

  it('is full again when its window, which starts with the first call, has passed', async () => {
    const post = () => take('posts', { ip: '::1', member: '7', isNew: false })
    expect(await post()).toBe(true)
    await pass(5000)
    expect(await post()).toBe(false)
    await pass(5001)
    expect(await post()).toBe(true)
  })

  it('counts members by their id, and knows those at level 0 as new', () => {
    expect(clientOf({ id: '7', trust: 0 }, '::1')).toEqual({ ip: '::1', member: '7', isNew: true })
    expect(clientOf({ id: '7', trust: 1 }, '::1')).toEqual({ ip: '::1', member: '7', isNew: false })
    expect(clientOf(null, '::1')).toEqual({ ip: '::1' })
  })

  it('is half as large for new members while the bar is raised', async () => {
    counts = { rateLimits: true, barRaisedUntil: new Date(Date.now() + 60_000).toISOString() }
    limiter = createRateLimiter(database.db, counts)
    const newcomer = { ip: '::1', member: '7', isNew: true }
    const regular = { ip: '::1', member: '8', isNew: false }
    const comments = async (who: typeof newcomer) => [
      await take('comments', who),
      await take('comments', who),
    ]
    expect(await comments(newcomer)).toEqual([true, false])
    expect(await comments(regular)).toEqual([true, true])
    // One in ten seconds becomes one in twenty.
    expect(await take('posts', newcomer)).toBe(true)
    await pass(10_001)
    expect(await take('posts', newcomer)).toBe(false)
    await pass(10_001)
    expect(await take('posts', newcomer)).toBe(true)
    await pass(60_001)
    expect(await comments(newcomer)).toEqual([true, true])
  })

  it('belongs to one member, whatever their address', async () => {
    expect(await take('posts', { ip: '::1', member: '7', isNew: false })).toBe(true)
    expect(await take('posts', { ip: '::2', member: '7', isNew: false })).toBe(false)
    expect(await take('posts', { ip: '::1', member: '8', isNew: false })).toBe(true)
  })

  it('by address counts a whole IPv6 /64 as one address', async () => {
    const signUps = async (...ips: string[]) => {
      for (const ip of ips) if (!(await take('signup', { ip }))) return false
      return true
    }
    expect(await signUps('2001:db8:1:2::1', '2001:db8:1:2:ffff::7')).toBe(true)
    expect(await signUps('2001:0db8:0001:0002::9')).toBe(false)
    expect(await signUps('2001:db8:1:3::1', '198.51.100.1', '198.51.100.2')).toBe(true)
    expect(await signUps('::ffff:198.51.100.1', '198.51.100.1')).toBe(false)
  })

  it('by address also counts an IPv6 /48, which may make sixteen times as many calls', async () => {
    const signUp = (ip: string) => take('signup', { ip })
    for (let n = 0; n < 16; n += 1)
      for (const half of [1, 2]) expect(await signUp(`2001:db8:1:${n}::${half}`)).toBe(true)
    expect(await signUp('2001:db8:1:ff::1')).toBe(false)
    expect(await signUp('2001:db8:2:ff::1')).toBe(true)
    await pass(60_001)
    expect(await signUp('2001:db8:1:ff::1')).toBe(true)
  })

  it('of members does not count networks', async () => {
    for (let n = 0; n < 40; n += 1)
      expect(await take('posts', { ip: '2001:db8:1::1', member: `${n}`, isNew: false })).toBe(true)
  })

  it('for logins allows twenty attempts an hour per address and username, ignoring case', async () => {
    const taker = { ip: '::1', username: 'Rio' }
    for (let n = 0; n < 20; n += 1) {
      expect(await take('login', n % 2 ? taker : { ip: '::1', username: 'rIO' })).toBe(true)
      await pass(1001)
    }
    expect(await take('login', taker)).toBe(false)
    expect(await take('login', { ip: '::1', username: 'amy' })).toBe(true)
    expect(await take('login', { ip: '198.51.100.2', username: 'Rio' })).toBe(true)
    await pass(3_600_000)
    expect(await take('login', taker)).toBe(true)
  })

  it('for sign-ups allows ten in six hours and two a minute', async () => {
    const from = { ip: '::1' }
    for (let n = 0; n < 10; n += 1) {
      expect(await take('signup', from)).toBe(true)
      await pass(31_000)
    }
    expect(await take('signup', from)).toBe(false)
    await pass(6 * 3_600_000)
    expect(await take('signup', from)).toBe(true)
  })

  it('counts nothing when rate limits are off', async () => {
    limiter = createRateLimiter(database.db, { ...counts, rateLimits: false })
    for (let n = 0; n < 100; n += 1)
      expect(await take('join', { ip: '::1', member: '7', isNew: false })).toBe(true)
  })
})

describe('a bucket of this process', () => {
  let limiter: RateLimiter
  beforeEach(() => {
    vi.useFakeTimers()
    limiter = createRateLimiter(noDatabase, { rateLimits: true, newMemberLimits: 100 })
  })
  afterEach(() => vi.useRealTimers())
  /** A database on which counting would fail. */
  const noDatabase = {} as Db

  it('is full again when its window, which starts with the first call, has passed', async () => {
    const read = () =>
      limiter.take('pages', { ip: '::1', member: '7', isNew: false }).then(
        () => true,
        () => false,
      )
    for (let n = 0; n < 60; n += 1) expect(await read()).toBe(true)
    vi.advanceTimersByTime(9900)
    expect(await read()).toBe(false)
    vi.advanceTimersByTime(101)
    expect(await read()).toBe(true)
  })
})

describe('with rate limits on', () => {
  let forum: Forum
  beforeAll(async () => {
    forum = await startForum({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback', ADMIN_API_KEY: 'opensesame' })
    // Otherwise the first sign-up would need the operator's link.
    await forum.member('the_first')
  })
  afterAll(() => forum.close())

  const from = async (ip: string) => {
    const client = await forum.guest()
    return (url: string, body: object) =>
      client.send({
        method: 'POST',
        url,
        headers: { 'x-forwarded-for': ip },
        payload: JSON.stringify(body),
      })
  }

  it('the third sign-up of a minute from one address is refused, from another it is not', async () => {
    const signUp = async (ip: string, username: string) =>
      (await from(ip))('/api/_signup', { username, password })
    expect((await signUp('192.0.2.1', 'early_1')).statusCode).toBe(201)
    expect((await signUp('192.0.2.1', 'early_2')).statusCode).toBe(201)
    const third = await signUp('192.0.2.1', 'early_3')
    expect(third.statusCode).toBe(429)
    expect(third.json()).toEqual({ status: 429, message: 'Too Many Requests.' })
    expect((await signUp('192.0.2.2', 'early_3')).statusCode).toBe(201)
  })

  it('the eleventh login of a second from one address is refused', async () => {
    const send = await from('192.0.2.3')
    const responses = await Promise.all(
      Array.from({ length: 11 }, (_, n) => send('/api/_login', { username: `guess_${n}`, password })),
    )
    const statuses = responses.map((response) => response.statusCode).sort()
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  it('logins to one account from many addresses are limited, but not from addresses of its owner', async () => {
    const member = await forum.member('coveted')
    const logIn = async (ip: string, password: string) => {
      const client = await forum.guest()
      return client.send({
        method: 'POST',
        url: '/api/_login',
        headers: { 'x-forwarded-for': ip },
        payload: JSON.stringify({ username: 'Coveted', password }),
      })
    }
    for (let n = 1; n <= 10; n += 1) expect((await logIn(`198.51.100.${n}`, 'a guess')).statusCode).toBe(401)
    const refused = await logIn('198.51.100.11', 'a guess')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    // Also with the right password, or the answer would reveal which one it is.
    expect((await logIn('198.51.100.11', passwordOf('coveted'))).statusCode).toBe(429)
    // The same for a name without an account, or the answer would reveal which names exist.
    for (let n = 1; n <= 10; n += 1)
      await (await from(`198.51.100.${n}`))('/api/_login', { username: 'nobody_has_it', password })
    const unknown = await (await from('198.51.100.11'))('/api/_login', {
      username: 'nobody_has_it',
      password,
    })
    expect(unknown.json()).toEqual(refused.json())

    const seenFrom = (ip: string) =>
      sql`update sessions set last_seen_ip = ${ip} where user_id = ${member.id}`.execute(forum.db)
    await seenFrom('198.51.100.11')
    expect((await logIn('198.51.100.11', passwordOf('coveted'))).statusCode).toBe(200)
    await seenFrom('2001:db8:7:7::1')
    expect((await logIn('2001:db8:7:7:8::9', passwordOf('coveted'))).statusCode).toBe(200)
    expect((await logIn('2001:db8:7:8::1', passwordOf('coveted'))).statusCode).toBe(429)
    expect((await member.get('/api/_user')).statusCode).toBe(200)
  })

  it('a call is counted before its body is parsed, and not at all with the admin key', async () => {
    const send = await from('192.0.2.4')
    await send('/api/_signup', { username: 'hurried', password })
    const join = (query = '') => send(`/api/_joinCommunity${query}`, { communityId: '999' })
    expect((await join()).json()).toEqual(errors.communityNotFound)
    expect((await join()).json()).toEqual(errors.tooManyRequests)
    expect((await send('/api/_joinCommunity', {})).json()).toEqual(errors.tooManyRequests)
    expect((await join('?adminKey=opensesame')).json()).toEqual(errors.communityNotFound)
    expect((await join('?adminKey=guess')).json()).toEqual(errors.tooManyRequests)
  })

  it('X-Forwarded-For of an unknown proxy is ignored', async () => {
    const site = await startForum({ RATE_LIMITS: 'on' })
    await site.member('the_first')
    const client = await site.guest()
    const signUp = (ip: string, username: string) =>
      client.send({
        method: 'POST',
        url: '/api/_signup',
        headers: { 'x-forwarded-for': ip },
        payload: JSON.stringify({ username, password: 'short' }),
      })
    await signUp('192.0.2.1', 'trickster')
    await signUp('192.0.2.2', 'trickster')
    expect((await signUp('192.0.2.3', 'trickster')).statusCode).toBe(429)
    await site.close()
  })
})
