import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { Initial } from '../../../contract/entities/initial.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { wholeSeconds } from '../../../tests/support/wholeSeconds.ts'
import { liftEndedSuspensions } from '../../core/users/siteBan.ts'

let forum: Forum
let admin: Member
let user: Member
let users = 0

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
})
beforeEach(async () => {
  users += 1
  user = await forum.member(`wren_${users}`)
})
afterAll(() => forum.close())

const ban = (fields: object = {}) =>
  admin.post('/api/_admin', { action: 'ban_user', username: user.username, ...fields })
const unban = () => admin.post('/api/_admin', { action: 'unban_user', username: user.username })
const credentials = () => ({ username: user.username, password: passwordOf(user.username) })
const logIn = async () => (await forum.guest()).post('/api/_login', credentials())
const suspension = async () =>
  (await (await forum.guest()).post('/api/_suspension', credentials())).json<OutputOf<'getSuspension'>>()
const listed = async () =>
  (await admin.get(`/api/_admin/members?q=${user.username}`)).json<OutputOf<'listMembers'>>().members[0]
const logged = async () =>
  await forum.db
    .selectFrom('moderation_log')
    .where('user_id', '=', user.id)
    .select(['action', 'details', 'reason'])
    .orderBy('id')
    .execute()
const isLoggedIn = async () => (await user.get('/api/_initial')).json<Initial>().user !== null
const end = () => sql`update site_bans set expires_at = now() where user_id = ${user.id}`.execute(forum.db)
const expires = '2099-03-05T10:00:00.000Z'

describe('a suspension', () => {
  it('[CORE-4-070] is the default kind of ban, with a reason and an end that the member sees', async () => {
    await ban({ reason: ' Spam. ', expires })
    expect(await isLoggedIn()).toBe(false)
    expect((await logIn()).json()).toEqual(errors.accountSuspended)
    expect(await suspension()).toMatchObject({ reason: 'Spam.', expiresAt: wholeSeconds(expires) })
    expect(await listed()).toMatchObject({
      bannedAt: expect.any(String),
      siteBan: { kind: 'reading', reason: 'Spam.', expiresAt: wholeSeconds(expires), bannedBy: 'the_admin' },
    })
    expect(await logged()).toEqual([
      { action: 'ban_user', reason: 'Spam.', details: { kind: 'reading', expiresAt: expires } },
    ])
  })

  it.each([
    ['the job that does so', () => liftEndedSuspensions(forum.db)],
    ['a login', () => logIn()],
  ])('is ended by %s once its end has passed', async (_name, perform) => {
    await ban({ expires })
    await perform()
    expect((await logIn()).json()).toEqual(errors.accountSuspended)
    await end()
    await perform()
    expect((await logIn()).statusCode).toBe(200)
    expect(await listed()).toMatchObject({ bannedAt: null, siteBan: null })
    await ban()
    expect(await listed()).toMatchObject({ siteBan: { expiresAt: null, reason: null } })
  })

  it('does not change when someone bans again without other fields', async () => {
    await ban({ reason: 'Spam.', expires })
    await ban()
    expect(await suspension()).toMatchObject({ reason: 'Spam.', expiresAt: wholeSeconds(expires) })
    expect(await logged()).toHaveLength(1)
  })

  it('can be made milder, which is logged and notified', async () => {
    await ban({ reason: 'Spam.' })
    await ban({ kind: 'posting' })
    expect((await logIn()).statusCode).toBe(200)
    expect((await logged())[1]).toEqual({
      action: 'change_site_ban',
      reason: 'Spam.',
      details: { kind: 'posting', formerKind: 'reading' },
    })
  })

  it('can begin and end together with several others', async () => {
    await ban({ reason: 'Spam.', kind: 'commenting', expires })
    const act = (action: string) => admin.post('/api/_admin/members', { action, usernames: [user.username] })
    expect((await act('ban')).json()).toMatchObject({ results: [{ changed: true }] })
    expect((await logged())[1]).toEqual({
      action: 'change_site_ban',
      reason: null,
      details: { kind: 'reading', formerKind: 'commenting', formerExpiresAt: expires },
    })
    expect(await listed()).toMatchObject({ siteBan: { kind: 'reading', reason: null, expiresAt: null } })
    expect((await act('ban')).json()).toMatchObject({ results: [{ changed: false }] })
    expect((await act('unban')).json()).toMatchObject({ results: [{ changed: true }] })
    expect(await listed()).toMatchObject({ bannedAt: null, siteBan: null })
    expect((await act('unban')).json()).toMatchObject({ results: [{ changed: false }] })
  })
})

describe('a milder ban from the site', () => {
  it('keeps the member logged in, who sees reason and end', async () => {
    await ban({ kind: 'commenting', reason: 'Rude.', expires })
    const { bans, bannedFrom } = (await user.get('/api/_initial')).json<Initial>()
    expect(bannedFrom).toEqual([])
    expect(bans).toEqual([
      {
        communityId: null,
        communityName: null,
        kind: 'commenting',
        reason: 'Rude.',
        rule: null,
        expiresAt: wholeSeconds(expires),
      },
    ])
    const { items } = (await user.get('/api/notifications?render=true')).json<{
      items: { type: string; title: string; body: string }[]
    }>()
    expect(items.find(({ type }) => type === 'banned')).toMatchObject({
      title: 'The admins banned you from this site',
      body: expect.stringMatching(
        /^You can't comment on this site until 5 March 2099 \(UTC\)\.\nReason: Rude\.\n/,
      ),
    })
  })

  it('is listed among the banned, and lifting it is logged', async () => {
    await ban({ kind: 'posting' })
    const { members } = (await admin.get('/api/_admin/members?state=banned')).json<OutputOf<'listMembers'>>()
    expect(members.map(({ username }) => username)).toContain(user.username)
    await unban()
    await unban()
    expect((await logged()).map(({ action }) => action)).toEqual(['ban_user', 'unban_user'])
    expect(await listed()).toMatchObject({ siteBan: null })
  })

  it('can become a suspension, which ends the sessions', async () => {
    await ban({ kind: 'posting' })
    expect(await isLoggedIn()).toBe(true)
    await ban()
    expect(await isLoggedIn()).toBe(false)
    expect((await logged())[1]).toMatchObject({ action: 'change_site_ban', details: { kind: 'reading' } })
  })

  it('can be appealed against by its member', async () => {
    await ban({ kind: 'posting', reason: 'Spam.' })
    expect((await user.get('/api/appeals/possible')).json()).toMatchObject({
      items: [{ act: 'ban', community: null, reason: 'Spam.' }],
    })
    expect((await user.post('/api/appeals', { act: 'ban', text: 'No.' })).json()).toMatchObject({
      act: 'ban',
      community: null,
    })
  })
})
