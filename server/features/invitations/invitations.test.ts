import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Invitation } from '../../../contract/entities/invitation.ts'
import { errors } from '../../../contract/errors.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { recount } from '../../../tests/support/recount.ts'

let forum: Forum
let admin: Member
let member: Member
beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  member = await forum.member('host_h')
  await changeSettings(admin, { joining: 'invitation', membersMayInvite: true })
})
afterAll(() => forum.close())

const password = 'a fine password'
const invite = async (who: Member = member, wanted = { uses: 1, days: 7 }) =>
  (await who.post('/api/invitations', wanted)).json<Invitation>()
const signUp = async (username: string, invitation?: string | null) =>
  (await forum.guest()).post('/api/_signup', {
    username,
    password,
    ...(invitation !== undefined && { invitation }),
  })
const listed = async (code: string) => {
  const { items } = (await member.get('/api/invitations')).json<{ items: Invitation[] }>()
  return items.find((one) => one.code === code)
}

describe('an invitation', () => {
  it('has its maker, number of uses and end', async () => {
    const answer = await member.post('/api/invitations', { uses: 2, days: 7 })
    expect(answer.json()).toEqual({
      code: expect.stringMatching(/^\w{20}$/),
      state: 'usable',
      createdBy: 'host_h',
      uses: 2,
      used: 0,
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      withdrawnAt: null,
      joined: [],
    })
    const { code, createdAt, expiresAt } = answer.json<Invitation>()
    expect((Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000).toBeCloseTo(7, 3)
    expect((await (await forum.guest()).get(`/api/invitations/${code}`)).json()).toEqual({
      invitedBy: 'host_h',
    })
  })

  it('is made once for each idempotency key', async () => {
    const make = () =>
      member.send({
        method: 'POST',
        url: '/api/invitations',
        headers: { 'idempotency-key': 'one-link' },
        payload: JSON.stringify({ uses: 1, days: 1 }),
      })
    const [first, second] = [await make(), await make()]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.json()).toEqual(first.json())
  })

  it('can be used as often as it has uses, and lists who joined', async () => {
    const { code } = await invite(member, { uses: 2, days: 1 })
    for (const name of ['first_f', 'second_s']) expect((await signUp(name, code)).statusCode).toBe(201)
    expect((await signUp('third_t', code)).json()).toEqual(errors.invitationNotFound)
    expect(await listed(code)).toMatchObject({
      state: 'used_up',
      used: 2,
      joined: [{ username: 'second_s' }, { username: 'first_f' }],
    })
    expect((await admin.get('/api/users/third_t')).statusCode).toBe(404)
    expect(await recount(forum.connection)).toMatch(/are correct/)
  })

  it('cannot be used more often by concurrent sign-ups', async () => {
    const { code } = await invite(member, { uses: 3, days: 1 })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => signUp(`crowd_${n}`, code)))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(3)
    expect(statuses.filter((status) => status === 404)).toHaveLength(7)
    expect(await listed(code)).toMatchObject({ used: 3 })
    const { noUsers } = (await admin.get('/api/_initial')).json()
    const { rows } = await sql<{ count: string }>`select count(*) from users`.execute(forum.db)
    expect(noUsers).toBeLessThanOrEqual(Number(rows[0]?.count))
  })

  it.each<[string, (code: string) => Promise<unknown>]>([
    ['is withdrawn', (code) => member.delete(`/api/invitations/${code}`)],
    [
      'has ended',
      (code) => sql`update invitations set expires_at = now() where code = ${code}`.execute(forum.db),
    ],
  ])('lets nobody in when it %s', async (_case, end) => {
    const { code } = await invite()
    await end(code)
    expect((await signUp('too_late', code)).json()).toEqual(errors.invitationNotFound)
    expect((await (await forum.guest()).get(`/api/invitations/${code}`)).json()).toEqual(
      errors.invitationNotFound,
    )
  })

  it('cannot be used when its maker is banned or deleted', async () => {
    for (const [name, leave] of [
      ['bad_host', () => admin.post('/api/_admin', { action: 'ban_user', username: 'bad_host' })],
      [
        'gone_host',
        (who: Member) => who.delete('/api/users/gone_host', { password: 'password of gone_host' }),
      ],
    ] as [string, (who: Member) => Promise<unknown>][]) {
      const host = await forum.member(name)
      const { code } = await invite(host)
      await leave(host)
      expect((await signUp('friend_of_host', code)).json(), name).toEqual(errors.invitationNotFound)
    }
  })

  it('is required, also for older programs', async () => {
    expect((await signUp('no_invitation')).json()).toEqual(errors.invitationNeeded)
    expect((await signUp('no_invitation', '')).json()).toEqual(errors.invitationNeeded)
    expect((await signUp('no_invitation', 'x'.repeat(20))).json()).toEqual(errors.invitationNotFound)
  })

  it('makes approval unnecessary, and has no effect if nobody can join', async () => {
    await changeSettings(admin, { joining: 'approval' })
    expect((await signUp('vouched_for', (await invite()).code)).statusCode).toBe(201)
    await changeSettings(admin, { joining: 'closed' })
    expect((await signUp('shut_out', (await invite()).code)).json()).toEqual(errors.signupsDisabled)
    await changeSettings(admin, { joining: 'invitation' })
  })

  it('can be withdrawn by an admin, which the log records', async () => {
    const { code } = await invite()
    await admin.delete(`/api/invitations/${code}`)
    expect(await listed(code)).toMatchObject({ state: 'withdrawn' })
    const { items } = (await admin.get('/api/modlog?action=withdraw_invitation')).json()
    expect(items[0]).toMatchObject({ user: { username: 'host_h' } })
  })

  it('is listed for its maker and for admins, the newest first', async () => {
    const mine = (await member.get('/api/invitations')).json<{ items: Invitation[] }>().items
    expect(new Set(mine.map(({ createdBy }) => createdBy))).toEqual(new Set(['host_h']))
    const other = await invite(admin)
    const all = (await admin.get('/api/invitations?of=all')).json<{ items: Invitation[] }>().items
    expect(all[0]?.code).toBe(other.code)
    expect(all.length).toBeGreaterThan(mine.length)
  })

  it('does not name deleted accounts', async () => {
    const { code } = await invite()
    const guest = await forum.guest()
    await guest.post('/api/_signup', { username: 'leaver_l', password, invitation: code })
    await guest.delete('/api/users/leaver_l', { password })
    expect(await listed(code)).toMatchObject({ used: 1, joined: [{ username: null }] })
  })
})

describe('the first admin', () => {
  it('needs neither invitation nor approval', async () => {
    for (const JOINING of ['invitation', 'approval', 'closed']) {
      const site = await startForum({ JOINING })
      const guest = await site.guest()
      expect((await guest.post('/api/_signup', { username: 'keeper', password })).json()).toMatchObject({
        isAdmin: true,
      })
      expect(
        (await (await site.guest()).post('/api/_signup', { username: 'other_o', password })).statusCode,
      ).toBe(403)
      await site.close()
    }
  })
})
