import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Author } from '../../../contract/entities/user.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { stored } from '../../../tests/support/wireIds.ts'

let forum: Forum
let admin: Member
let founder: Member
let wren: Member
let crow: Member
beforeAll(async () => {
  forum = await startForum({ DATABASE_CONNECTIONS: '10' })
  admin = await forum.member('the_admin', { isAdmin: true })
  founder = await forum.member('founder_f', { isAdmin: true })
  wren = await forum.member('Wren')
  crow = await forum.member('Crow')
})
afterAll(() => forum.close())

let made = 0
let id: string
beforeEach(async () => {
  made += 1
  const { db } = forum
  await db.updateTable('users').set({ is_admin: true }).where('id', '=', founder.id).execute()
  id = (await forum.community(`meadow_${made}`, founder)).id
  await db.updateTable('users').set({ is_admin: false }).where('id', '=', founder.id).execute()
})

const add = (who: Member, username: string) => who.post(`/api/communities/${id}/mods`, { username })
const remove = (who: Member, username: string) => who.delete(`/api/communities/${id}/mods/${username}`)
const community = async (who = wren) => (await who.get(`/api/communities/${id}`)).json()
const names = async () => (await community()).mods.map(({ username }: Author) => username)
const positions = async () =>
  (
    await forum.db
      .selectFrom('moderators')
      .select('position')
      .where('community_id', '=', id)
      .orderBy('position')
      .execute()
  ).map(({ position }) => position)
const notified = async (who: Member) =>
  (await who.get('/api/notifications'))
    .json()
    .items.filter(({ type }: { type: string }) => type === 'mod_add')
const entries = async () =>
  (
    await forum.db
      .selectFrom('moderation_log')
      .select(['action', 'acted_as as as', 'actor_id as by', 'user_id as whom'])
      .where('community_id', '=', id)
      .where('action', 'like', '%moderator')
      .orderBy('id')
      .execute()
  ).map(({ action, as, by, whom }) => [action, as, by, whom])

describe('adding a moderator', () => {
  // [ACC-7-040] [ACC-2-066] [ACC-9-004]
  it('makes them a member and the lowest moderator, and answers with all in their order', async () => {
    const answer = await add(founder, ' wREN ')
    expect(answer.statusCode).toBe(200)
    expect(answer.json().map(({ username }: Author) => username)).toEqual(['founder_f', 'Wren'])
    expect(answer.json()).toEqual((await community()).mods)
    expect(await community()).toMatchObject({ userMod: true, userJoined: true, noMembers: 2 })
    expect((await add(wren, 'Crow')).json()).toHaveLength(3)
    expect(await names()).toEqual(['founder_f', 'Wren', 'Crow'])
    expect(await positions()).toEqual([0, 1, 2])
  })

  it('notifies them, with the name of the moderator', async () => {
    const before = (await notified(crow)).length
    await add(founder, 'Crow')
    const [newest, ...others] = await notified(crow)
    expect(newest.notif).toMatchObject({ communityName: `meadow_${made}`, addedBy: 'founder_f' })
    expect(others).toHaveLength(before)
  })

  it('again changes nothing and notifies nobody', async () => {
    await add(founder, 'Wren')
    await add(founder, 'Crow')
    const before = (await notified(wren)).length
    expect((await add(founder, 'Wren')).json()).toHaveLength(3)
    expect(await names()).toEqual(['founder_f', 'Wren', 'Crow'])
    expect(await notified(wren)).toHaveLength(before)
    expect(await community()).toMatchObject({ noMembers: 3 })
  })

  it('does not count an existing member again', async () => {
    await wren.post('/api/_joinCommunity', { communityId: id })
    await add(founder, 'Wren')
    expect(await community()).toMatchObject({ noMembers: 2 })
  })

  it('twice concurrently has one effect', async () => {
    await Promise.all([add(founder, 'Wren'), add(admin, 'Wren'), add(founder, 'Crow')])
    expect((await names()).sort()).toEqual(['Crow', 'Wren', 'founder_f'])
    expect(await positions()).toEqual([0, 1, 2])
    expect(await community()).toMatchObject({ noMembers: 3 })
  })

  it('finds no deleted account', async () => {
    const gone = await forum.member(`gone_${made}`)
    await forum.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
    expect((await add(founder, gone.username)).json()).toEqual(errors.userNotFound)
    for (const name of ['', ' ']) expect((await add(founder, name)).json()).toEqual(errors.userNotFound)
    expect(await names()).toEqual(['founder_f'])
  })

  it('is refused for someone banned from the community until the ban has ended', async () => {
    const ban = { community_id: id, user_id: wren.id, expires_at: new Date(Date.now() + 60_000) }
    await forum.db.insertInto('community_bans').values(ban).execute()
    expect((await add(founder, 'Wren')).json()).toEqual(errors.bannedFromCommunity)
    expect(await names()).toEqual(['founder_f'])
    await forum.db
      .updateTable('community_bans')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('community_id', '=', id)
      .execute()
    expect((await add(founder, 'Wren')).statusCode).toBe(200)
  })
})

describe('removing a moderator', () => {
  beforeEach(async () => {
    await add(founder, 'Wren')
    await add(founder, 'Crow')
  })

  // [ACC-7-041] [ACC-2-068]
  it('returns the removed one, who stays a member, and moves up those below', async () => {
    const answer = await remove(founder, 'wren')
    expect(answer.json()).toMatchObject({ id: wren.id, username: 'Wren', moddingList: null })
    expect(await names()).toEqual(['founder_f', 'Crow'])
    expect(await positions()).toEqual([0, 1])
    expect(await community()).toMatchObject({ userMod: false, userJoined: true, noMembers: 3 })
  })

  // [ACC-4-020]
  it('is refused for lower moderators', async () => {
    expect((await remove(crow, 'Wren')).json()).toEqual(errors.lowerModerator)
    expect(await names()).toEqual(['founder_f', 'Wren', 'Crow'])
    expect((await remove(wren, 'Crow')).statusCode).toBe(200)
    expect(await names()).toEqual(['founder_f', 'Wren'])
  })

  // [ACC-4-021]
  it('is never refused for admins', async () => {
    expect((await remove(admin, 'founder_f')).statusCode).toBe(200)
    expect(await names()).toEqual(['Wren', 'Crow'])
  })

  it('lets everyone resign', async () => {
    expect((await remove(crow, 'Crow')).statusCode).toBe(200)
    expect((await remove(founder, 'founder_f')).statusCode).toBe(200)
    expect(await names()).toEqual(['Wren'])
    expect((await remove(crow, 'Crow')).json()).toEqual(errors.notModeratorNorAdmin)
  })

  it('changes nothing for someone who is not a moderator', async () => {
    const stranger = await forum.member(`stranger_${made}`)
    for (const who of [founder, admin])
      expect((await remove(who, stranger.username)).json()).toMatchObject({ username: stranger.username })
    expect(await names()).toEqual(['founder_f', 'Wren', 'Crow'])
    expect(await community()).toMatchObject({ noMembers: 3 })
  })

  it('is refused for a moderator who was just removed', async () => {
    let last: ReturnType<typeof remove> | undefined
    await forum.db.transaction().execute(async (trx) => {
      await trx.selectFrom('communities').where('id', '=', id).select('id').forUpdate().execute()
      last = remove(wren, 'Crow')
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      await trx.deleteFrom('moderators').where('user_id', '=', wren.id).execute()
    })
    expect((await last)?.json()).toEqual(errors.notModeratorNorAdmin)
    expect(await names()).toEqual(['founder_f', 'Crow'])
  })
})

it.each([
  ['added', () => add(wren, 'the_admin')],
  ['removed', () => remove(wren, 'Crow')],
])('cannot be %s by one who was banned from the site a moment before', async (_what, attempt) => {
  await add(founder, 'Wren')
  await add(founder, 'Crow')
  let last: ReturnType<typeof remove> | undefined
  await forum.db.transaction().execute(async (trx) => {
    await trx.selectFrom('communities').where('id', '=', id).select('id').forUpdate().execute()
    last = attempt()
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    await trx.updateTable('users').set({ banned_at: new Date() }).where('id', '=', wren.id).execute()
  })
  const answer = await last
  await forum.db.updateTable('users').set({ banned_at: null }).where('id', '=', wren.id).execute()
  expect(answer?.json()).toEqual(errors.userNotFound)
  expect(await names()).toEqual(['founder_f', 'Wren', 'Crow'])
})

it('records every change in the moderation log, with the role', async () => {
  await add(founder, 'Wren')
  await add(founder, 'Wren')
  await add(admin, 'Crow')
  await add(wren, 'the_admin')
  await remove(admin, 'Wren')
  await remove(admin, 'Wren')
  await crow.post('/api/_joinCommunity', { communityId: id, leave: true })
  await remove(founder, 'founder_f')
  expect(await entries()).toEqual([
    ['add_moderator', 'mods', stored(founder.id), stored(wren.id)],
    ['add_moderator', 'admins', stored(admin.id), stored(crow.id)],
    ['add_moderator', 'mods', stored(wren.id), stored(admin.id)],
    ['remove_moderator', 'admins', stored(admin.id), stored(wren.id)],
    ['remove_moderator', 'mods', stored(crow.id), stored(crow.id)],
    ['remove_moderator', 'mods', stored(founder.id), stored(founder.id)],
  ])
})
