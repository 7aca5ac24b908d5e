import { hash as bcryptHash } from 'bcryptjs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'

let forum: Forum
let member: Member
beforeAll(async () => {
  forum = await startForum()
  member = await forum.member('Rio_Grande')
  await forum.db.updateTable('users').set({ email: 'rio@mail.example' }).where('id', '=', member.id).execute()
})
afterAll(() => forum.close())

const logIn = async (username: string, password: string) =>
  (await forum.guest()).post('/api/_login', { username, password })
const hashOf = async (username: string) =>
  (
    await forum.db
      .selectFrom('users')
      .select('password_hash')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  ).password_hash
const importMember = async (username: string, password_hash: string | null) =>
  forum.db.insertInto('users').values({ username, password_hash }).execute()

describe('logging in', () => {
  it('is one transaction, so that a concurrent ban ends the session, too', async () => {
    const name = 'in_between'
    const { id } = await forum.member(name)
    const admin = await forum.member('banning', { isAdmin: true })
    const sessionsOf = () =>
      forum.db.selectFrom('sessions').where('user_id', '=', id).select('id_hash').execute()
    // A lock on the sessions, so that the login locks the account and then waits.
    const { login, ban } = await forum.db.transaction().execute(async (trx) => {
      await sql`lock table sessions in share mode`.execute(trx)
      const login = logIn(name, passwordOf(name))
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      const ban = admin.post('/api/_admin', { action: 'ban_user', username: name })
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(2)
      return { login, ban }
    })
    expect([(await login).statusCode, (await ban).statusCode]).toEqual([200, 200])
    expect(await sessionsOf()).toEqual([])
  })

  // [ACC-7-001] [ACC-7-002]
  it('answers with the user, without email, and the session is theirs', async () => {
    const guest = await forum.guest()
    const response = await guest.post('/api/_login', {
      username: 'Rio_Grande',
      password: passwordOf('Rio_Grande'),
    })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ id: member.id, username: 'Rio_Grande', email: null })
    expect((await guest.get('/api/_user')).json()).toMatchObject({
      id: member.id,
      email: 'rio@mail.example',
    })
  })

  it.each([
    ['the name in another case', 'rIO_gRANDE', passwordOf('Rio_Grande')],
    ['spaces around both', '  Rio_Grande ', ` ${passwordOf('Rio_Grande')}  `],
  ])('works with %s', async (_case, username, password) => {
    expect((await logIn(username, password)).statusCode).toBe(200)
  })

  it('records the visit', async () => {
    await forum.db
      .updateTable('users')
      .set({ last_seen_at: new Date(0), last_seen_ip: null })
      .where('id', '=', member.id)
      .execute()
    await logIn('Rio_Grande', passwordOf('Rio_Grande'))
    const seen = await forum.db
      .selectFrom('users')
      .select(['last_seen_at', 'last_seen_ip'])
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow()
    expect(seen.last_seen_ip).toBe('127.0.0.1')
    expect(seen.last_seen_at.getTime()).toBeGreaterThan(0)
  })

  it('changes nothing for a logged-in member, whatever the body', async () => {
    const response = await member.post('/api/_login', { username: 'someone', password: 'else' })
    expect(response.json()).toMatchObject({ id: member.id, email: 'rio@mail.example' })
    expect((await member.get('/api/_user')).json().id).toBe(member.id)
  })
})

describe('a login is refused', () => {
  // [ACC-8-002]
  it.each([
    ['with a wrong password', 'Rio_Grande', 'a wrong password'],
    ['with no password', 'Rio_Grande', ''],
    ['for an unknown name', 'not_a_member', passwordOf('Rio_Grande')],
    ['for no name', '', passwordOf('Rio_Grande')],
    ['for a built-in account', 'ghost', ''],
  ])('%s', async (_case, username, password) => {
    const response = await logIn(username, password)
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({
      status: 401,
      code: 'wrong-password',
      message: 'Username and password do not match.',
    })
  })

  it('for a deleted account, as if it were unknown', async () => {
    const gone = await forum.member('gone_away')
    await forum.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
    expect((await logIn('gone_away', passwordOf('gone_away'))).json()).toEqual(errors.wrongPassword)
  })

  it('for an imported account without a password', async () => {
    await importMember('passwordless', null)
    expect((await logIn('passwordless', '')).json()).toEqual(errors.wrongPassword)
  })

  // [ACC-8-003]
  it('for a suspended account, with a reason only for its owner', async () => {
    const banned = await forum.member('rude_one')
    await forum.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.id).execute()
    expect((await logIn('rude_one', passwordOf('rude_one'))).json()).toEqual(errors.accountSuspended)
    expect((await logIn('rude_one', 'a wrong password')).json()).toEqual(errors.wrongPassword)
    expect((await banned.get('/api/_user')).json()).toEqual(errors.notLoggedIn)
  })

  it.each([
    ['is being suspended', { banned_at: new Date() }, errors.accountSuspended],
    ['is being given another password', { password_hash: 'x' }, errors.wrongPassword],
  ])('for an account that %s, and leaves no session for later', async (_what, change, refusal) => {
    const name = `late_${refusal.status}`
    const { id } = await forum.member(name)
    const { answer } = await forum.db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set(change).where('id', '=', id).execute()
      const answer = logIn(name, passwordOf(name))
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      await trx.deleteFrom('sessions').where('user_id', '=', id).execute()
      return { answer }
    })
    expect((await answer).json()).toEqual(refusal)
    expect(
      await forum.db.selectFrom('sessions').where('user_id', '=', id).select('id_hash').execute(),
    ).toEqual([])
  })

  it('with another action while logged in', async () => {
    expect((await member.post('/api/_login?action=dance')).json()).toEqual(errors.invalidAction)
  })

  it('without a body', async () => {
    const guest = await forum.guest()
    expect((await guest.send({ method: 'POST', url: '/api/_login' })).json()).toEqual(errors.invalidJson)
  })
})

describe('passwords', () => {
  it('of imported accounts are verified once with bcrypt, then kept as argon2id', async () => {
    await importMember('from_before', await bcryptHash('an old password', 4))
    expect((await logIn('from_before', 'a wrong password')).statusCode).toBe(401)
    expect(await hashOf('from_before')).toMatch(/^\$2/)
    expect((await logIn('from_before', 'an old password')).statusCode).toBe(200)
    expect(await hashOf('from_before')).toMatch(/^\$argon2id\$/)
    expect((await logIn('from_before', 'an old password')).statusCode).toBe(200)
    expect((await logIn('from_before', 'a wrong password')).statusCode).toBe(401)
  })

  it('longer than 72 bytes are compared completely', async () => {
    const long = 'x'.repeat(72)
    await (await forum.guest()).post('/api/_signup', { username: 'long_winded', password: `${long}1` })
    expect((await logIn('long_winded', `${long}2`)).statusCode).toBe(401)
    expect((await logIn('long_winded', `${long}1`)).statusCode).toBe(200)
  })

  it('longer than 72 bytes of imported accounts match, although bcrypt truncated them', async () => {
    const long = 'y'.repeat(80)
    await importMember('long_before', await bcryptHash(long.slice(0, 72), 4))
    expect((await logIn('long_before', long)).statusCode).toBe(200)
  })
})

describe('logging out', () => {
  // [ACC-7-003] [ACC-1-009] [ACC-4-022]
  it('answers with an empty body and makes the session a guest’s', async () => {
    const leaver = await forum.member('leaver_1')
    const response = await leaver.post('/api/_login?action=logout')
    expect(response.statusCode).toBe(200)
    expect(response.body).toBe('')
    expect((await leaver.get('/api/_user')).json()).toEqual(errors.notLoggedIn)
    expect((await leaver.get('/api/_initial')).json().user).toBeNull()
  })

  it('ends one session, not those of other devices', async () => {
    const here = await forum.member('two_devices')
    const there = await forum.guest()
    await there.post('/api/_login', { username: 'two_devices', password: passwordOf('two_devices') })
    await here.post('/api/_login?action=logout')
    expect((await there.get('/api/_user')).json().username).toBe('two_devices')
  })

  it('succeeds for a guest', async () => {
    const guest = await forum.guest()
    const response = await guest.post('/api/_login?action=logout')
    expect([response.statusCode, response.body]).toEqual([200, ''])
  })
})
