import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../contract/errors.ts'
import { spendProof } from '../server/core/accounts/captcha.ts'
import type { Db } from '../server/platform/database/connection.ts'
import { createRateLimiter } from '../server/platform/http/rateLimits.ts'
import type { Refused } from '../server/platform/http/refused.ts'
import { openValkey, tryValkey, type Valkey } from '../server/platform/valkey/connection.ts'
import { type Bridge, bridgeTo } from './support/bridge.ts'
import { type Forum, type Member, startForum } from './support/forum.ts'
import { connectValkey, isValkeyMissing, type RunningValkey, startValkey } from './support/valkey.ts'

/** `severalServers.test.ts` tests the counts while it answers. */

const soon = { interval: 5 }

describe.skipIf(isValkeyMissing())('Valkey that is lost', () => {
  let running: RunningValkey
  let bridge: Bridge
  const log: string[] = []
  let valkey: Valkey
  /** For another server, which reaches it by another route. */
  let other: Valkey
  let forum: Forum
  let members = 0
  beforeAll(async () => {
    running = await startValkey()
    bridge = await bridgeTo({ host: '127.0.0.1', port: running.port })
    valkey = await connectValkey(`redis://127.0.0.1:${bridge.port}`, (line) => log.push(line))
    other = await connectValkey(running.url)
    forum = await startForum({ RATE_LIMITS: 'on', VALKEY_URL: running.url }, { valkey })
    await forum.community('birding')
  })
  afterAll(async () => {
    await forum.close()
    valkey.close()
    other.close()
    await bridge.cut()
    await running.kill()
  })
  const someone = () => forum.member(`member_${members++}`)
  const post = async (member: Member, title = 'Swifts') =>
    (await member.post('/api/posts', { title, community: 'birding' })).statusCode
  const rows = async () => (await forum.db.selectFrom('rate_limits').selectAll().execute()).length
  const up = async () => /^folkmoot_valkey_up (\d)$/m.exec((await forum.app.inject('/metrics')).body)?.[1]

  it('fails no call, and limits are counted in the database until it is back', async () => {
    const before = await someone()
    expect([await post(before), await post(before), await rows(), await up()]).toEqual([200, 429, 0, '1'])

    await running.kill()
    await expect.poll(valkey.isUsed, soon).toBe(false)
    const during = await someone()
    expect([await post(during), await post(during)]).toEqual([200, 429])
    expect(await rows()).toBeGreaterThan(0)
    expect(await up()).toBe('0')

    await running.start()
    await expect.poll(valkey.isUsed, soon).toBe(true)
    const known = await rows()
    const after = await someone()
    expect([await post(after), await post(after), await rows()]).toEqual([200, 429, known])
    expect(log).toEqual([
      expect.stringMatching(
        /^Valkey \(VALKEY_URL\) does not answer: .*\. Rate limits are counted in the database until it does\.$/,
      ),
      'Valkey (VALKEY_URL) answers again: rate limits are counted there.',
    ])
  })

  it('delays the calls that were waiting for it by half a second, and no others, when it stops answering', async () => {
    bridge.freeze()
    const frozen = await Promise.all([someone(), someone(), someone()])
    expect(await Promise.all(frozen.map((member) => post(member)))).toEqual([200, 200, 200])
    expect(valkey.isUsed()).toBe(false)
    expect(await Promise.all(frozen.map((member) => post(member)))).toEqual([429, 429, 429])
    await expect.poll(valkey.isUsed, soon).toBe(true)
  })

  it('is not used when it refuses to count, as with a full memory', async () => {
    const setLimit = (bytes: string) =>
      other.askOr(
        (client) => client.config('SET', 'maxmemory', bytes),
        () => Promise.reject(new Error('It is used.')),
      )
    await setLimit('1')
    const member = await someone()
    expect([await post(member), await post(member)]).toEqual([200, 429])
    expect(log.at(-1)).toContain('OOM')
    await setLimit('0')
    await expect.poll(valkey.isUsed, soon).toBe(true)
  })

  it('accepts a solved captcha once more at most', async () => {
    const proof = { signature: 'a signature', expiresAt: new Date(Date.now() + 60_000) }
    const spend = (store: Valkey) =>
      spendProof({ db: forum.database.db, valkey: store }, proof).then(
        () => 'accepted',
        (error) => error.error.status,
      )
    const away = openValkey('redis://127.0.0.1:1', () => {})
    const { status } = errors.captchaRefused
    expect([
      await spend(valkey),
      await spend(other),
      await spend(away),
      await spend(away),
      await spend(valkey),
    ]).toEqual(['accepted', status, 'accepted', status, status])
    away.close()
  })
})

it('a forum starts while the Valkey of its configuration is away', async () => {
  const lines: string[] = []
  const valkey = openValkey('valkey://127.0.0.1:1', (line) => lines.push(line))
  const forum = await startForum({ RATE_LIMITS: 'on' }, { valkey })
  const member = await forum.member('wren_w')
  await forum.community('birding')
  expect((await member.post('/api/posts', { title: 'Swifts', community: 'birding' })).statusCode).toBe(200)
  await expect.poll(() => lines, soon).toHaveLength(1)
  expect(lines[0]).toContain('ECONNREFUSED')
  await expect(tryValkey('redis://127.0.0.1:1')).rejects.toThrow('ECONNREFUSED')
  await forum.close()
  valkey.close()
})

it.skipIf(isValkeyMissing())(
  'in Valkey, a window ends, and an admin who allows more ends a refusal at once',
  async () => {
    const running = await startValkey()
    const valkey = await connectValkey(running.url)
    const counts: Parameters<typeof createRateLimiter>[1] = { rateLimits: true, newMemberLimits: 100 }
    const limiter = createRateLimiter({} as Db, counts, valkey)
    /** Seconds to wait; 0 if the call is allowed. */
    const take = () =>
      limiter.take('posts', { ip: '::1', member: '7', isNew: false }).then(
        () => 0,
        (error: Refused) => error.retryAfterSeconds,
      )
    expect([await take(), await take()]).toEqual([0, 10])
    Object.assign(counts, { postsPer10Seconds: 3 })
    expect([await take(), await take()]).toEqual([0, 10])
    valkey.close()
    await running.kill()
  },
)
