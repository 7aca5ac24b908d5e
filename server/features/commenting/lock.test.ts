import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let admin: Member
let moderator: Member
let elsewhere: Member
let author: Member
let post: PostFacts
let id: string

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  moderator = await forum.moderator('moderator_m', 'birding')
  elsewhere = await forum.moderator('moderator_e', 'elsewhere')
  author = await forum.member('wren_writes')
  post = await forum.post(author, 'birding')
})
beforeEach(async () => {
  id = (await forum.comment(author, post)).id
})
afterAll(() => forum.close())

const act = (member: Member, action: string, commentId = id) =>
  member.put(`/api/posts/${post.publicId}/comments/${commentId}?action=${action}`)
const reply = (parentCommentId: string) =>
  elsewhere.post(`/api/posts/${post.publicId}/comments`, { body: 'A reply.', parentCommentId })
const read = async () => (await author.get(`/api/comments/${id}`)).json<Comment>()
const unlocked = { locked: false, lockedBy: null, lockedAt: null }

describe('locking a comment', () => {
  it.each<[string, () => Member, string]>([
    ['a moderator', () => moderator, 'mods'],
    ['an admin', () => admin, 'admins'],
  ])('by %s is recorded with the group', async (_who, who, lockAs) => {
    const answer = await act(who(), `lock&lockAs=${lockAs}`)
    expect(answer.statusCode).toBe(200)
    const locked = { locked: true, lockedBy: who().id, lockedByGroup: lockAs, lockedAt: expect.any(String) }
    expect(answer.json()).toMatchObject(locked)
    expect(await read()).toMatchObject({ ...locked, lockedAt: answer.json<Comment>().lockedAt })
  })

  it('again replaces role and time', async () => {
    const first = (await act(moderator, 'lock&lockAs=mods')).json<Comment>()
    const second = (await act(admin, 'lock&lockAs=admins')).json<Comment>()
    expect(second).toMatchObject({ lockedBy: admin.id, lockedByGroup: 'admins' })
    expect(Date.parse(second.lockedAt ?? '')).toBeGreaterThan(Date.parse(first.lockedAt ?? ''))
  })

  it('prevents replies to it and to everything below it, and nothing else', async () => {
    const below = await forum.comment(author, post, 'Below.', id)
    const bottom = await forum.comment(author, post, 'At the bottom.', below.id)
    const beside = await forum.comment(author, post)
    await act(moderator, 'lock&lockAs=mods')
    for (const parent of [id, below.id, bottom.id])
      expect((await reply(parent)).json()).toEqual(errors.commentLocked)
    expect(await read()).toMatchObject({ noReplies: 2 })
    expect((await reply(beside.id)).statusCode).toBe(200)
    // A lock on a comment does not refuse votes, edits and deletion.
    expect((await elsewhere.post('/api/_commentVote', { commentId: id })).statusCode).toBe(200)
    const edited = await author.put(`/api/posts/${post.publicId}/comments/${id}`, { body: 'Edited.' })
    expect(edited.json()).toMatchObject({ body: 'Edited.', locked: true })
    expect((await author.delete(`/api/posts/${post.publicId}/comments/${id}`)).statusCode).toBe(200)
  })

  it.each<[string, () => Member, string, object]>([
    ['its author', () => author, 'lock&lockAs=mods', errors.notModerator],
    ['a moderator of another community', () => elsewhere, 'lock&lockAs=mods', errors.notModerator],
    ['a moderator as admin', () => moderator, 'lock&lockAs=admins', errors.notAdmin],
    ['an admin as moderator, without being one', () => admin, 'lock&lockAs=mods', errors.notModerator],
    ['a moderator in no role', () => moderator, 'lock', errors.invalidGroup],
    ['a moderator, in an action that is none', () => moderator, 'explode', errors.invalidAction],
    ['a moderator, in an action that every object has', () => moderator, 'constructor', errors.invalidAction],
  ])('is refused to %s, and the comment stays open', async (_who, who, action, refusal) => {
    expect((await act(who(), action)).json()).toEqual(refusal)
    expect(await read()).toMatchObject(unlocked)
  })

  it('is refused for deleted and unknown comments', async () => {
    await author.delete(`/api/posts/${post.publicId}/comments/${id}`)
    expect((await act(moderator, 'lock&lockAs=mods')).json()).toEqual(errors.commentDeleted)
    expect((await act(moderator, 'lock&lockAs=mods', '99999999')).json()).toEqual(errors.commentNotFound)
    expect((await act(moderator, 'lock&lockAs=mods', 'abc')).json()).toEqual(errors.invalidId)
  })
})

describe('unlocking a comment', () => {
  it.each<[string, () => Member, () => Member, string]>([
    ['a moderator what an admin locked', () => moderator, () => admin, 'admins'],
    ['an admin what a moderator locked', () => admin, () => moderator, 'mods'],
  ])('is allowed to %s, and replies are possible again', async (_who, opens, locks, lockAs) => {
    await act(locks(), `lock&lockAs=${lockAs}`)
    const answer = (await act(opens(), 'unlock')).json<Comment>()
    expect(answer).toMatchObject(unlocked)
    expect(answer).not.toHaveProperty('lockedByGroup')
    expect((await reply(id)).statusCode).toBe(200)
  })

  it.each<[string, () => Member]>([
    ['its author', () => author],
    ['a moderator of another community', () => elsewhere],
  ])('is refused to %s, and the comment stays locked', async (_who, who) => {
    await act(moderator, 'lock&lockAs=mods')
    expect((await act(who(), 'unlock')).json()).toEqual(errors.notModeratorNorAdmin)
    expect(await read()).toMatchObject({ locked: true })
  })
})
