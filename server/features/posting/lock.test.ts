import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let admin: Member
let moderator: Member
let elsewhere: Member
let author: Member
let post: PostFacts

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  moderator = await forum.moderator('moderator_m', 'birding')
  elsewhere = await forum.moderator('moderator_e', 'elsewhere')
  author = await forum.member('wren_writes')
})
beforeEach(async () => {
  post = await forum.post(author, 'birding')
})
afterAll(() => forum.close())

const act = (member: Member, action: string) => member.put(`/api/posts/${post.publicId}?action=${action}`)
const read = async () => (await author.get(`/api/posts/${post.publicId}`)).json<Post>()
const unlocked = { locked: false, lockedBy: null, lockedAt: null }

describe('locking a post', () => {
  it.each<[string, () => Member, string]>([
    ['a moderator', () => moderator, 'mods'],
    ['an admin', () => admin, 'admins'],
  ])('[CORE-4-019] [CORE-4-020] [CORE-7-014] by %s is recorded with the group', async (_who, who, lockAs) => {
    const answer = await act(who(), `lock&lockAs=${lockAs}`)
    expect(answer.statusCode).toBe(200)
    const locked = { locked: true, lockedBy: who().id, lockedByGroup: lockAs, lockedAt: expect.any(String) }
    expect(answer.json()).toMatchObject(locked)
    expect(await read()).toMatchObject({ ...locked, lockedAt: answer.json<Post>().lockedAt })
  })

  it('again replaces role and time', async () => {
    const first = (await act(moderator, 'lock&lockAs=mods')).json<Post>()
    const second = (await act(admin, 'lock&lockAs=admins')).json<Post>()
    expect(second).toMatchObject({ lockedBy: admin.id, lockedByGroup: 'admins' })
    expect(Date.parse(second.lockedAt ?? '')).toBeGreaterThan(Date.parse(first.lockedAt ?? ''))
  })

  it('[CORE-4-013] prevents comments, and votes on it and on its comments', async () => {
    const comment = await forum.comment(author, post)
    await act(moderator, 'lock&lockAs=mods')
    const refused = [
      await elsewhere.post('/api/_postVote', { postId: post.id, up: true }),
      await elsewhere.post('/api/_commentVote', { commentId: comment.id, up: true }),
      await elsewhere.post(`/api/posts/${post.publicId}/comments`, { body: 'Late.' }),
    ]
    for (const answer of refused) expect(answer.json()).toEqual(errors.postLocked)
    expect(await read()).toMatchObject({ upvotes: 1, noComments: 1 })
    expect((await author.get(`/api/comments/${comment.id}`)).json<Comment>().upvotes).toBe(1)
  })

  it('does not prevent editing, deleting and reporting', async () => {
    await act(moderator, 'lock&lockAs=mods')
    const reported = await elsewhere.post('/api/_report', { type: 'post', targetId: post.id, reason: 1 })
    expect(reported.statusCode).toBe(200)
    expect((await author.put(`/api/posts/${post.publicId}`, { title: 'Another' })).statusCode).toBe(200)
    expect((await author.delete(`/api/posts/${post.publicId}`)).statusCode).toBe(200)
  })

  it.each<[string, () => Member, string, object]>([
    ['its author', () => author, 'lock&lockAs=mods', errors.notModerator],
    ['a moderator of another community', () => elsewhere, 'lock&lockAs=mods', errors.notModerator],
    ['a moderator as admin', () => moderator, 'lock&lockAs=admins', errors.notAdmin],
    ['an admin as moderator, without being one', () => admin, 'lock&lockAs=mods', errors.notModerator],
    ['a moderator as member', () => moderator, 'lock&lockAs=normal', errors.invalidGroup],
    ['a moderator in no role', () => moderator, 'lock', errors.invalidGroup],
  ])('is refused to %s, and the post stays open', async (_who, who, action, refusal) => {
    expect((await act(who(), action)).json()).toEqual(refusal)
    expect(await read()).toMatchObject(unlocked)
  })
})

describe('unlocking a post', () => {
  it.each<[string, () => Member, () => Member, string]>([
    ['a moderator what an admin locked', () => moderator, () => admin, 'admins'],
    ['an admin what a moderator locked', () => admin, () => moderator, 'mods'],
  ])('is allowed to %s, and votes count again', async (_who, opens, locks, lockAs) => {
    await act(locks(), `lock&lockAs=${lockAs}`)
    const answer = (await act(opens(), 'unlock')).json<Post>()
    expect(answer).toMatchObject(unlocked)
    expect(answer).not.toHaveProperty('lockedByGroup')
    const vote = await elsewhere.post('/api/_postVote', { postId: post.id, up: true })
    expect(vote.json<Post>().upvotes).toBe(2)
  })

  it('does nothing for a post that is not locked', async () => {
    expect((await act(moderator, 'unlock')).json()).toMatchObject(unlocked)
  })

  it.each<[string, () => Member]>([
    ['its author', () => author],
    ['a moderator of another community', () => elsewhere],
  ])('is refused to %s, and the post stays locked', async (_who, who) => {
    await act(moderator, 'lock&lockAs=mods')
    expect((await act(who(), 'unlock')).json()).toEqual(errors.notModeratorNorAdmin)
    expect(await read()).toMatchObject({ locked: true })
  })
})

it('[CORE-7-014] an unknown action is refused, also the name of an inherited property', async () => {
  for (const action of ['explode', 'constructor', 'toString'])
    expect((await act(moderator, action)).json()).toEqual(errors.invalidAction)
})
