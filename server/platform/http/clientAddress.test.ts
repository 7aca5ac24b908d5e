import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, type Member, passwordOf, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let admin: Member
beforeAll(async () => {
  forum = await startForum({ TRUST_PROXY: 'loopback' })
  admin = await forum.member('keeper', { isAdmin: true })
})
afterAll(() => forum.close())

describe('the client address that a proxy sends', () => {
  it.each([
    ['with a port', '203.0.113.7:5678', '203.0.113.7'],
    ['of IPv6 in brackets', '[2001:db8::1]:443', '2001:db8::1'],
    ['of IPv6 in brackets without a port', '[2001:db8::2]', '2001:db8::2'],
    ['with a network interface', 'fe80::1%eth0', 'fe80::1'],
    ['as it should be', '2001:db8::3', '2001:db8::3'],
    ['as a word, for which its own counts', 'unknown', '127.0.0.1'],
  ])('%s is noted plainly, and logging in works', async (_what, given, address) => {
    const member = await forum.member(`seen_${address.replaceAll(/\W/g, '_').slice(0, 15)}`)
    const guest = await forum.guest()
    const login = { username: member.username, password: passwordOf(member.username) }
    const answer = await guest.send({
      method: 'POST',
      url: '/api/_login',
      headers: { 'x-forwarded-for': given },
      payload: JSON.stringify(login),
    })
    expect(answer.statusCode).toBe(200)
    const { last_seen_ip } = await forum.db
      .selectFrom('users')
      .where('id', '=', member.id)
      .select('last_seen_ip')
      .executeTakeFirstOrThrow()
    expect(last_seen_ip).toBe(address)
  })

  it('is blocked whatever port follows it', async () => {
    await admin.post('/api/ipblocks', { address: '198.51.100.0/24', expiresIn: 0, note: '' })
    const guest = await forum.guest()
    const statusOf = async (given: string) =>
      (await guest.send({ method: 'GET', url: '/api/_initial', headers: { 'x-forwarded-for': given } }))
        .statusCode
    expect(await statusOf('198.51.100.9:1234')).toBe(403)
    expect(await statusOf('[::ffff:198.51.100.9]:1234')).toBe(403)
    expect(await statusOf('203.0.113.9:1234')).toBe(200)
  })
})
