import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import { startBirding } from '../../../tests/support/birding.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import type { Forum, Member, PostFacts } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'

let forum: Forum
let author: Member
let reader: Member
let post: PostFacts

beforeAll(async () => {
  ;({ forum, author, reader } = await startBirding())
})
beforeEach(async () => {
  post = await forum.post(author, 'birding')
})
afterAll(() => forum.close())
const list = async (member: Pick<Member, 'get'>, query = '') =>
  (await member.get(`/api/posts/${post.publicId}/comments${query}`)).json<{
    comments: Comment[]
    next: string | null
  }>()

/** A chain of replies; gives their ids from the top down. */
async function chain(length: number): Promise<string[]> {
  const ids: string[] = []
  for (let depth = 0; depth < length; depth++)
    ids.push((await forum.comment(author, post, `Depth ${depth}`, ids.at(-1))).id)
  return ids
}

describe('reading the comments of a post', () => {
  it('[CORE-7-028] gives the best first over the whole tree, then the newest', async () => {
    const { id: first } = await forum.comment(author, post, 'first')
    const { id: second } = await forum.comment(author, post, 'second')
    const { id: reply } = await forum.comment(author, post, 'reply', first)
    await reader.post('/api/_commentVote', { commentId: reply, up: true })
    const page = await list(reader)
    expect(Object.keys(page)).toEqual(['comments', 'next'])
    expect(page.comments.map((comment) => comment.id)).toEqual([reply, second, first])
    expect(page.next).toBeNull()
  })

  it('pages through all of them without repeats, each page with the ancestors of its comments', async () => {
    const [root] = await chain(4)
    for (let n = 0; n < 9; n++) await forum.comment(reader, post, `Comment ${n}`, n % 2 ? root : undefined)
    const seen = new Map<string, Comment>()
    const own: string[] = []
    let next: string | null = null
    do {
      const page: { comments: Comment[]; next: string | null } = await list(
        reader,
        `?limit=3${next ? `&next=${next}` : ''}`,
      )
      own.push(...page.comments.slice(0, 3).map((comment) => comment.id))
      const here = new Set(page.comments.map((comment) => comment.id))
      for (const comment of page.comments) {
        seen.set(comment.id, comment)
        for (const ancestor of comment.ancestors ?? []) expect(here).toContain(ancestor)
      }
      next = page.next
    } while (next)
    expect(own).toHaveLength(13)
    expect(new Set(own).size).toBe(13)
    expect(seen.size).toBe(13)
  })

  it('gives at most 500 a page and goes on with the 501st', async () => {
    await sql`insert into comments (post_id, author_id, body, upvotes)
      select ${post.id}, ${author.id}, 'Comment ' || n, n % 7 from generate_series(1, 503) as n`.execute(
      forum.db,
    )
    const { comments, next } = await list(reader)
    expect(comments).toHaveLength(500)
    const rest = await list(reader, `?next=${next}`)
    expect(rest.comments).toHaveLength(3)
    expect(rest.next).toBeNull()
    expect(next).toBe(`${rest.comments[0]?.upvotes}.${stored(rest.comments[0]?.id ?? '')}`)
  })

  it('gives all descendants of one comment as a bare array', async () => {
    const ids = await chain(4)
    await forum.comment(reader, post)
    const answer = await reader.get(`/api/posts/${post.publicId}/comments?parentId=${ids[1]}`)
    const comments = answer.json<Comment[]>()
    expect(comments.map((comment) => comment.id).sort()).toEqual(ids.slice(2).sort())
    const none = await reader.get(`/api/posts/${post.publicId}/comments?parentId=${ids[3]}`)
    expect(none.json()).toEqual([])
  })

  it('shows a member their own votes and a guest none', async () => {
    const { id } = await forum.comment(author, post)
    await reader.post('/api/_commentVote', { commentId: id, up: false })
    const guest = await forum.guest()
    expect((await list(reader)).comments[0]).toMatchObject({ userVoted: true, userVotedUp: false })
    expect((await list(author)).comments[0]).toMatchObject({ userVoted: true, userVotedUp: true })
    expect((await list(guest)).comments[0]).toMatchObject({ userVoted: null, userVotedUp: null })
  })

  it('counts as a visit, but a further page and the replies of one comment do not', async () => {
    const { id } = await forum.comment(author, post)
    const lastVisit = async () =>
      (
        await sql<{ visited_at: Date }>`select visited_at from post_visits
          where user_id = ${reader.id} and post_id = ${post.id}`.execute(forum.db)
      ).rows[0]?.visited_at
    await list(reader, `?parentId=${id}`)
    await list(reader, '?next=1.1')
    expect(await lastVisit()).toBeUndefined()
    await list(reader)
    await expect.poll(lastVisit).toBeInstanceOf(Date)
  })

  it('refuses cursors, ids and limits that make no sense, and unknown posts', async () => {
    const at = (query: string) => reader.get(`/api/posts/${post.publicId}/comments?${query}`)
    expect((await at('next=abc')).json()).toEqual(errors.invalidCursor)
    expect((await at('parentId=abc')).json()).toEqual(errors.invalidId)
    expect((await at('limit=501')).json()).toEqual(errors.limitOutOfRange)
    expect((await reader.get('/api/posts/nowhere1/comments')).json()).toEqual(errors.postNotFound)
    expect((await reader.get('/api/comments/abc')).json()).toEqual(errors.invalidId)
    expect((await reader.get('/api/comments/99999999')).json()).toEqual(errors.commentNotFound)
  })

  it('takes the same few statements for a thread of any size', async () => {
    const url = `/api/posts/${post.publicId}?fetchCommunity=false`
    const count = () => countQueries(forum.database, () => reader.get(url))
    await count()
    const small = await count()
    await chain(10)
    // What is not in memory is read in one statement for the post, and one for its comments.
    expect(await count()).toBeLessThanOrEqual(small + 2)
    expect(await count()).toBe(small)
    expect(small).toBe(3)
  })
})
