import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { type Client, type Forum, type Member, passwordOf, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let made = 0
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.close())

type Sessions = OutputOf<'listSessions'>

const list = async (who: Client) => (await who.get('/api/_sessions')).json<Sessions>()
const isLoggedIn = async (client: Client) => (await client.get('/api/_user')).statusCode === 200

/** A new member who is logged in here and in two more places. */
async function startMember() {
  const member = await forum.member(`member_${++made}`)
  const logIn = async (userAgent: string) => {
    const client = await forum.guest()
    await client.send({
      method: 'POST',
      url: '/api/_login',
      headers: { 'user-agent': userAgent },
      payload: JSON.stringify({ username: member.username, password: passwordOf(member.username) }),
    })
    return client
  }
  return { member, phone: await logIn('A phone'), laptop: await logIn('A laptop') }
}
const idOf = async (who: Member, userAgent: string) =>
  (await list(who)).find((session) => session.userAgent === userAgent)?.id ?? ''

describe('the sessions of a member', () => {
  it('are listed with time and address of their last use, this one first', async () => {
    const { member, phone } = await startMember()
    const sessions = await list(member)
    expect(sessions).toHaveLength(3)
    expect(sessions[0]).toEqual({
      id: expect.any(String),
      isCurrent: true,
      userAgent: expect.any(String),
      lastSeenIP: '127.0.0.1',
      lastSeen: expect.stringMatching(/Z$/),
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(sessions.map(({ userAgent }) => userAgent).slice(1)).toEqual(['A laptop', 'A phone'])
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false])
    expect((await list(phone))[0]).toMatchObject({ userAgent: 'A phone', isCurrent: true })
  })

  it('have ids with which nobody can log in', async () => {
    const { member } = await startMember()
    const { cookie } = member.headers()
    const sid = /SID=([^;]+)/.exec(cookie)?.[1] ?? 'none'
    expect((await member.get('/api/_sessions')).body).not.toContain(sid)
    for (const { id } of await list(member)) {
      const answer = await forum.app.inject({ url: '/api/_user', cookies: { SID: id } })
      expect(answer.statusCode).toBe(401)
    }
  })

  it('can all be ended except this one', async () => {
    const { member, phone, laptop } = await startMember()
    const bystander = await forum.member(`bystander_${made}`)
    expect((await member.delete('/api/_sessions')).json()).toEqual({ success: true })
    expect(await list(member)).toMatchObject([{ isCurrent: true }])
    for (const gone of [phone, laptop]) expect(await isLoggedIn(gone)).toBe(false)
    for (const kept of [member, bystander]) expect(await isLoggedIn(kept)).toBe(true)
  })

  it('can be ended one by one, also twice', async () => {
    const { member, phone, laptop } = await startMember()
    const id = await idOf(member, 'A phone')
    for (const _time of [1, 2]) expect((await member.delete(`/api/_sessions?id=${id}`)).statusCode).toBe(200)
    expect(await isLoggedIn(phone)).toBe(false)
    expect(await isLoggedIn(laptop)).toBe(true)
  })

  it('can be ended here, too, which logs out', async () => {
    const { member, phone } = await startMember()
    const [here] = await list(member)
    await member.delete(`/api/_sessions?id=${here?.id}`)
    expect(await isLoggedIn(member)).toBe(false)
    expect(await isLoggedIn(phone)).toBe(true)
  })

  it('cannot be seen or ended by others', async () => {
    const { member, phone } = await startMember()
    const stranger = await forum.member(`stranger_${made}`)
    const admin = await forum.member(`admin_${made}`, { isAdmin: true })
    const id = await idOf(member, 'A phone')
    for (const who of [stranger, admin]) {
      expect((await who.delete(`/api/_sessions?id=${id}`)).json()).toEqual({ success: true })
      expect((await list(who)).map((session) => session.id)).not.toContain(id)
    }
    expect(await isLoggedIn(phone)).toBe(true)
    const guest = await forum.guest()
    expect((await guest.get('/api/_sessions')).json()).toEqual(errors.notLoggedIn)
    expect((await guest.delete('/api/_sessions')).json()).toEqual(errors.notLoggedIn)
  })

  it.each(['1', 'x', `${'0'.repeat(64)}0`, 'A'.repeat(64), ''])(
    'have no id like "%s", and none of them ends',
    async (id) => {
      const { member, phone } = await startMember()
      expect((await member.delete(`/api/_sessions?id=${id}`)).json()).toEqual(errors.invalidId)
      expect(await isLoggedIn(phone)).toBe(true)
    },
  )
})
