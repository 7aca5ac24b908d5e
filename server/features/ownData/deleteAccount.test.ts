import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../../contract/entities/ownUser.ts'
import { nobodyId } from '../../../contract/entities/schema.ts'
import { errors } from '../../../contract/errors.ts'
import { type Client, type Member, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { type Scene, startScene } from '../../../tests/support/scene.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { eraseTraces } from './erase.ts'

const { signal } = new AbortController()
let scene: Scene
let made = 0
beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.forum.close())

const newcomer = (facts = {}) => scene.forum.member(`leaver_${++made}`, facts)
const erase = (who: Client, username: string, password: unknown) =>
  who.delete(`/api/users/${username}`, { password })
const eraseOwn = (who: Member) => erase(who, who.username, passwordOf(who.username))
const look = async (username: string, who: Client = scene.guest) =>
  (await who.get(`/api/users/${username}`)).json<User>()
const isGone = async ({ username }: Member) => (await look(username)).deleted

/** The number of rows of a table that belong to a user. */
async function rowsOf(table: string, who: Member, column = 'user_id'): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from ${sql.table(table)} where ${sql.ref(column)} = ${who.id}`.execute(scene.forum.db)
  return Number(rows[0]?.count)
}

describe('deleting an account', () => {
  it('[CORE-7-041] is done by its owner with the password, and ends their sessions', async () => {
    const leaver = await newcomer()
    const elsewhere = await scene.forum.guest()
    await elsewhere.post('/api/_login', { username: leaver.username, password: passwordOf(leaver.username) })
    const response = await erase(leaver, leaver.username.toUpperCase(), ` ${passwordOf(leaver.username)} `)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ success: true })
    for (const who of [leaver, elsewhere])
      expect((await who.get('/api/_user')).json()).toEqual(errors.notLoggedIn)
    const login = await elsewhere.post('/api/_login', {
      username: leaver.username,
      password: passwordOf(leaver.username),
    })
    expect(login.json()).toEqual(errors.wrongPassword)
    expect(await look(leaver.username)).toMatchObject({
      id: nobodyId,
      username: leaver.username,
      deleted: true,
    })
  })

  it('gives a browser a new session id, as logging out does', async () => {
    const leaver = await newcomer()
    await leaver.send({
      method: 'POST',
      url: '/api/_settings?action=changePassword',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: JSON.stringify({
        password: passwordOf(leaver.username),
        newPassword: passwordOf(leaver.username),
        repeatPassword: passwordOf(leaver.username),
      }),
    })
    expect((await eraseOwn(leaver)).cookies.map(({ name }) => name)).toEqual(['SID', 'csrftoken'])
  })

  it('never frees the name', async () => {
    const leaver = await newcomer()
    await eraseOwn(leaver)
    const again = await (await scene.forum.guest()).post('/api/_signup', {
      username: leaver.username.toUpperCase(),
      password: 'another password',
    })
    expect(again.statusCode).toBe(409)
  })

  it('can be done by an admin with the admin’s password, also to another admin, and is recorded', async () => {
    const leaver = await newcomer({ isAdmin: true })
    const { admin } = scene
    expect((await erase(admin, leaver.username, passwordOf(leaver.username))).json()).toEqual(
      errors.wrongOwnPassword,
    )
    expect((await erase(admin, leaver.username, passwordOf(admin.username))).json()).toEqual({
      success: true,
    })
    expect((await leaver.get('/api/_user')).statusCode).toBe(401)
    expect((await admin.get('/api/_user')).statusCode).toBe(200)
    const details = (await admin.get(`/api/users/${leaver.username}?adminsView=true`)).json<User>()
    expect(details).toMatchObject({ id: leaver.id, deleted: true, isAdmin: false, deletedBy: admin.username })
  })

  it('is refused to the last admin, and of two who delete their accounts at the same time, one stays', async () => {
    const forum = await startForum({ DATABASE_CONNECTIONS: '10' })
    const first = await forum.member('first', { isAdmin: true })
    const second = await forum.member('second', { isAdmin: true })
    const third = await forum.member('third', { isAdmin: true })
    // A suspended admin cannot log in, so they do not count.
    await sql`update users set banned_at = now() where id = ${third.id}`.execute(forum.db)
    const answers = await Promise.all([eraseOwn(first), eraseOwn(second)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403])
    expect(answers.find(({ statusCode }) => statusCode === 403)?.json()).toEqual(errors.lastAdmin)
    const { rows } = await sql`
      select from users where is_admin and banned_at is null and not is_built_in`.execute(forum.db)
    expect(rows).toHaveLength(1)
    await forum.close()
  })

  it.each([
    [
      '[CORE-5-028] with a wrong password',
      (who: Member) => erase(who, who.username, 'a guess'),
      errors.wrongOwnPassword,
    ],
    [
      '[CORE-8-017] without a password',
      (who: Member) => erase(who, who.username, null),
      errors.wrongOwnPassword,
    ],
    ['with a password that is not a text', (who: Member) => erase(who, who.username, 7), errors.invalidJson],
    [
      'by another member',
      (who: Member) => erase(scene.member, who.username, passwordOf(scene.member.username)),
      errors.notAdmin,
    ],
    [
      'by another member who knows its password',
      (who: Member) => erase(scene.member, who.username, passwordOf(who.username)),
      errors.wrongOwnPassword,
    ],
    [
      'by a moderator',
      (who: Member) => erase(scene.moderator, who.username, passwordOf(scene.moderator.username)),
      errors.notAdmin,
    ],
    [
      'by a guest',
      (who: Member) => erase(scene.guest, who.username, passwordOf(who.username)),
      errors.notLoggedIn,
    ],
  ])('%s is refused, and the account stays', async (_case, attempt, error) => {
    const keeper = await newcomer()
    const response = await attempt(keeper)
    expect(response.statusCode).toBe(error.status)
    expect(response.json()).toEqual(error)
    expect(await isGone(keeper)).toBe(false)
    expect((await keeper.get('/api/_user')).statusCode).toBe(200)
  })

  it('is refused for suspended, deleted, built-in and unknown accounts', async () => {
    const { admin, forum } = scene
    const password = passwordOf(admin.username)
    const [banned, gone] = [await newcomer(), await newcomer()]
    await forum.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.id).execute()
    expect((await erase(admin, banned.username, password)).json()).toEqual(errors.userBanned)
    expect(await isGone(banned)).toBe(false)
    await eraseOwn(gone)
    expect((await erase(admin, gone.username, password)).json()).toEqual(errors.userDeleted)
    for (const name of ['ghost', 'nobody'])
      expect((await erase(admin, name, password)).json()).toEqual(errors.userDeleted)
    expect((await erase(admin, 'never_was', password)).json()).toEqual(errors.userNotFound)
  })

  it('can be tried once in five seconds, for any account', async () => {
    const forum = await startForum({ RATE_LIMITS: 'on' })
    const guesser = await forum.member('guesser_g')
    expect((await erase(guesser, 'guesser_g', 'a guess')).json()).toEqual(errors.wrongOwnPassword)
    expect((await erase(guesser, 'GUESSER_G', passwordOf('guesser_g'))).json()).toEqual(
      errors.tooManyRequests,
    )
    expect((await guesser.get('/api/_user')).statusCode).toBe(200)
    await forum.close()
  })

  it('twice concurrently happens once', async () => {
    const leaver = await newcomer()
    const answers = await Promise.all([1, 2, 3].map(() => eraseOwn(leaver)))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(Math.max(...statuses)).toBeLessThan(500)
  })
})

describe('deletions in a busy forum', () => {
  it('lock the community before the membership, if the member is just leaving it', async () => {
    const { forum } = scene
    const leaver = await newcomer()
    const { id } = await forum.community(`leaving_${made}`, scene.admin)
    await leaver.post('/api/_joinCommunity', { communityId: id })
    // As `leaveCommunity` does: the community first, then the membership.
    let deletion: ReturnType<typeof eraseOwn> | undefined
    await forum.db.transaction().execute(async (trx) => {
      await sql`select from communities where id = ${id} for update`.execute(trx)
      deletion = eraseOwn(leaver)
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      await sql`delete from memberships where user_id = ${leaver.id} and community_id = ${id}`.execute(trx)
      await sql`update communities set member_count = member_count - 1 where id = ${id}`.execute(trx)
    })
    expect((await deletion)?.statusCode).toBe(200)
    expect((await scene.guest.get(`/api/communities/${id}`)).json().noMembers).toBe(1)
  })

  it('wait for a post by the member, which locks its community before its author', async () => {
    const { forum } = scene
    const leaver = await newcomer()
    const { id } = await forum.community(`writing_${made}`, scene.admin)
    await leaver.post('/api/_joinCommunity', { communityId: id })
    // As `createPost` does.
    let deletion: ReturnType<typeof eraseOwn> | undefined
    await forum.db.transaction().execute(async (trx) => {
      await sql`select from communities where id = ${id} for no key update`.execute(trx)
      deletion = eraseOwn(leaver)
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      await sql`update users set post_count = post_count + 1 where id = ${leaver.id}`.execute(trx)
    })
    expect((await deletion)?.statusCode).toBe(200)
    expect((await scene.guest.get(`/api/communities/${id}`)).json().noMembers).toBe(1)
  })

  it('lock the member before their notifications, if someone is just notifying them', async () => {
    const { forum } = scene
    const leaver = await newcomer()
    await scene.admin.post(`/api/users/${leaver.username}/badges`, { type: 'supporter' })
    expect(await rowsOf('notifications', leaver)).toBeGreaterThan(0)
    // As everyone who writes notifications does: the member first.
    let deletion: ReturnType<typeof eraseOwn> | undefined
    await forum.db.transaction().execute(async (trx) => {
      await sql`select from users where id = ${leaver.id} for no key update`.execute(trx)
      deletion = eraseOwn(leaver)
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      await sql`update notifications set is_new = false where user_id = ${leaver.id}`.execute(trx)
      await sql`insert into notifications (user_id, type) values (${leaver.id}, 'welcome')`.execute(trx)
    })
    expect((await deletion)?.statusCode).toBe(200)
    expect(await rowsOf('notifications', leaver)).toBe(0)
  })

  it('skip a community that is being joined, instead of waiting for it', async () => {
    const { forum } = scene
    const leaver = await newcomer()
    const { id } = await forum.community(`joined_late_${made}`, scene.admin)
    let deletion: ReturnType<typeof eraseOwn> | undefined
    await forum.db.transaction().execute(async (trx) => {
      await sql`select from users where id = ${leaver.id} for no key update`.execute(trx)
      deletion = eraseOwn(leaver)
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      await leaver.post('/api/_joinCommunity', { communityId: id })
      await sql`select from communities where id = ${id} for no key update`.execute(trx)
    })
    expect((await deletion)?.statusCode).toBe(200)
    expect(await rowsOf('memberships', leaver)).toBe(1)
    await eraseTraces(forum.db, leaver.id, signal)
    expect(await rowsOf('memberships', leaver)).toBe(0)
    expect((await scene.guest.get(`/api/communities/${id}`)).json().noMembers).toBe(1)
  })

  it('wait for sign-ups, which join several communities in another order', async () => {
    const { forum } = scene
    const leaver = await newcomer()
    const first = await forum.community(`joining_${made}_1`, scene.admin)
    const second = await forum.community(`joining_${made}_2`, scene.admin)
    for (const { id } of [first, second]) await leaver.post('/api/_joinCommunity', { communityId: id })
    const touch = ({ id }: { id: string }, db: typeof forum.db) =>
      sql`update communities set member_count = member_count where id = ${id}`.execute(db)
    let deletion: ReturnType<typeof eraseOwn> | undefined
    await forum.db.transaction().execute(async (trx) => {
      await sql`update site_settings set user_count = user_count`.execute(trx)
      await touch(second, trx)
      deletion = eraseOwn(leaver)
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      await touch(first, trx)
    })
    expect((await deletion)?.statusCode).toBe(200)
  })

  it('do not deadlock with sign-ups, joins, departures and other deletions', async () => {
    const { forum } = scene
    await sql`update communities set is_default = true`.execute(forum.db)
    const leavers = await Promise.all(Array.from({ length: 8 }, () => newcomer()))
    const communities = await forum.db.selectFrom('communities').select('id').orderBy('id', 'desc').execute()
    const answers = await Promise.all([
      ...leavers.map(eraseOwn),
      ...leavers.flatMap((who) =>
        communities.flatMap(({ id }) => [
          who.post('/api/_joinCommunity', { communityId: id, leave: true }),
          scene.member.post('/api/_joinCommunity', { communityId: id, leave: Number(id) % 2 === 0 }),
        ]),
      ),
      ...Array.from({ length: 8 }, async (_, n) =>
        (await forum.guest()).post('/api/_signup', { username: `arrival_${n}`, password: 'long enough' }),
      ),
    ])
    for (const { statusCode, body } of answers) expect(statusCode, body).toBeLessThan(500)
    for (const who of leavers) expect(await isGone(who)).toBe(true)
    for (const who of leavers) await eraseTraces(forum.db, who.id, signal)
    const { rows } = await sql<object>`
      select name from communities where member_count <> (
        select count(*) from memberships where community_id = communities.id)`.execute(forum.db)
    expect(rows).toEqual([])
  })
})
