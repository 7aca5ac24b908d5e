import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'

let forum: Forum
let admin: Member
let spammer: Member
let made = 0

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('keeper', { isAdmin: true })
})
beforeEach(async () => {
  spammer = await forum.member(`spammer_${++made}`)
})
afterAll(() => forum.close())

const administrate = (body: object, who = admin) => who.post('/api/_admin', body)
const ban = (username = spammer.username) => administrate({ action: 'ban_user', username })
const unban = (username = spammer.username) => administrate({ action: 'unban_user', username })
const logIn = async ({ username } = spammer) =>
  (await forum.guest()).post('/api/_login', { username, password: passwordOf(username) })
const isBanned = async ({ username } = spammer) =>
  (await admin.get(`/api/users/${username}`)).json<{ isBanned: boolean }>().isBanned
const recorded = async () =>
  (
    await forum.db
      .selectFrom('moderation_log')
      .where('user_id', '=', spammer.id)
      .where('actor_id', '=', admin.id)
      .select(['action', 'acted_as', 'is_public'])
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

describe('banning a user', () => {
  it('[CORE-7-044] [CORE-7-046] [CORE-6-019] ends their sessions, and they cannot log in', async () => {
    const elsewhere = await forum.guest()
    await elsewhere.post('/api/_login', {
      username: spammer.username,
      password: passwordOf(spammer.username),
    })
    const answer = await ban(spammer.username.toUpperCase())
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ success: true, 'success:': true })
    for (const who of [spammer, elsewhere]) expect((await who.get('/api/_user')).statusCode).toBe(401)
    const sessions = forum.db.selectFrom('sessions').where('user_id', '=', spammer.id).select('id_hash')
    expect(await sessions.execute()).toEqual([])
    expect((await logIn()).json()).toEqual(errors.accountSuspended)
    expect(await isBanned()).toBe(true)
  })

  it('twice has one effect and one entry in the log; so does lifting it', async () => {
    const bannedAt = async () =>
      (await admin.get(`/api/users/${spammer.username}`)).json<{ bannedAt: string }>().bannedAt
    await ban()
    const first = await bannedAt()
    expect((await ban()).statusCode).toBe(200)
    expect(await bannedAt()).toBe(first)
    for (let times = 2; times > 0; times--) expect((await unban()).statusCode).toBe(200)
    expect(await isBanned()).toBe(false)
    expect((await logIn()).statusCode).toBe(200)
    expect(await recorded()).toEqual(['ban_user', 'unban_user'])
  })

  it('[CORE-6-019] is refused for admins, including oneself, without ending sessions', async () => {
    const other = await forum.member('other_keeper', { isAdmin: true })
    for (const { username } of [admin, other])
      expect((await administrate({ action: 'ban_user', username, deleteContentDays: 0 })).json()).toEqual(
        errors.adminNotBannable,
      )
    for (const who of [admin, other]) {
      expect((await who.get('/api/_user')).statusCode).toBe(200)
      expect(await isBanned(who)).toBe(false)
    }
  })

  it('is possible for a deleted account, to delete its content', async () => {
    await spammer.delete(`/api/users/${spammer.username}`, { password: passwordOf(spammer.username) })
    expect(
      (await administrate({ action: 'ban_user', username: spammer.username, deleteContentDays: 0 }))
        .statusCode,
    ).toBe(200)
    expect(await recorded()).toEqual(['ban_user_with_content'])
  })

  it.each(['ghost', 'nobody'])('is refused for %s, who stands for many people', async (username) => {
    expect((await administrate({ action: 'ban_user', username, deleteContentDays: 0 })).json()).toEqual(
      errors.userDeleted,
    )
  })

  it.each([
    [{ action: 'ban_user' }, errors.invalidJson],
    [{ action: 'ban_user', username: null }, errors.invalidJson],
    [{ action: 'ban_user', username: 7 }, errors.invalidJson],
    [{ action: 'ban_user', username: 'nobody_here', deleteContentDays: '0' }, errors.invalidJson],
    [{ action: 'ban_user', username: 'nobody_here', deleteContentDays: null }, errors.invalidJson],
    [{ action: 'unban_user' }, errors.invalidJson],
    [{ action: 'ban_user', username: 'nobody_here' }, errors.userNotFound],
    [{ action: 'unban_user', username: 'nobody_here' }, errors.userNotFound],
    [{ action: 'toString' }, errors.invalidAdminAction],
    [{ username: 'nobody_here' }, errors.invalidAdminAction],
  ])('asked for as %j is refused', async (body, error) => {
    const answer = await administrate(body)
    expect(answer.statusCode).toBe(error.status)
    expect(answer.json()).toEqual(error)
  })

  it('checks the role of an admin at the time of the write, not of the request', async () => {
    const former = await forum.member(`former_${made}`, { isAdmin: true })
    const change = async (member: Member, is_admin: boolean, attempt: () => ReturnType<typeof ban>) => {
      let asked: ReturnType<typeof ban> | undefined
      await forum.db.transaction().execute(async (trx) => {
        await trx.updateTable('users').set({ is_admin }).where('id', '=', member.id).execute()
        asked = attempt()
        await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      })
      return (await asked)?.json()
    }
    expect(
      await change(former, false, () =>
        administrate({ action: 'ban_user', username: spammer.username }, former),
      ),
    ).toEqual(errors.notAdmin)
    expect(await change(spammer, true, () => ban())).toEqual(errors.adminNotBannable)
    expect(await isBanned()).toBe(false)
    expect((await spammer.get('/api/_user')).statusCode).toBe(200)
  })

  it('ends a hundred sessions as well as one', async () => {
    await sql`insert into sessions (id_hash, user_id, expires_at)
      select decode(lpad(to_hex(n), 64, '0'), 'hex'), ${spammer.id}, now() + interval '1 day'
      from generate_series(1, 100) n`.execute(forum.db)
    await ban()
    expect((await spammer.get('/api/_user')).statusCode).toBe(401)
    expect(await recorded()).toEqual(['ban_user'])
  })
})
