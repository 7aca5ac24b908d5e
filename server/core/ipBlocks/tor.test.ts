import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Elsewhere, startElsewhere } from '../../../tests/support/elsewhere.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { fetchTorExits, torTask } from './tor.ts'

let answer = { status: 200, list: '' }
let elsewhere: Elsewhere
let forum: Forum
let admin: Member

beforeAll(async () => {
  elsewhere = await startElsewhere((_request, response) => {
    response.writeHead(answer.status, { 'content-type': 'text/plain' }).end(answer.list)
  })
  forum = await startForum({
    TRUST_PROXY: 'loopback',
    TOR_EXIT_LIST_URL: `${elsewhere.origin}/exits`,
    LINK_ALLOWED_NETWORKS: '127.0.0.2/32',
  })
  admin = await forum.member('the_admin', { isAdmin: true })
})
afterAll(async () => {
  await forum.close()
  await elsewhere.close()
})

const fetchNow = () => fetchTorExits(forum, {}, new AbortController().signal)
const switchTo = (isOn: boolean) => admin.put('/api/site_settings', { torBlocked: isOn })
const switchOnFrom = (ip: string) =>
  admin.send({
    method: 'PUT',
    url: '/api/site_settings',
    headers: { 'x-forwarded-for': ip },
    payload: JSON.stringify({ torBlocked: true }),
  })
const statusFor = async (ip: string) =>
  (await forum.app.inject({ url: '/api/_initial', headers: { 'x-forwarded-for': ip } })).statusCode
const expectShutOut = (ip: string, isShutOut: boolean) =>
  expect.poll(() => statusFor(ip)).toBe(isShutOut ? 403 : 200)
const list = (...lines: string[]) => {
  answer = { status: 200, list: lines.join('\n') }
}

describe('Tor exit nodes', () => {
  it('are not fetched while Tor is allowed', async () => {
    list('203.0.113.7')
    await fetchNow()
    expect(elsewhere.requests).toHaveLength(0)
    expect(await statusFor('203.0.113.7')).toBe(200)
  })

  it('are fetched, at most once in a while, before an admin could block themself', async () => {
    list('203.0.113.7', '2001:db8::7')
    for (const ip of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8::7'])
      expect((await switchOnFrom(ip)).json(), ip).toEqual(errors.ownTorExit)
    expect(elsewhere.requests).toHaveLength(1)
    expect((await admin.get('/api/site_settings')).json()).toMatchObject({ torBlocked: false })
    expect(await statusFor('203.0.113.7')).toBe(200)
  })

  it('are taken from the old list if the new one cannot be fetched', async () => {
    answer = { status: 503, list: '' }
    await sql`update ip_block_state set tor_exits_fetched_at = now() - interval '1 day'`.execute(forum.db)
    expect((await switchOnFrom('203.0.113.7')).json()).toEqual(errors.ownTorExit)
    expect((await switchOnFrom('203.0.113.8')).json()).toMatchObject({ torBlocked: true })
    await switchTo(false)
  })

  it('are blocked when the setting is switched on, which fetches the list at once', async () => {
    await switchTo(true)
    const { rows } = await forum.database.pool.query(
      'select from graphile_worker.jobs where task_identifier = $1',
      [torTask],
    )
    expect(rows).toHaveLength(1)
    list(
      '# of today',
      '203.0.113.7',
      ' 203.0.113.8\r',
      '2001:db8::7',
      'nonsense',
      '10.0.0.0/8',
      '',
      '203.0.113.7',
    )
    await fetchNow()
    for (const ip of ['203.0.113.7', '203.0.113.8', '2001:db8::7', '::ffff:203.0.113.7'])
      await expectShutOut(ip, true)
    for (const ip of ['203.0.113.9', '10.0.0.1']) expect(await statusFor(ip)).toBe(200)
    expect(elsewhere.requests[0]?.headers.cookie).toBeUndefined()
  })

  it('are those of the latest list only', async () => {
    list('203.0.113.9')
    await fetchNow()
    await expectShutOut('203.0.113.9', true)
    expect(await statusFor('203.0.113.7')).toBe(200)
  })

  it.each([
    ['cannot be had', { status: 503, list: '' }],
    ['names no address', { status: 200, list: '<html>Please wait</html>' }],
  ])('stay as they were when the list %s', async (_, given) => {
    answer = given
    await expect(fetchNow()).rejects.toThrow()
    await forum.ipBlocks.refresh()
    expect(await statusFor('203.0.113.9')).toBe(403)
  })

  it('are allowed again at once when the setting is switched off', async () => {
    await switchTo(false)
    expect(await statusFor('203.0.113.9')).toBe(200)
    await switchTo(true)
    expect(await statusFor('203.0.113.9')).toBe(403)
    await switchTo(false)
  })
})

it('are fetched from the configured URL, but never from the internal network', async () => {
  const closed = await startForum({ TOR_EXIT_LIST_URL: `${elsewhere.origin}/exits` })
  await closed.db.updateTable('site_settings').set({ tor_blocked: true }).execute()
  list('203.0.113.7')
  const before = elsewhere.requests.length
  await expect(fetchTorExits(closed, {}, new AbortController().signal)).rejects.toThrow('not public')
  expect(elsewhere.requests).toHaveLength(before)
  await closed.close()
})
