import { hash as bcryptHash } from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Client, type Forum, passwordOf, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let made = 0
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.close())

/** A new member, with helpers for passwords and sessions. */
async function startMember() {
  const member = await forum.member(`member_${++made}`)
  const { username } = member
  const logIn = async (password: string, client?: Client) => {
    const guest = client ?? (await forum.guest())
    return { guest, answer: await guest.post('/api/_login', { username, password }) }
  }
  return {
    member,
    logIn,
    change: (body: object, headers = {}) =>
      member.send({
        method: 'POST',
        url: '/api/_settings?action=changePassword',
        headers,
        payload: JSON.stringify({
          password: passwordOf(username),
          newPassword: 'a new password',
          repeatPassword: 'a new password',
          ...body,
        }),
      }),
    canLogInWith: async (password: string) => (await logIn(password)).answer.statusCode === 200,
  }
}
const isLoggedIn = async (client: Client) => (await client.get('/api/_user')).statusCode === 200

describe('changing the password', () => {
  it('[CORE-7-047] makes the new one valid and the old one not, and answers with the account', async () => {
    const { member, change, canLogInWith } = await startMember()
    const response = await change({})
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ id: member.id, username: member.username })
    expect(await canLogInWith('a new password')).toBe(true)
    expect(await canLogInWith(passwordOf(member.username))).toBe(false)
  })

  it('ends all other sessions of the member, and of nobody else', async () => {
    const { member, change, logIn } = await startMember()
    const someoneElse = await forum.member(`bystander_${made}`)
    const elsewhere = (await logIn(passwordOf(member.username))).guest
    expect(await isLoggedIn(elsewhere)).toBe(true)
    await change({})
    expect(await isLoggedIn(elsewhere)).toBe(false)
    expect(await isLoggedIn(member)).toBe(true)
    expect(await isLoggedIn(someoneElse)).toBe(true)
  })

  it('gives a browser another session id, so that a stolen one becomes useless', async () => {
    const { member, change } = await startMember()
    const before = member.headers()
    const response = await change({}, { 'sec-fetch-site': 'same-origin' })
    expect(response.cookies.map(({ name }) => name)).toEqual(['SID'])
    expect(member.headers().cookie).not.toBe(before.cookie)
    expect(await isLoggedIn(member)).toBe(true)
    const stolen = await forum.app.inject({ url: '/api/_user', headers: before })
    expect(stolen.statusCode).toBe(401)
    const { count } = await forum.db
      .selectFrom('sessions')
      .where('user_id', '=', member.id)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe('1')
  })

  it('keeps the CSRF token, because an application that does not reload continues to send it', async () => {
    const { member, change } = await startMember()
    const before = member.headers()['x-csrf-token']
    const asBrowser = { 'sec-fetch-site': 'same-origin' }
    expect((await change({}, asBrowser)).headers['csrf-token']).toBe(before)
    const settings = await member.post('/api/_settings?action=updateProfile', { aboutMe: 'After the change' })
    expect(settings.statusCode).toBe(200)
    expect((await member.post('/api/_login?action=logout')).statusCode).toBe(200)
    expect(await isLoggedIn(member)).toBe(false)
  })

  it('keeps the session id of other programs, which do not expect it to change', async () => {
    const { member, change } = await startMember()
    const before = member.headers()
    expect((await change({})).cookies).toEqual([])
    expect(member.headers()).toEqual(before)
  })

  it('invalidates links to set a password that were mailed before', async () => {
    const { member, change } = await startMember()
    await forum.db
      .insertInto('mailed_tokens')
      .values(
        (['reset_password', 'confirm_email'] as const).map((purpose) => ({
          token_hash: Buffer.from(purpose + member.id),
          user_id: member.id,
          purpose,
          email: 'm@mail.example',
          expires_at: new Date(Date.now() + 60_000),
        })),
      )
      .execute()
    await change({})
    const left = await forum.db
      .selectFrom('mailed_tokens')
      .where('user_id', '=', member.id)
      .select('purpose')
      .execute()
    expect(left).toEqual([{ purpose: 'confirm_email' }])
  })

  it('trims spaces, as logging in does', async () => {
    const { change, canLogInWith } = await startMember()
    expect((await change({ newPassword: ' spaced out ', repeatPassword: 'spaced out' })).statusCode).toBe(200)
    expect(await canLogInWith('spaced out')).toBe(true)
  })

  it('renews the hash of an imported account', async () => {
    const { member, change } = await startMember()
    const imported = await bcryptHash('imported password', 4)
    await forum.db.updateTable('users').set({ password_hash: imported }).where('id', '=', member.id).execute()
    expect((await change({ password: 'imported password' })).statusCode).toBe(200)
    const { password_hash: stored } = await forum.db
      .selectFrom('users')
      .where('id', '=', member.id)
      .select('password_hash')
      .executeTakeFirstOrThrow()
    expect(stored).toMatch(/^\$argon2id\$/)
  })

  it.each([
    ['[CORE-5-025] that is not repeated', { repeatPassword: 'another password' }, errors.passwordsDiffer],
    ['[CORE-5-025] that is repeated nowhere', { repeatPassword: null }, errors.passwordsDiffer],
    [
      '[CORE-5-026] that is too short',
      { newPassword: '7 chars', repeatPassword: '7 chars' },
      errors.passwordTooShort,
    ],
    ['that is empty', { newPassword: '', repeatPassword: '' }, errors.passwordEmpty],
    ['[CORE-8-015] by who does not know the old one', { password: 'a guess' }, errors.wrongPassword],
    ['by who says no old one', { password: null }, errors.wrongPassword],
    [
      'that is not repeated, first of all',
      { password: 'a guess', repeatPassword: 'x' },
      errors.passwordsDiffer,
    ],
    [
      'without knowing the old one, before it is found short',
      { password: 'x', newPassword: 'y', repeatPassword: 'y' },
      errors.wrongPassword,
    ],
    ['that is not a text', { newPassword: 12345678, repeatPassword: 12345678 }, errors.invalidJson],
  ])('to one %s is refused, and nothing changes', async (_case, body, error) => {
    const { member, change, logIn, canLogInWith } = await startMember()
    const elsewhere = (await logIn(passwordOf(member.username))).guest
    const response = await change(body)
    expect(response.statusCode).toBe(error.status)
    expect(response.json()).toEqual(error)
    expect(await canLogInWith(passwordOf(member.username))).toBe(true)
    expect(await isLoggedIn(elsewhere)).toBe(true)
  })

  it('twice at once succeeds once: the second no longer knows the password', async () => {
    const { change, canLogInWith } = await startMember()
    const wishes = ['first wish', 'second wish'].map((newPassword) => ({
      newPassword,
      repeatPassword: newPassword,
    }))
    const answers = await Promise.all(wishes.map(change))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
    const granted = wishes[answers.findIndex(({ statusCode }) => statusCode === 200)]
    expect(await canLogInWith(granted?.newPassword ?? '')).toBe(true)
  })
})
