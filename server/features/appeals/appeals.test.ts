import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { answer, listed, notifications, startAppealing, subjects } from '../../../tests/support/appealing.ts'
import { recount } from '../../../tests/support/recount.ts'

const {
  admin,
  against,
  appeal,
  appealed,
  banned,
  birding,
  colleague,
  forum,
  isDeleted,
  isLocked,
  lock,
  logged,
  lone,
  moderator,
  remove,
  urlOf,
  current,
} = await startAppealing()

describe.each(subjects)('an appeal against the removal of a %s', (type) => {
  beforeEach(() => remove(moderator, type))

  it('shows the action and its reason, and its member sees the role of the actor, not the name', async () => {
    expect(await appealed(against('removal', type))).toMatchObject({
      act: 'removal',
      member: { username: current.author.username },
      community: { name: 'birding' },
      post: { publicId: current.post.publicId, title: 'A rare warbler' },
      comment: type === 'post' ? null : { id: current.comment },
      actedAs: 'mods',
      actor: null,
      reason: 'Off topic.',
      text: 'It was a warbler.',
      outcome: null,
      mayAnswer: false,
    })
    expect((await listed(current.author)).items).toHaveLength(1)
    const [seen] = (await listed(colleague, `?communityId=${birding}`)).items.slice(-1)
    expect(seen).toMatchObject({ actor: { username: 'moderator_m' }, mayAnswer: true })
  })

  it('notifies the other moderators', async () => {
    const before = (await notifications(moderator)).length
    await appealed(against('removal', type))
    expect((await notifications(colleague))[0]).toMatchObject({
      type: 'appeal_filed',
      toURL: '/birding/modtools/appeals',
      title: `@${current.author.username} appealed the removal of ${type === 'post' ? 'the post' : 'a comment on the post'} A rare warbler`,
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
    const [told] = await notifications(current.author)
    expect(told).toMatchObject({
      type: 'appeal_answered',
      body: 'Answer: You are right.',
      title: expect.stringMatching(/^Your appeal was accepted, and the removal of .* was undone$/),
    })
    expect(JSON.stringify(told)).not.toContain('moderator_c')
  })

  it('that is declined changes only the appeal', async () => {
    const made = await appealed(against('removal', type))
    expect((await answer(colleague, made, 'upheld', 'It was off topic.')).statusCode).toBe(200)
    expect(await isDeleted(type)).toBe(true)
    expect((await logged())[0]).toBe('uphold_appeal mods')
    expect((await notifications(current.author))[0]?.title).toMatch(/^Your appeal was declined/)
    expect((await listed(current.author)).items[0]).toMatchObject({
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
    const [stored] = (await listed(current.author)).items
    expect(await isDeleted(type)).toBe(stored?.outcome === 'upheld')
  })

  it('does not reverse a repeated action, and says so', async () => {
    const made = await appealed(against('removal', type))
    await admin.put(`${urlOf(type)}?action=restore`)
    await remove(colleague, type)
    expect((await answer(admin, made)).json()).toMatchObject({ outcome: 'overturned', isReversed: false })
    expect(await isDeleted(type)).toBe(true)
    expect((await notifications(current.author))[0]?.title).toMatch(
      /^Your appeal was accepted, but the removal of .* couldn't be undone$/,
    )
  })

  it('that is accepted after it was restored says that it is taken back', async () => {
    const made = await appealed(against('removal', type))
    await admin.put(`${urlOf(type)}?action=restore`)
    expect((await answer(admin, made)).json()).toMatchObject({ outcome: 'overturned', isReversed: true })
  })

  it('is hidden from everyone but its author', async () => {
    const other = await forum.member(`other_${current.number}`)
    expect((await appeal(against('removal', type), other)).json()).toEqual(errors.nothingToAppeal)
  })
})

describe('the answer comes from', () => {
  it('another moderator than the one who acted, if there is one', async () => {
    await remove(moderator, 'post')
    const made = await appealed(against('removal', 'post'))
    expect((await answer(moderator, made)).json()).toEqual(errors.ownAct)
    expect(await isDeleted('post')).toBe(true)
    expect((await listed(current.author)).items[0]?.outcome).toBeNull()
  })

  it('an admin, if there is no other moderator', async () => {
    const own = await forum.post(current.author, 'mosses')
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
    const second = await forum.member(`second_${current.number}`, { isAdmin: true })
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

it('the removal of a post whose content is gone cannot be reversed, and the answer says so', async () => {
  await remove(moderator, 'post')
  const made = await appealed(against('removal', 'post'))
  await admin.delete(`${urlOf('post')}?deleteAs=admins&deleteContent=true`)
  expect((await answer(colleague, made)).json()).toMatchObject({ outcome: 'overturned', isReversed: false })
  expect(await isDeleted('post')).toBe(true)
  expect((await notifications(current.author))[0]?.title).toMatch(/couldn't be undone$/)
  expect((await logged())[0]).toBe('overturn_appeal mods')
})

it('a ban that was changed since stays, and the answer says so; one that was lifted is taken back', async () => {
  const { username } = current.author
  await moderator.post(banned(), { username })
  const made = await appealed({ act: 'ban', communityId: birding })
  await moderator.put(banned(), { username, kind: 'posting' })
  expect((await answer(colleague, made)).json()).toMatchObject({ outcome: 'overturned', isReversed: false })
  expect((await notifications(current.author))[0]?.title).toMatch(/the ban from birding couldn't be undone$/)
  const again = await appealed({ act: 'ban', communityId: birding })
  await moderator.delete(banned(), { username })
  expect((await answer(colleague, again)).json()).toMatchObject({ outcome: 'overturned', isReversed: true })
})

it('a removal can be appealed against after admins removed it, too', async () => {
  await remove(moderator, 'post')
  await admin.delete(`${urlOf('post')}?deleteAs=admins&deleteContent=true`)
  const possible = await current.author.get('/api/appeals/possible')
  expect(possible.json()).toMatchObject({ items: [{ act: 'removal', actedAs: 'admins' }] })
  expect(await appealed(against('removal', 'post'))).toMatchObject({ actedAs: 'admins' })
})

it('a removal that an order of admins followed cannot be appealed against as the one before', async () => {
  await remove(moderator, 'comment')
  await moderator.put(`${urlOf('comment')}?action=restore`)
  await sql`update comments set deleted_at = clock_timestamp(), deleted_as = 'admins', deleted_by = ${admin.id}
    where id = ${current.comment}`.execute(forum.db)
  expect((await appeal(against('removal', 'comment'))).json()).toEqual(errors.nothingToAppeal)
})

it('a member sees each action in force without an appeal once', async () => {
  const possible = async () =>
    (await current.author.get('/api/appeals/possible')).json<OutputOf<'listAppealable'>>().items
  await lock(moderator, 'comment')
  await remove(moderator, 'post')
  await moderator.put(`${urlOf('post')}?action=restore`)
  expect((await possible()).map(({ act }) => act)).toEqual(['lock'])
  await remove(colleague, 'post')
  await moderator.post(banned(), { username: current.author.username })
  expect(await possible()).toMatchObject([
    { act: 'ban', type: null, targetId: null, community: { name: 'birding' } },
    { act: 'removal', type: 'post', targetId: current.post.id, reason: 'Off topic.' },
    { act: 'lock', type: 'comment', targetId: current.comment },
  ])
  await appealed(against('removal', 'post'))
  expect((await possible()).map(({ act }) => act)).toEqual(['ban', 'lock'])
})

it('appeals of a deleted account are deleted', async () => {
  await remove(moderator, 'post')
  const { id } = await appealed(against('removal', 'post'))
  await current.author.delete(`/api/users/${current.author.username}`, {
    password: `password of ${current.author.username}`,
  })
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
  expect((await listed(current.author)).items.map(({ id }) => id)).toEqual([second.id, first.id])
})
