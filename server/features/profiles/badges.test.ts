import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../../contract/entities/ownUser.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { type Client, type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let guest: Client
let admin: Member
let member: Member
let made = 0
beforeAll(async () => {
  forum = await startForum()
  guest = await forum.guest()
  admin = await forum.member('the_admin', { isAdmin: true })
  member = await forum.member('member_m')
  await forum.community('birding', admin)
})
afterAll(() => forum.close())

const someone = () => forum.member(`someone_${++made}`)
const badgesOf = async ({ username }: Member) =>
  (await guest.get(`/api/users/${username}`)).json<User>().badges
const give = (to: Member, type: unknown = 'supporter', who: Client = admin) =>
  who.post(`/api/users/${to.username}/badges`, { type })
const take = (from: Member, badge: string | number = 'supporter?byType=true', who: Client = admin) =>
  who.delete(`/api/users/${from.username}/badges/${badge}`)
const badgeNotificationsOf = async (who: Member) =>
  (await who.get('/api/notifications'))
    .json()
    .items.filter(({ type }: { type: string }) => type === 'new_badge')
const countOf = async ({ id }: Member) =>
  (await forum.db.selectFrom('users').where('id', '=', id).select('badge_count').executeTakeFirstOrThrow())
    .badge_count

describe('a badge', () => {
  it('[CORE-7-042] [CORE-3-008] [CORE-3-009] is given by an admin, answered with all badges, and notifies its holder', async () => {
    const holder = await someone()
    const response = await give(holder)
    expect(response.statusCode).toBe(200)
    const badges = [{ id: expect.any(Number), type: 'supporter' }]
    expect(response.json()).toEqual(badges)
    expect(await badgesOf(holder)).toEqual(badges)
    expect(await badgeNotificationsOf(holder)).toHaveLength(1)
  })

  it('is shown with all posts and comments of its holder', async () => {
    const holder = await someone()
    await give(holder)
    const post = await forum.post(holder, 'birding')
    await forum.comment(holder, post)
    const path = `/api/posts/${post.publicId}`
    const [badge] = await badgesOf(holder)
    expect((await guest.get(path)).json<Post>()).toMatchObject({
      author: { badges: [badge] },
      comments: [{ author: { badges: [badge] } }],
    })
    expect((await guest.get(`${path}?render=page`)).json<Post>()).toMatchObject({
      authorBadges: ['supporter'],
      comments: [{ authorBadges: ['supporter'] }],
    })
  })

  it('is given once, also concurrently, and notifies once', async () => {
    const holder = await someone()
    const answers = await Promise.all(Array.from({ length: 5 }, () => give(holder)))
    for (const answer of answers) expect(answer.json()).toHaveLength(1)
    expect(await badgesOf(holder)).toHaveLength(1)
    expect(await badgeNotificationsOf(holder)).toHaveLength(1)
    expect(await countOf(holder)).toBe(1)
  })

  it('[CORE-7-043] is removed by its type, also twice', async () => {
    const holder = await someone()
    await give(holder)
    const answers = await Promise.all([take(holder), take(holder), take(holder)])
    for (const answer of answers) expect(answer.json()).toEqual({ success: true })
    expect(await badgesOf(holder)).toEqual([])
    expect(await countOf(holder)).toBe(0)
  })

  it('is removed by its id, from its holder only', async () => {
    const [holder, another] = [await someone(), await someone()]
    await give(holder)
    const [badge] = await badgesOf(holder)
    expect((await take(another, badge?.id)).json()).toEqual({ success: true })
    expect(await badgesOf(holder)).toEqual([badge])
    expect((await take(holder, badge?.id)).json()).toEqual({ success: true })
    expect(await badgesOf(holder)).toEqual([])
  })

  it('is refused for everyone but admins, with different errors', async () => {
    const holder = await someone()
    expect((await give(holder, 'supporter', member)).json()).toEqual(errors.userNotAdmin)
    expect((await give(holder, 'supporter', holder)).json()).toEqual(errors.userNotAdmin)
    expect((await give(holder, 'supporter', guest)).json()).toEqual(errors.notLoggedIn)
    expect(await badgesOf(holder)).toEqual([])
    await give(holder)
    expect((await take(holder, undefined, member)).json()).toEqual(errors.badgeNotAdmin)
    expect(await badgesOf(holder)).toHaveLength(1)
  })

  it('[CORE-3-009] must have a known type', async () => {
    const holder = await someone()
    for (const type of ['king', '', 'Supporter', null])
      expect((await give(holder, type)).json()).toEqual(errors.badgeTypeNotFound)
    expect((await give(holder, 7)).json()).toEqual(errors.invalidJson)
    expect((await take(holder, 'king?byType=true')).json()).toEqual(errors.badgeTypeNotFound)
    for (const id of ['supporter', '-1', '1.5', '9'.repeat(30)])
      expect((await take(holder, id)).json()).toEqual(errors.invalidBadgeId)
    expect(await badgesOf(holder)).toEqual([])
  })

  it('cannot be given to a deleted account, and is not shown for the ghost', async () => {
    const holder = await someone()
    await give(holder)
    await forum.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', holder.id).execute()
    expect((await give(holder)).json()).toEqual(errors.userDeleted)
    expect((await take(holder)).json()).toEqual(errors.userDeleted)
    expect(await badgesOf(holder)).toEqual([])
  })
})
