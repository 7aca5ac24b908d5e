import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../../contract/entities/ownUser.ts'
import { errors } from '../../../contract/errors.ts'
import { type Client, type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let guest: Client
let member: Member
let other: Member
beforeAll(async () => {
  forum = await startForum()
  guest = await forum.guest()
  member = await forum.member('member_m')
  other = await forum.member('other_o')
})
afterAll(() => forum.close())

const save = (settings: unknown, who: Client = member) =>
  who.post('/api/_settings?action=updateProfile', settings)
const own = async (who: Client = member) => (await who.get('/api/_user')).json<User>()

describe('the settings', () => {
  it('[CORE-7-048] [CORE-1-014] are saved and answered with the account', async () => {
    const settings = {
      aboutMe: 'I keep *bees*.',
      email: 'm@mail.example',
      homeFeed: 'subscriptions',
      commentSort: 'new',
      upvoteNotificationsOff: true,
      replyNotificationsOff: true,
      mentionNotificationsOff: true,
      rememberFeedSort: true,
      embedsOff: true,
      hideUserProfilePictures: true,
      requireAltText: true,
    }
    const response = await save(settings)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ id: member.id, ...settings })
    expect(await own()).toMatchObject(settings)
    expect((await guest.get('/api/users/member_m?render=page')).json()).toMatchObject({
      aboutMe: 'I keep *bees*.',
      aboutHtml: '<p>I keep <em>bees</em>.</p>\n',
    })
  })

  it.each([
    [{ embedsOff: false }],
    [{ aboutMe: 'Other words.' }],
    [{ email: 'n@mail.example' }],
    [{ homeFeed: 'all' }],
    [{}],
    [{ embedsOff: null, homeFeed: null, commentSort: null }],
  ])('that are missing stay as they are, with %j', async (settings) => {
    const before = await own()
    expect((await save(settings)).statusCode).toBe(200)
    const changed = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null))
    expect(await own()).toEqual({ ...before, ...changed })
  })

  it('are the only fields that can be changed', async () => {
    const [before, others] = [await own(), await own(other)]
    const response = await save({
      ...others,
      aboutMe: 'Mine.',
      email: before.email,
      points: 999,
      isAdmin: true,
      username: 'king',
      badges: [{ id: 1, type: 'supporter' }],
      isBanned: true,
      password: 'changed too?',
      newPassword: 'changed too?',
    })
    expect(response.statusCode).toBe(200)
    expect(await own()).toMatchObject({
      id: member.id,
      username: 'member_m',
      points: 1,
      isAdmin: false,
      badges: [],
    })
    expect(await own(other)).toEqual(others)
    const login = await (await forum.guest()).post('/api/_login', {
      username: 'member_m',
      password: 'password of member_m',
    })
    expect(login.statusCode).toBe(200)
  })

  it.each(['', '   ', null])('text and email are removed by %j', async (nothing) => {
    await save({ aboutMe: 'Something.', email: 'm@mail.example' })
    await save({ aboutMe: nothing, email: nothing })
    expect(await own()).toMatchObject({ aboutMe: null, email: null })
  })

  it('cut the text about oneself at 10,000 characters', async () => {
    await save({ aboutMe: `${'🐝'.repeat(9999)}xyz` })
    expect((await own()).aboutMe).toBe(`${'🐝'.repeat(9999)}x`)
  })

  it.each([
    'bee',
    'bee@',
    '@hive.example',
    'bee@hive',
    'a bee@hive.example',
    'bee@hi ve.example',
    'bee@hive.example>',
    '<bee@hive.example>',
    'bee@hive.example,',
    'a,b@hive.example',
    'bee(x)@hive.example',
    'bee@[192.0.2.1]',
    `${'b'.repeat(250)}@hive.example`,
  ])('[CORE-5-023] [CORE-5-024] refuse the email address %s, and save nothing then', async (email) => {
    const before = await own()
    expect((await save({ email, aboutMe: 'Not saved.' })).json()).toEqual(errors.invalidEmail)
    expect(await own()).toEqual(before)
  })

  it('keep a confirmation for the address that was confirmed', async () => {
    await save({ email: 'm@mail.example' })
    const confirmedAt = new Date(0)
    await forum.db
      .updateTable('users')
      .set({ email_confirmed_at: confirmedAt })
      .where('id', '=', member.id)
      .execute()
    expect((await save({ email: ' m@mail.example ' })).json().emailConfirmedAt).toBe('1970-01-01T00:00:00Z')
    expect((await save({ email: 'n@mail.example' })).json().emailConfirmedAt).toBeNull()
  })

  it.each([
    [{ homeFeed: 'moderating' }],
    [{ homeFeed: 1 }],
    [{ commentSort: 'loudest' }],
    [{ embedsOff: 'yes' }],
    [{ aboutMe: 7 }],
    [{ email: {} }],
    [[]],
    ['text'],
  ])('[CORE-3-003] refuse %j', async (settings) => {
    const before = await own()
    expect((await save(settings)).json()).toEqual(errors.invalidJson)
    expect(await own()).toEqual(before)
  })

  it('need a login and a known action', async () => {
    expect((await save({ aboutMe: 'x' }, guest)).json()).toEqual(errors.notLoggedIn)
    for (const action of ['', '?action=', '?action=constructor', '?action=updateprofile'])
      expect((await member.post(`/api/_settings${action}`, {})).json()).toEqual(errors.invalidAction)
  })
})
