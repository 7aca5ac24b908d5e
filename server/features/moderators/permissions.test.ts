import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Initial } from '../../../contract/entities/initial.ts'
import type { ModerationLogEntry } from '../../../contract/entities/moderationLog.ts'
import { errors } from '../../../contract/errors.ts'
import { errorText } from '../../../contract/errorTexts.ts'
import { lackingMessage } from '../../../contract/permissionMessages.ts'
import { type ModeratorPermission, moderatorPermissions } from '../../../contract/words.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { alertModerators } from '../moderating/alerts/alertModerators.ts'

let forum: Forum
let admin: Member
let author: Member
let community: { id: string; name: string }
/** In the order of their ranks. */
let mods: [top: Member, middle: Member, low: Member]
let made = 0

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  author = await forum.member('wren_writes')
})
beforeEach(async () => {
  made += 1
  community = await forum.community(`meadow_${made}`, admin)
  await forum.db.deleteFrom('moderators').where('community_id', '=', community.id).execute()
  mods = [
    await forum.moderator(`top_${made}`, community.name),
    await forum.moderator(`middle_${made}`, community.name),
    await forum.moderator(`low_${made}`, community.name),
  ]
})
afterAll(() => forum.close())

const set = (who: Member, target: Member, permissions: readonly ModeratorPermission[]) =>
  who.put(`/api/communities/${community.id}/mods/${target.username}/permissions`, { permissions })

const list = async (who: Member) =>
  (await who.get(`/api/communities/${community.id}/mods/permissions`)).json<{
    items: { username: string; permissions: string[]; changeable: string[] }[]
  }>().items

const permissionsOf = async (target: Member) =>
  (await list(admin)).find(({ username }) => username === target.username)?.permissions

it('moderators may do everything until someone above them says otherwise', async () => {
  expect(await list(mods[1])).toEqual([
    { username: mods[0].username, permissions: [...moderatorPermissions], changeable: [] },
    { username: mods[1].username, permissions: [...moderatorPermissions], changeable: [] },
    {
      username: mods[2].username,
      permissions: [...moderatorPermissions],
      changeable: [...moderatorPermissions],
    },
  ])
})

describe('a moderator', () => {
  it('sets what those of lower rank may do, who are notified; the log says it', async () => {
    const answer = await set(mods[0], mods[2], ['mail', 'content', 'mail'])
    expect(answer.json()).toEqual({ permissions: ['content', 'mail'] })
    expect(await permissionsOf(mods[2])).toEqual(['content', 'mail'])
    const [notification] = (await mods[2].get('/api/notifications?render=true')).json<{ items: object[] }>()
      .items
    expect(notification).toMatchObject({
      type: 'mod_permissions',
      title: `Your moderator permissions in ${community.name} have changed`,
      body: 'New permissions: Posts and comments and Messages',
    })
    const { items } = (await mods[0].get(`/api/modlog?communityId=${community.id}`)).json<{
      items: ModerationLogEntry[]
    }>()
    expect(items[0]).toMatchObject({
      action: 'change_moderator',
      actedAs: 'mods',
      user: { username: mods[2].username },
      details: { permissions: ['content', 'mail'] },
    })
  })

  it('is neither recorded nor notified of what is so already', async () => {
    await set(mods[0], mods[2], moderatorPermissions)
    const { items } = (await mods[0].get('/api/modlog?action=change_moderator')).json<{
      items: ModerationLogEntry[]
    }>()
    expect(items.filter((entry) => entry.community?.id === community.id)).toEqual([])
  })

  it.each([
    ['themselves', 1],
    ['those of higher rank', 0],
  ] as const)('cannot restrict %s', async (_whom, place) => {
    const answer = await set(mods[1], mods[place] as Member, [])
    expect(answer.json()).toEqual(errors.lowerModerator)
    expect(await permissionsOf(mods[place] as Member)).toEqual([...moderatorPermissions])
  })

  it('can neither give nor take what they lack, and nothing without the permission for members', async () => {
    await set(mods[0], mods[2], ['mail'])
    await set(mods[0], mods[1], ['content', 'members'])
    expect((await set(mods[1], mods[2], ['mail', 'rules'])).json()).toEqual(errors.permissionNotOwn)
    expect((await set(mods[1], mods[2], [])).json()).toEqual(errors.permissionNotOwn)
    expect((await set(mods[1], mods[2], ['content', 'mail'])).statusCode).toBe(200)
    expect(await permissionsOf(mods[2])).toEqual(['content', 'mail'])
    await set(mods[0], mods[1], ['content'])
    expect((await set(mods[1], mods[2], ['mail'])).json()).toEqual({
      ...errors.notModeratorNorAdmin,
      message: lackingMessage(['members']),
    })
  })

  it('adds others with their own permissions, and admins with all', async () => {
    await set(mods[0], mods[1], ['members', 'rules'])
    const [byModerator, byAdmin] = [await forum.member(`new_${made}`), await forum.member(`newer_${made}`)]
    const add = (who: Member, { username }: Member) =>
      who.post(`/api/communities/${community.id}/mods`, { username })
    expect((await add(mods[1], byModerator)).statusCode).toBe(200)
    expect((await add(admin, byAdmin)).statusCode).toBe(200)
    expect(await permissionsOf(byModerator)).toEqual(['members', 'rules'])
    expect(await permissionsOf(byAdmin)).toEqual([...moderatorPermissions])
  })

  it('without the permission for members can still resign', async () => {
    await set(mods[0], mods[1], [])
    const remove = (target: Member) =>
      mods[1].delete(`/api/communities/${community.id}/mods/${target.username}`)
    expect((await remove(mods[2])).json()).toEqual({
      ...errors.notModeratorNorAdmin,
      message: lackingMessage(['members']),
    })
    expect((await remove(mods[1])).statusCode).toBe(200)
  })
})

describe('a refusal names the permission that is missing, and for other members that they are not moderators:', () => {
  const calls: Record<
    string,
    [needs: ModeratorPermission[], call: (who: Member) => Promise<{ json(): unknown }>]
  > = {
    'reading reports': [['content'], (who) => who.get(`/api/communities/${community.id}/reports`)],
    'removing a post': [
      ['content'],
      async (who) => who.delete(`/api/posts/${(await post()).publicId}?deleteAs=mods`),
    ],
    'locking a post': [
      ['content'],
      async (who) => who.put(`/api/posts/${(await post()).publicId}?action=lock&lockAs=mods`),
    ],
    'pinning a post': [
      ['content'],
      async (who) => who.put(`/api/posts/${(await post()).publicId}?action=pin`),
    ],
    'moving a post': [
      ['content'],
      async (who) => who.post(`/api/posts/${(await post()).publicId}/move`, { community: community.name }),
    ],
    'banning someone': [
      ['members'],
      (who) => who.post(`/api/communities/${community.id}/banned`, { username: author.username }),
    ],
    'lifting a ban': [
      ['members'],
      (who) => who.delete(`/api/communities/${community.id}/banned`, { username: author.username }),
    ],
    'adding a moderator': [
      ['members'],
      (who) => who.post(`/api/communities/${community.id}/mods`, { username: author.username }),
    ],
    'reading notes about a member': [
      ['content', 'members'],
      (who) => who.get(`/api/communities/${community.id}/members/${author.username}/history`),
    ],
    'reading the reasons for removals': [
      ['content', 'members', 'rules'],
      (who) => who.get(`/api/communities/${community.id}/removal_reasons`),
    ],
    'changing the community': [
      ['settings'],
      (who) => who.put(`/api/communities/${community.id}`, { about: 'Ours.' }),
    ],
    'reading modmail': [['mail'], (who) => who.get(`/api/modmail?communityId=${community.id}`)],
    'adding a rule': [
      ['rules'],
      (who) => who.post(`/api/communities/${community.id}/rules`, { rule: 'Be kind' }),
    ],
    'reading automatic rules': [['rules'], (who) => who.get(`/api/automation?communityId=${community.id}`)],
  }
  const post = () => forum.post(author, community.name)

  it.each(Object.entries(calls))('%s', async (_what, [needs, call]) => {
    const others = moderatorPermissions.filter((one) => !needs.includes(one))
    await set(mods[0], mods[1], others)
    const reader = await forum.member(`reads_${made}`)
    const [lacking, none] = [(await call(mods[1])).json(), (await call(reader)).json()]
    expect(lacking).toMatchObject({ status: 403, message: lackingMessage(needs) })
    expect([
      errors.notModerator,
      errors.notModeratorNorAdmin,
      errors.neitherAdminNorModerator,
    ]).toContainEqual(none)
    expect(lacking).toMatchObject({ code: (none as { code: string }).code })
    // Pages say it, too, also where one of several permissions is enough.
    expect(errorText(lackingMessage(needs))).toMatch(/^You need the “/)
  })
})

it('pages learn where someone has not all permissions, and a community says which', async () => {
  await set(mods[0], mods[1], ['mail'])
  const initial = (await mods[1].get('/api/_initial')).json<Initial>()
  expect(initial.moderates).toEqual([])
  expect(initial.restrictedIn).toEqual([{ communityId: community.id, permissions: ['mail'] }])
  expect((await mods[0].get('/api/_initial')).json()).not.toHaveProperty('restrictedIn')
  const community_ = await mods[1].get(`/api/communities/${community.id}`)
  expect(community_.json()).toMatchObject({ userMod: true, userPermissions: ['mail'] })
  expect((await author.get(`/api/communities/${community.id}`)).json()).not.toHaveProperty('userPermissions')
})

it('removed texts are withheld from moderators without the permission for content', async () => {
  const post = await forum.post(author, community.name)
  const { id } = await forum.comment(author, post, 'Half price')
  await mods[0].delete(`/api/posts/any/comments/${id}?deleteAs=mods`)
  const read = async () => (await mods[1].get(`/api/comments/${id}`)).json<{ body: string }>().body
  expect(await read()).toBe('Half price')
  await set(mods[0], mods[1], ['members', 'settings', 'mail', 'rules'])
  expect(await read()).toBe('[Deleted comment]')
})

describe('who is notified', () => {
  const typesOf = async (who: Member) =>
    (await who.get('/api/notifications')).json<{ items: { type: string }[] }>().items.map(({ type }) => type)
  beforeEach(async () => {
    await set(mods[0], mods[1], ['mail'])
    await set(mods[0], mods[2], ['members'])
    await Promise.all(mods.map((mod) => mod.post('/api/notifications?action=deleteAll')))
  })

  it('of messages to moderators: those with the permission for mail', async () => {
    await author.post('/api/modmail', { communityId: community.id, subject: 'Hello', text: 'Hello.' })
    expect(await Promise.all(mods.map(typesOf))).toEqual([['modmail'], ['modmail'], []])
  })

  it('of reports: those with the permission for content', async () => {
    const { id } = await forum.post(author, community.name)
    const reader = await forum.member(`reader_${made}`)
    await reader.post('/api/_report', { type: 'post', targetId: id, reason: 1 })
    await alertModerators(
      { db: forum.database.db, settings: forum.settings },
      { postId: stored(id), commentId: null },
    )
    expect(await Promise.all(mods.map(typesOf))).toEqual([['reported'], [], []])
  })

  it('of appeals: those who may answer them', async () => {
    await mods[0].post(`/api/communities/${community.id}/banned`, { username: author.username })
    await author.post('/api/appeals', { act: 'ban', communityId: community.id, text: 'It was not me.' })
    expect(await Promise.all(mods.map(typesOf))).toEqual([[], [], ['appeal_filed']])
  })
})
