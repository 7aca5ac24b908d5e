import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import { commentSorts } from '../../../contract/words.ts'
import {
  type Client,
  type Forum,
  type Member,
  type PostFacts,
  startForum,
} from '../../../tests/support/forum.ts'

let forum: Forum
let author: Member
let moderator: Member
let admin: Member
let guest: Client
let post: PostFacts
/** Five, the oldest first. */
let comments: string[]

beforeAll(async () => {
  forum = await startForum()
  moderator = await forum.moderator('moderator_m', 'birding')
  author = await forum.member('wren_writes')
  admin = await forum.member('the_admin', { isAdmin: true })
  guest = await forum.guest()
})
beforeEach(async () => {
  post = await forum.post(author, 'birding')
  comments = []
  for (const name of ['one', 'two', 'three', 'four', 'five'])
    comments.push((await forum.comment(author, post, name)).id)
  await moderator.post('/api/_commentVote', { commentId: comments[4], up: true })
})
afterAll(() => forum.close())

const change = (action: string, comment = comments[2], who = moderator) =>
  who.put(`/api/posts/${post.publicId}/comments/${comment}?action=${action}`)

interface Page {
  comments: Comment[]
  next: string | null
}
const sorts = [undefined, ...commentSorts]
type Sort = (typeof sorts)[number]

const pageOf = async (who: Client, query: string) =>
  (await who.get(`/api/posts/${post.publicId}/comments?${query}`)).json<Page>()

/** All pages with this many comments. */
async function pagesOf(who: Client, sort: Sort, limit: number): Promise<Comment[][]> {
  const pages: Comment[][] = []
  for (let next: string | null = ''; next !== null; ) {
    const page: Page = await pageOf(who, `limit=${limit}${sort ? `&sort=${sort}` : ''}&next=${next}`)
    pages.push(page.comments)
    next = page.next
  }
  return pages
}
const idsOf = (page: readonly Comment[] = []) => page.map(({ id }) => id)

describe.each(sorts)('in the order %s, a pinned comment', (sort) => {
  it.each([1, 2, 3, 5, 50])('is first, and once on all pages of %d', async (limit) => {
    const before = (await pagesOf(guest, sort, limit)).flatMap(idsOf)
    expect((await change('pin')).statusCode).toBe(200)
    for (const who of [guest, author, moderator]) {
      const pages = await pagesOf(who, sort, limit)
      expect(pages.flatMap(idsOf)).toEqual([comments[2], ...before.filter((id) => id !== comments[2])])
      expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(limit)
      const [first, ...others] = pages.flat()
      expect(first).toMatchObject({ id: comments[2], isPinned: true })
      for (const other of others) expect(other).not.toHaveProperty('isPinned')
    }
  })
})

it('comes with the post, and its replies below it', async () => {
  const reply = (await forum.comment(author, post, 'A reply', comments[2])).id
  await change('pin')
  for (const sort of commentSorts) {
    const whole = await guest.get(`/api/posts/${post.publicId}?commentsSort=${sort}`)
    const shown = whole.json<{ comments: Comment[] }>().comments
    expect(idsOf(shown)[0]).toBe(comments[2])
    expect(idsOf(shown)).toContain(reply)
    expect(idsOf(shown).filter((id) => id === comments[2])).toHaveLength(1)
  }
  const replies = await guest.get(`/api/posts/${post.publicId}/comments?parentId=${comments[2]}`)
  expect(replies.statusCode).toBe(200)
})

it('takes the place of the one that was pinned', async () => {
  await change('pin', comments[0])
  expect((await change('pin', comments[1], admin)).json()).toMatchObject({ isPinned: true })
  const { comments: shown } = await pageOf(guest, 'sort=old')
  expect(shown.filter(({ isPinned }) => isPinned).map(({ id }) => id)).toEqual([comments[1]])
})

it('has its old place again when it is unpinned', async () => {
  const before = idsOf((await pageOf(guest, 'sort=top')).comments)
  await change('pin')
  const answer = (await change('unpin')).json()
  expect(answer).not.toHaveProperty('isPinned')
  expect(idsOf((await pageOf(guest, 'sort=top')).comments)).toEqual(before)
})

it.each<[string, () => Promise<unknown>]>([
  ['its author deletes it', () => author.delete(`/api/posts/any/comments/${comments[2]}`)],
  ['moderators remove it', () => moderator.delete(`/api/posts/any/comments/${comments[2]}?deleteAs=mods`)],
  [
    'it is erased',
    () => moderator.post('/api/_erase', { type: 'comment', targetId: comments[2], reason: 'An address.' }),
  ],
])('the pin ends when %s, also after it is restored', async (_when, remove) => {
  await change('pin')
  await remove()
  await change('restore')
  expect((await guest.get(`/api/comments/${comments[2]}`)).json()).not.toHaveProperty('isPinned')
  // Another one can be pinned.
  expect((await change('pin', comments[0])).statusCode).toBe(200)
})

it('several pins at the same time leave one', async () => {
  const answers = await Promise.all(comments.map((id) => change('pin', id)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  const { comments: shown } = await pageOf(guest, '')
  expect(shown.filter(({ isPinned }) => isPinned)).toHaveLength(1)
})

it('is refused for replies and deleted comments', async () => {
  const reply = (await forum.comment(author, post, 'A reply', comments[2])).id
  expect((await change('pin', reply)).json()).toEqual(errors.cannotPinReply)
  await author.delete(`/api/posts/any/comments/${comments[2]}`)
  expect((await change('pin')).json()).toEqual(errors.commentDeleted)
})
