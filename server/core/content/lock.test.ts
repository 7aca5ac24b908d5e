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
/** With the comments that are written. */
let thread: PostFacts

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  moderator = await forum.moderator('moderator_m', 'birding')
  elsewhere = await forum.moderator('moderator_e', 'elsewhere')
  author = await forum.member('wren_writes')
})
beforeEach(async () => {
  thread = await forum.post(author, 'birding')
})
afterAll(() => forum.close())

const kinds = ['post', 'comment'] as const
type Kind = (typeof kinds)[number]
/** Writes one. @returns its URL. */
async function write(kind: Kind, who: Member): Promise<string> {
  if (kind === 'post') return `/api/posts/${(await forum.post(who, 'birding')).publicId}`
  return `/api/posts/${thread.publicId}/comments/${(await forum.comment(who, thread)).id}`
}
/** Comments have no call of their own at that URL. */
const read = async (url: string) =>
  (await author.get(url.replace(/^.*(?=\/comments)/, '/api'))).json<Post | Comment>()
const act = (member: Member, url: string, action: string) => member.put(`${url}?action=${action}`)
const unlocked = { locked: false, lockedBy: null, lockedAt: null }
const comment = (member: Member, on: string, parentCommentId?: string) =>
  member.post(`${on}/comments`, { body: 'A comment.', ...(parentCommentId && { parentCommentId }) })

const proved = { post: '[CORE-4-019] [CORE-4-020] [CORE-7-014] ', comment: '' }
describe.each(kinds)('locking a %s', (kind) => {
  let url: string
  beforeEach(async () => {
    url = await write(kind, author)
  })

  it.each<[string, () => Member, string]>([
    ['a moderator', () => moderator, 'mods'],
    ['an admin', () => admin, 'admins'],
  ])(`${proved[kind]}by %s is recorded with the group`, async (_who, who, lockAs) => {
    const answer = await act(who(), url, `lock&lockAs=${lockAs}`)
    expect(answer.statusCode).toBe(200)
    const locked = { locked: true, lockedBy: who().id, lockedByGroup: lockAs, lockedAt: expect.any(String) }
    expect(answer.json()).toMatchObject(locked)
    expect(await read(url)).toMatchObject({ ...locked, lockedAt: answer.json<Post>().lockedAt })
  })

  it('again replaces role and time', async () => {
    const first = (await act(moderator, url, 'lock&lockAs=mods&render=page')).json<Post>()
    const second = (await act(admin, url, 'lock&lockAs=admins&render=page')).json<Post>()
    expect(second).toMatchObject({ lockedBy: admin.id, lockedByGroup: 'admins' })
    expect(Date.parse(second.lockedAt ?? '')).toBeGreaterThan(Date.parse(first.lockedAt ?? ''))
  })

  it.each<[string, () => Member, string, object]>([
    ['its author', () => author, 'lock&lockAs=mods', errors.notModerator],
    ['a moderator of another community', () => elsewhere, 'lock&lockAs=mods', errors.notModerator],
    ['a moderator as admin', () => moderator, 'lock&lockAs=admins', errors.notAdmin],
    ['an admin as moderator, without being one', () => admin, 'lock&lockAs=mods', errors.notModerator],
    ['a moderator as member', () => moderator, 'lock&lockAs=normal', errors.invalidGroup],
    ['a moderator in no role', () => moderator, 'lock', errors.invalidGroup],
    ['a moderator, in an action that is none', () => moderator, 'explode', errors.invalidAction],
    ['a moderator, in an action that every object has', () => moderator, 'constructor', errors.invalidAction],
  ])(
    `${kind === 'post' ? '[CORE-7-014] ' : ''}is refused to %s, and it stays open`,
    async (_who, who, action, refusal) => {
      expect((await act(who(), url, action)).json()).toEqual(refusal)
      expect(await read(url)).toMatchObject(unlocked)
    },
  )

  describe('and unlocking it', () => {
    it.each<[string, () => Member, () => Member, string]>([
      ['a moderator what an admin locked', () => moderator, () => admin, 'admins'],
      ['an admin what a moderator locked', () => admin, () => moderator, 'mods'],
    ])('is allowed to %s, and votes and comments are possible again', async (_who, opens, locks, lockAs) => {
      await act(locks(), url, `lock&lockAs=${lockAs}`)
      const answer = (await act(opens(), url, 'unlock')).json<Post>()
      expect(answer).toMatchObject(unlocked)
      expect(answer).not.toHaveProperty('lockedByGroup')
      const vote = { postId: answer.id, commentId: answer.id, up: true }
      const voted = await elsewhere.post(`/api/_${kind}Vote`, vote)
      expect(voted.json<Post>().upvotes).toBe(2)
      const answered =
        kind === 'post'
          ? await comment(elsewhere, url)
          : await comment(elsewhere, `/api/posts/${thread.publicId}`, answer.id)
      expect(answered.statusCode).toBe(200)
    })

    it('does nothing where it is not locked', async () => {
      expect((await act(moderator, url, 'unlock')).json()).toMatchObject(unlocked)
    })

    it.each<[string, () => Member]>([
      ['its author', () => author],
      ['a moderator of another community', () => elsewhere],
    ])('is refused to %s, and it stays locked', async (_who, who) => {
      await act(moderator, url, 'lock&lockAs=mods')
      expect((await act(who(), url, 'unlock')).json()).toEqual(errors.notModeratorNorAdmin)
      expect(await read(url)).toMatchObject({ locked: true })
    })
  })
})

describe('a locked post', () => {
  const url = () => `/api/posts/${thread.publicId}`

  it('[CORE-4-013] takes no comments, and no votes on it and on its comments', async () => {
    const { id } = await forum.comment(author, thread)
    await act(moderator, url(), 'lock&lockAs=mods')
    const refused = [
      await elsewhere.post('/api/_postVote', { postId: thread.id, up: true }),
      await elsewhere.post('/api/_commentVote', { commentId: id, up: true }),
      await comment(elsewhere, url()),
    ]
    for (const answer of refused) expect(answer.json()).toEqual(errors.postLocked)
    expect(await read(url())).toMatchObject({ upvotes: 1, noComments: 1 })
    expect((await author.get(`/api/comments/${id}`)).json<Comment>().upvotes).toBe(1)
  })

  it('can be edited, deleted and reported', async () => {
    await act(moderator, url(), 'lock&lockAs=mods')
    const reported = await elsewhere.post('/api/_report', { type: 'post', targetId: thread.id, reason: 1 })
    expect(reported.statusCode).toBe(200)
    expect((await author.put(url(), { title: 'Another' })).statusCode).toBe(200)
    expect((await author.delete(url())).statusCode).toBe(200)
  })
})

describe('a locked comment', () => {
  it('takes no replies, nor does anything below it, and all else is possible', async () => {
    const url = `/api/posts/${thread.publicId}`
    const { id } = await forum.comment(author, thread)
    const below = await forum.comment(author, thread, 'Below.', id)
    const bottom = await forum.comment(author, thread, 'At the bottom.', below.id)
    const beside = await forum.comment(author, thread)
    await act(moderator, `${url}/comments/${id}`, 'lock&lockAs=mods')
    for (const parent of [id, below.id, bottom.id])
      expect((await comment(elsewhere, url, parent)).json()).toEqual(errors.commentLocked)
    expect((await author.get(`/api/comments/${id}`)).json()).toMatchObject({ noReplies: 2 })
    expect((await comment(elsewhere, url, beside.id)).statusCode).toBe(200)
    expect((await elsewhere.post('/api/_commentVote', { commentId: id })).statusCode).toBe(200)
    const edited = await author.put(`${url}/comments/${id}`, { body: 'Edited.' })
    expect(edited.json()).toMatchObject({ body: 'Edited.', locked: true })
    expect((await author.delete(`${url}/comments/${id}`)).statusCode).toBe(200)
  })
})

it('deleted and unknown comments cannot be locked', async () => {
  const url = await write('comment', author)
  await author.delete(url)
  expect((await act(moderator, url, 'lock&lockAs=mods')).json()).toEqual(errors.commentDeleted)
  const other = (id: string) =>
    act(moderator, `/api/posts/${thread.publicId}/comments/${id}`, 'lock&lockAs=mods')
  expect((await other('99999999')).json()).toEqual(errors.commentNotFound)
  expect((await other('abc')).json()).toEqual(errors.invalidId)
})
