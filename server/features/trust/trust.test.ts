import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Invitation } from '../../../contract/entities/invitation.ts'
import type { MemberTrust, Trust } from '../../../contract/entities/trust.ts'
import { errors } from '../../../contract/errors.ts'
import { storedId } from '../../../contract/ids.ts'
import { trustTable, vouchingPauseDays } from '../../../contract/trust.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { updateTrust } from '../../core/trust/updateTrust.ts'

let forum: Forum
let admin: Member
let regular: Member
beforeAll(async () => {
  forum = await startForum({ MEMBERS_MAY_INVITE: 'on' })
  admin = await forum.member('the_admin', { isAdmin: true })
  regular = await withLevel('regular_r', 3)
})
afterAll(() => forum.close())

const setLevel = (who: Member, level: number) =>
  sql`update users set trust_level = ${level} where id = ${storedId('user', who.id)}`.execute(forum.db)
async function withLevel(name: string, level: number): Promise<Member> {
  const who = await forum.member(name)
  await setLevel(who, level)
  return who
}
const own = async (who: Member) => (await who.get('/api/_trust')).json<Trust>()
const trustOf = async (username: string) =>
  (await admin.get(`/api/_admin/trust/${username}`)).json<MemberTrust>()
/** Runs the job as if everyone had been here since. */
async function runJob() {
  await sql`update users set last_seen_at = now() - interval '1 minute'`.execute(forum.db)
  await sql`update trust_progress set seen_at = 'epoch', user_id = 0`.execute(forum.db)
  await updateTrust(forum.database.db, new AbortController().signal)
}

describe("a member's own level", () => {
  it('comes with what is missing for the next one, and what needs a level here', async () => {
    const who = await forum.member('new_n')
    const trust = await own(who)
    expect(trust).toMatchObject({ level: 0, isSet: false })
    expect(trust.next).toEqual({
      level: 1,
      missing: {
        daysVisited: trustTable[1].daysVisited - trust.facts.daysVisited,
        postsRead: trustTable[1].postsRead,
        ageDays: trustTable[1].ageDays,
      },
    })
    expect(trust.abilities.map(({ ability, level }) => [ability, level])).toEqual(
      ['links', 'images', 'mentions', 'messages', 'communities'].map((ability) => [ability, 0]),
    )
  })

  it('is 3 for staff, with no next one', async () => {
    expect(await own(admin)).toMatchObject({ level: 3, next: null })
    expect(await own(await forum.moderator('moderator_m', 'birding'))).toMatchObject({ level: 3, next: null })
  })

  it('is nowhere in what others see', async () => {
    const profile = (await admin.get(`/api/users/${regular.username}`)).body
    expect(profile).not.toMatch(/trust/i)
  })

  it('costs no statement on the way of a reader', async () => {
    const who = await forum.member('reader_r')
    const read = () => who.get('/api/posts')
    await read()
    expect(await countQueries(forum.database, read)).toBeLessThanOrEqual(3)
  })
})

describe('a level that an admin sets', () => {
  it('stays, is logged for admins with its reason, and can be given back to the job', async () => {
    const who = await forum.member('set_s')
    const answer = await admin.put('/api/_admin/trust/set_s', { level: 4, reason: 'Founded the club.' })
    expect(answer.json()).toMatchObject({ level: 4, isSet: true, setBy: 'the_admin', next: null })
    await runJob()
    expect(await own(who)).toMatchObject({ level: 4, isSet: true })
    const log = '/api/modlog?action=set_trust'
    expect((await admin.get(log)).json().items[0]).toMatchObject({
      user: { username: 'set_s' },
      reason: 'Founded the club.',
      details: { trustLevel: 4 },
    })
    expect((await who.get(log)).json().items ?? []).toEqual([])
    expect((await admin.put('/api/_admin/trust/set_s', { level: null })).json()).toMatchObject({
      level: 0,
      isSet: false,
      setBy: null,
      setAt: null,
    })
  })

  it.each([-1, 5, 1.5])('is refused: %d', async (level) => {
    const answer = await admin.put(`/api/_admin/trust/${regular.username}`, { level })
    expect(answer.json()).toEqual(errors.invalidTrustLevel)
  })

  it('is refused for accounts that are gone, and unknown ones', async () => {
    const gone = await forum.member('gone_g')
    await gone.delete('/api/users/gone_g', { password: 'password of gone_g' })
    expect((await admin.put('/api/_admin/trust/gone_g', { level: 1 })).json()).toEqual(errors.userDeleted)
    expect((await admin.put('/api/_admin/trust/nobody_n', { level: 1 })).json()).toEqual(errors.userNotFound)
  })
})

describe('vouching', () => {
  it('gives a new account level 1, for as long as it counts', async () => {
    const friend = await forum.member('friend_f')
    expect((await regular.put('/api/users/friend_f/vouch')).json()).toEqual({ vouched: true })
    expect((await regular.get('/api/users/friend_f/vouch')).json()).toEqual({ vouched: true })
    expect((await own(friend)).level).toBe(1)
    await setLevel(friend, 0)
    await runJob()
    expect((await own(friend)).level).toBe(1)
    expect((await regular.delete('/api/users/friend_f/vouch')).json()).toEqual({ vouched: false })
    expect((await trustOf('friend_f')).facts.vouchers).toBe(0)
  })

  it('is done once, however often it is asked for', async () => {
    await forum.member('twice_t')
    for (let time = 0; time < 2; time++) await regular.put('/api/users/twice_t/vouch')
    expect((await trustOf('twice_t')).vouchedBy).toHaveLength(1)
  })

  it('leaves a level alone that an admin has set', async () => {
    await forum.member('kept_k')
    await admin.put('/api/_admin/trust/kept_k', { level: 0 })
    await regular.put('/api/users/kept_k/vouch')
    expect((await trustOf('kept_k')).level).toBe(0)
  })

  it('is refused below level 3, for oneself, and for accounts that are gone', async () => {
    const newer = await withLevel('newer_n', 2)
    await forum.member('target_t')
    expect((await newer.put('/api/users/target_t/vouch')).json()).toEqual(errors.mayNotVouch)
    expect((await regular.put('/api/users/regular_r/vouch')).json()).toEqual(errors.vouchForYourself)
    expect((await regular.put('/api/users/nobody_n/vouch')).json()).toEqual(errors.userNotFound)
    const gone = await forum.member('left_l')
    await gone.delete('/api/users/left_l', { password: 'password of left_l' })
    expect((await regular.put('/api/users/left_l/vouch')).json()).toEqual(errors.userDeleted)
    expect((await trustOf('target_t')).vouchedBy).toEqual([])
  })

  it('is offered to those who may', async () => {
    expect((await regular.get('/api/_initial')).json().mayVouch).toBe(true)
    expect((await (await forum.member('plain_p')).get('/api/_initial')).json()).not.toHaveProperty('mayVouch')
  })

  it('includes invitations, and admins see both ways', async () => {
    for (const [inviter, name, level] of [
      [regular, 'invited_i', 1],
      [await withLevel('young_y', 1), 'other_o', 0],
    ] as const) {
      const { code } = (await inviter.post('/api/invitations', { uses: 1, days: 1 })).json<Invitation>()
      const guest = await forum.guest()
      const joined = await guest.post('/api/_signup', {
        username: name,
        password: 'a fine password',
        invitation: code,
      })
      expect(joined.statusCode).toBe(201)
      expect(await trustOf(name)).toMatchObject({
        level,
        vouchedBy: [{ username: inviter.username, isInvitation: true, counts: level === 1 }],
      })
      expect((await trustOf(inviter.username)).vouchedFor).toContainEqual({
        username: name,
        isInvitation: true,
        at: expect.any(String),
        isBanned: false,
      })
    }
  })

  it('does not count for a time after the ban of a bot, and only then', async () => {
    const careless = await withLevel('careless_c', 3)
    for (const name of ['person_p', 'rude_r', 'robot_r']) await forum.member(name)
    for (const name of ['person_p', 'rude_r', 'robot_r']) await careless.put(`/api/users/${name}/vouch`)
    const ban = (username: string, isBot: boolean) =>
      admin.post('/api/_admin', { action: 'ban_user', username, ...(isBot && { isBot }) })
    await ban('rude_r', false)
    expect((await trustOf('person_p')).vouchedBy).toMatchObject([{ counts: true }])
    await ban('robot_r', true)
    expect((await trustOf('person_p')).vouchedBy).toMatchObject([{ counts: false }])
    const { vouchingPausedUntil, vouchedFor } = await trustOf('careless_c')
    const days = (Date.parse(vouchingPausedUntil ?? '') - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(vouchingPauseDays, 1)
    expect(vouchedFor.find(({ username }) => username === 'robot_r')).toMatchObject({ isBanned: true })
    expect((await admin.get('/api/modlog?action=ban_bot')).json().items).toMatchObject([
      { user: { username: 'robot_r' } },
    ])
    await forum.member('later_l')
    await careless.put('/api/users/later_l/vouch')
    expect((await trustOf('later_l')).level).toBe(0)
  })
})
