import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { Appeal } from '../../../contract/entities/appeal.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { recount } from '../../../tests/support/recount.ts'

let forum: Forum
let admin: Member
let moderator: Member
let colleague: Member
let lone: Member
let author: Member
let birding: string
let post: PostFacts
let comment: string

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  moderator = await forum.moderator('moderator_m', 'birding')
  colleague = await forum.moderator('moderator_c', 'birding')
  lone = await forum.moderator('lone_l', 'mosses')
  // Created by other admins, who do not count here.
  await sql`delete from moderators where user_id in (select id from users where is_admin)`.execute(forum.db)
  await sql`update users set is_admin = false where is_admin and id <> ${admin.id}`.execute(forum.db)
  birding = (await moderator.get('/api/communities/birding?byName=true')).json<{ id: string }>().id
})
beforeEach(async () => {
  authors += 1
  author = await forum.member(`wren_${authors}`)
  post = await forum.post(author, 'birding', { title: 'A rare warbler', body: 'Seen at the lake.' })
  comment = (await forum.comment(author, post, 'A grebe, too')).id
})
afterAll(() => forum.close())
let authors = 0

type Subject = 'post' | 'comment'
const subjects: Subject[] = ['post', 'comment']
const idOf = (type: Subject) => (type === 'post' ? post.id : comment)
const urlOf = (type: Subject) =>
  type === 'post' ? `/api/posts/${post.publicId}` : `/api/posts/${post.publicId}/comments/${comment}`
const remove = (who: Member, type: Subject, as = 'mods') =>
  who.delete(`${urlOf(type)}?deleteAs=${as}&reason=Off%20topic.`)
const lock = (who: Member, type: Subject, as = 'mods') => who.put(`${urlOf(type)}?action=lock&lockAs=${as}`)
const banned = () => `/api/communities/${birding}/banned`
const appeal = (what: object, who: Member = author) =>
  who.post('/api/appeals', { text: 'It was a warbler.', ...what })
const against = (act: 'removal' | 'lock', type: Subject) => ({ act, type, targetId: idOf(type) })
const appealed = async (what: object, who: Member = author) => {
  const answer = await appeal(what, who)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Appeal>()
}
const answer = (who: Member, { id }: Appeal, outcome = 'overturned', text = 'You are right.') =>
  who.put(`/api/appeals/${id}`, { outcome, text })
const listed = async (who: Member, query = '') =>
  (await who.get(`/api/appeals${query}`)).json<OutputOf<'listAppeals'>>()
const isDeleted = async (type: Subject) => {
  const url = type === 'post' ? `/api/posts/${post.publicId}` : `/api/comments/${comment}`
  return (await admin.get(url)).json<{ deleted: boolean }>().deleted
}
const isLocked = async (type: Subject) => {
  const url = type === 'post' ? `/api/posts/${post.publicId}` : `/api/comments/${comment}`
  return (await admin.get(url)).json<{ locked: boolean }>().locked
}
const notifications = async (who: Member) =>
  (await who.get('/api/notifications?render=true')).json<{
    items: { title: string; body: string; type: string; toURL: string }[]
  }>().items
const logged = async () =>
  (
    await forum.db
      .selectFrom('moderation_log')
      .select(['action', 'acted_as'])
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
  ).map(({ action, acted_as }) => `${action} ${acted_as}`)

describe.each(subjects)('an appeal against the removal of a %s', (type) => {
  beforeEach(() => remove(moderator, type))

  it('shows the action and its reason, and its member sees the role of the actor, not the name', async () => {
    expect(await appealed(against('removal', type))).toMatchObject({
      act: 'removal',
      member: { username: author.username },
      community: { name: 'birding' },
      post: { publicId: post.publicId, title: 'A rare warbler' },
      comment: type === 'post' ? null : { id: comment },
      actedAs: 'mods',
      actor: null,
      reason: 'Off topic.',
      text: 'It was a warbler.',
      outcome: null,
      mayAnswer: false,
    })
    expect((await listed(author)).items).toHaveLength(1)
    const [seen] = (await listed(colleague, `?communityId=${birding}`)).items.slice(-1)
    expect(seen).toMatchObject({ actor: { username: 'moderator_m' }, mayAnswer: true })
  })

  it('notifies the other moderators', async () => {
    const before = (await notifications(moderator)).length
    await appealed(against('removal', type))
    expect((await notifications(colleague))[0]).toMatchObject({
      type: 'appeal_filed',
      toURL: '/birding/modtools/appeals',
      title: `@${author.username} appeals against the removal of ${type === 'post' ? 'the post' : 'a comment on the post'} A rare warbler`,
    })
    expect(await notifications(moderator)).toHaveLength(before)
  })

  it('that is accepted restores it, is logged, and its member is notified', async () => {
    const made = await appealed(against('removal', type))
    const answered = await answer(colleague, made)
    expect(answered.json()).toMatchObject({
      outcome: 'overturned',
      answer: 'You are right.',
      answeredAs: 'mods',
      answeredBy: { username: 'moderator_c' },
    })
    expect(await isDeleted(type)).toBe(false)
    expect(await recount(forum.connection)).toMatch(/^All \d+ counters are correct/m)
    expect((await logged()).slice(0, 2)).toEqual(['overturn_appeal mods', `restore_${type} mods`])
    const [told] = await notifications(author)
    expect(told).toMatchObject({
      type: 'appeal_answered',
      body: 'Answer: You are right.',
      title: expect.stringMatching(/^Your appeal was accepted: the removal of .* has been taken back$/),
    })
    expect(JSON.stringify(told)).not.toContain('moderator_c')
  })

  it('that is declined changes only the appeal', async () => {
    const made = await appealed(against('removal', type))
    expect((await answer(colleague, made, 'upheld', 'It was off topic.')).statusCode).toBe(200)
    expect(await isDeleted(type)).toBe(true)
    expect((await logged())[0]).toBe('uphold_appeal mods')
    expect((await notifications(author))[0]?.title).toMatch(/^Your appeal was declined/)
    expect((await listed(author)).items[0]).toMatchObject({
      outcome: 'upheld',
      answer: 'It was off topic.',
      answeredBy: null,
    })
  })

  it('is possible once for each removal', async () => {
    const made = await appealed(against('removal', type))
    expect((await appeal(against('removal', type))).json()).toEqual(errors.alreadyAppealed)
    await answer(colleague, made)
    expect((await appeal(against('removal', type))).json()).toEqual(errors.nothingToAppeal)
    await remove(colleague, type)
    expect((await appealed(against('removal', type))).id).not.toBe(made.id)
  })

  it('is stored once if it is sent twice concurrently', async () => {
    const answers = await Promise.all([appeal(against('removal', type)), appeal(against('removal', type))])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  it('is answered once if two do so concurrently, and the second changes nothing', async () => {
    const made = await appealed(against('removal', type))
    const answers = await Promise.all([
      answer(colleague, made, 'overturned'),
      answer(admin, made, 'upheld', 'No.'),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toEqual(errors.appealAnswered)
    const [stored] = (await listed(author)).items
    expect(await isDeleted(type)).toBe(stored?.outcome === 'upheld')
  })

  it('does not reverse a repeated action', async () => {
    const made = await appealed(against('removal', type))
    await admin.put(`${urlOf(type)}?action=restore`)
    await remove(colleague, type)
    expect((await answer(admin, made)).statusCode).toBe(200)
    expect(await isDeleted(type)).toBe(true)
  })

  it('is hidden from everybody but its author', async () => {
    const other = await forum.member(`other_${authors}`)
    expect((await appeal(against('removal', type), other)).json()).toEqual(errors.nothingToAppeal)
  })
})

describe('the answer comes from', () => {
  it('another moderator than the one who acted, if there is one', async () => {
    await remove(moderator, 'post')
    const made = await appealed(against('removal', 'post'))
    expect((await answer(moderator, made)).json()).toEqual(errors.ownAct)
    expect(await isDeleted('post')).toBe(true)
    expect((await listed(author)).items[0]?.outcome).toBeNull()
  })

  it('an admin, if there is no other moderator', async () => {
    const own = await forum.post(author, 'mosses')
    await lone.delete(`/api/posts/${own.publicId}?deleteAs=mods`)
    const made = await appealed({ act: 'removal', type: 'post', targetId: own.id })
    expect((await notifications(admin))[0]).toMatchObject({ type: 'appeal_filed' })
    expect((await answer(lone, made)).json()).toEqual(errors.ownAct)
    expect((await answer(admin, made)).json()).toMatchObject({ answeredAs: 'admins', outcome: 'overturned' })
  })

  it('an admin, if an admin acted, and the same one only if there is no other', async () => {
    await remove(admin, 'post', 'admins')
    const made = await appealed(against('removal', 'post'))
    expect((await answer(colleague, made)).json()).toEqual(errors.notAdmin)
    expect((await answer(admin, made)).statusCode).toBe(200)
    const second = await forum.member(`second_${authors}`, { isAdmin: true })
    await remove(admin, 'comment', 'admins')
    const other = await appealed(against('removal', 'comment'))
    expect((await answer(admin, other)).json()).toEqual(errors.ownAct)
    expect((await answer(second, other)).statusCode).toBe(200)
    await sql`update users set is_admin = false where id = ${second.id}`.execute(forum.db)
  })

  it('never the member themselves', async () => {
    const own = await forum.post(colleague, 'birding')
    await moderator.delete(`/api/posts/${own.publicId}?deleteAs=mods`)
    const made = await appealed({ act: 'removal', type: 'post', targetId: own.id }, colleague)
    expect((await answer(colleague, made)).json()).toEqual(errors.ownAppeal)
  })
})

it.each(subjects)('the lock of a %s is reversed on appeal', async (type) => {
  await lock(moderator, type)
  const made = await appealed(against('lock', type))
  expect((await answer(colleague, made)).statusCode).toBe(200)
  expect(await isLocked(type)).toBe(false)
  expect((await logged()).slice(0, 2)).toEqual(['overturn_appeal mods', `unlock_${type} mods`])
})

describe('a member who is banned from a community', () => {
  beforeEach(() => moderator.post(banned(), { username: author.username }))

  it('appeals, and can write again at once when that is accepted', async () => {
    const made = await appealed({ act: 'ban', communityId: birding })
    expect(made).toMatchObject({ act: 'ban', community: { name: 'birding' }, post: null })
    const posting = () =>
      author.post('/api/posts', { type: 'text', title: 'Back again', community: 'birding' })
    expect((await posting()).json()).toEqual(errors.bannedFromCommunity)
    expect((await answer(colleague, made)).statusCode).toBe(200)
    expect((await posting()).statusCode).toBe(200)
    expect((await logged())[1]).toBe('unban_from_community mods')
  })

  it.each<[string, () => PromiseLike<unknown>]>([
    [
      'was made by the same moderator after that was lifted',
      async () => {
        await moderator.delete(banned(), { username: author.username })
        await moderator.post(banned(), { username: author.username, kind: 'posting' })
      },
    ],
    [
      'was made by the same moderator after that had ended',
      async () => {
        await sql`update community_bans set expires_at = now() where user_id = ${author.id}`.execute(forum.db)
        await moderator.post(banned(), { username: author.username })
      },
    ],
    [
      'it was changed to by the same moderator',
      () => moderator.put(banned(), { username: author.username, kind: 'posting' }),
    ],
  ])('whose appeal is accepted stays banned by a later ban that %s', async (_case, banAnew) => {
    const made = await appealed({ act: 'ban', communityId: birding })
    await banAnew()
    expect((await answer(colleague, made)).statusCode).toBe(200)
    const post = () => author.post('/api/posts', { type: 'text', title: 'Back again', community: 'birding' })
    expect((await post()).json()).toEqual(errors.bannedFromCommunity)
    expect((await logged())[0]).toBe('overturn_appeal mods')
    // The later ban has an appeal of its own.
    await answer(colleague, await appealed({ act: 'ban', communityId: birding }))
    expect((await post()).statusCode).toBe(200)
  })

  it('is unbanned by an accepted appeal even if the note was changed since', async () => {
    const made = await appealed({ act: 'ban', communityId: birding })
    await moderator.put(banned(), { username: author.username, note: 'Appealed.' })
    await answer(colleague, made)
    expect((await author.get('/api/_initial')).json()).toMatchObject({ bans: [] })
  })

  it('still reads, exports and deletes the account', async () => {
    expect((await author.get(`/api/posts/${post.publicId}`)).statusCode).toBe(200)
    expect((await author.get(`/api/posts?communityId=${birding}`)).statusCode).toBe(200)
    const password = `password of ${author.username}`
    expect((await author.post('/api/_password', { password })).statusCode).toBe(200)
    expect((await author.post('/api/_export')).statusCode).toBe(200)
    expect((await author.delete(`/api/users/${author.username}`, { password })).statusCode).toBe(200)
  })
})

it('an appeal against a ban from the site does not lift a later one', async () => {
  const second = await forum.member(`admin_${authors}`, { isAdmin: true })
  const banFromSite = (kind: string) =>
    admin.post('/api/_admin', { action: 'ban_user', username: author.username, kind })
  await banFromSite('commenting')
  const made = await appealed({ act: 'ban' })
  await admin.post('/api/_admin', { action: 'unban_user', username: author.username })
  await banFromSite('posting')
  expect((await answer(second, made)).statusCode).toBe(200)
  expect((await author.get('/api/_initial')).json()).toMatchObject({ bans: [{ kind: 'posting' }] })
  await answer(second, await appealed({ act: 'ban' }))
  expect((await author.get('/api/_initial')).json()).toMatchObject({ bans: [] })
  await sql`update users set is_admin = false where id = ${second.id}`.execute(forum.db)
})

it('a member sees each action in force without an appeal once', async () => {
  const possible = async () =>
    (await author.get('/api/appeals/possible')).json<OutputOf<'listAppealable'>>().items
  await lock(moderator, 'comment')
  await remove(moderator, 'post')
  await moderator.put(`${urlOf('post')}?action=restore`)
  expect((await possible()).map(({ act }) => act)).toEqual(['lock'])
  await remove(colleague, 'post')
  await moderator.post(banned(), { username: author.username })
  expect(await possible()).toMatchObject([
    { act: 'ban', type: null, targetId: null, community: { name: 'birding' } },
    { act: 'removal', type: 'post', targetId: post.id, reason: 'Off topic.' },
    { act: 'lock', type: 'comment', targetId: comment },
  ])
  await appealed(against('removal', 'post'))
  expect((await possible()).map(({ act }) => act)).toEqual(['ban', 'lock'])
})

it('appeals of a deleted account are deleted', async () => {
  await remove(moderator, 'post')
  const { id } = await appealed(against('removal', 'post'))
  await author.delete(`/api/users/${author.username}`, { password: `password of ${author.username}` })
  expect((await admin.put(`/api/appeals/${id}`, { outcome: 'upheld', text: 'No.' })).json()).toEqual(
    errors.appealNotFound,
  )
})

it('lists open ones with the oldest first, answered ones apart, and all for admins', async () => {
  await remove(moderator, 'post')
  await remove(moderator, 'comment')
  const first = await appealed(against('removal', 'post'))
  const second = await appealed(against('removal', 'comment'))
  await answer(colleague, first, 'upheld')
  const open = await listed(colleague, `?communityId=${birding}`)
  expect(open.items.map(({ id }) => id)).toContain(second.id)
  expect(open.items.map(({ id }) => id)).not.toContain(first.id)
  expect(open.noOpen).toBe(open.items.length)
  const answered = await listed(admin, '?of=all&filter=answered')
  expect(answered.items[0]?.id).toBe(first.id)
  expect((await listed(author)).items.map(({ id }) => id)).toEqual([second.id, first.id])
})
