import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import { wireId } from '../../../contract/ids.ts'
import { limits } from '../../../contract/limits.ts'
import { type Client, type Forum, type PostFacts, startForum } from '../../../tests/support/forum.ts'

const siblings = 20_000
/** The maximum depth of comments (a constraint of the table). */
const deepest = 15

let forum: Forum
let guest: Client
let post: PostFacts
let authorId: string
beforeAll(async () => {
  forum = await startForum()
  const author = await forum.member('author')
  await forum.community('crowded')
  post = await forum.post(author, 'crowded')
  authorId = author.id
  guest = await forum.guest()
})
afterAll(() => forum.close())

/** This many comments below one, or at the top level, with few different numbers of upvotes. @returns their ids, the best first. */
async function write(count: number, parentId: string | null = null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with written as (
      insert into comments (post_id, author_id, parent_id, ancestors, body, upvotes)
      select ${post.id}, ${authorId}, ${parentId}::bigint,
        coalesce((select ancestors || id from comments where id = ${parentId}::bigint), '{}'), 'Number ' || n, n % 9
      from generate_series(1, ${count}::integer) as n
      returning id, upvotes)
    select id from written order by upvotes desc, written.id desc`.execute(forum.db)
  return rows.map(({ id }) => wireId('comment', id))
}

const replies = async (parentId: string, query = '') => {
  const answer = await guest.get(`/api/posts/${post.publicId}/comments?parentId=${parentId}${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<Comment[]>()
}
const idsOf = (comments: readonly Comment[]) => comments.map(({ id }) => id)

/** All pages of the direct replies to a comment, as a client requests them. */
async function ownReplies(parentId: string, limit: number): Promise<string[]> {
  const seen: string[] = []
  for (let next = ''; ; ) {
    const page = await replies(parentId, `&limit=${limit}${next}`)
    expect(page.length).toBeLessThanOrEqual(limit)
    const own = page.filter((comment) => comment.parentId === parentId)
    seen.push(...idsOf(own).filter((id) => !seen.includes(id)))
    const last = own.at(-1)
    if (!last || own.length < limit) return seen
    next = `&next=${last.upvotes}.${last.id}`
  }
}

describe('the replies to a comment', () => {
  // [CORE-7-028]
  it('come page by page, the best first and each once, even if there are twenty thousand', {
    tags: ['long'],
  }, async () => {
    const [parent = ''] = await write(1)
    const ids = await write(siblings, parent)
    const first = await guest.get(`/api/posts/${post.publicId}/comments?parentId=${parent}`)
    expect(idsOf(first.json())).toEqual(ids.slice(0, limits.commentsPerPage))
    expect(first.rawPayload.length).toBeLessThan(1024 * 1024)
    expect(await ownReplies(parent, limits.commentsPerPage)).toEqual(ids)
    // Pages are found through the index, not by reading all and sorting them.
    const { rows } = await sql<{
      'QUERY PLAN': string
    }>`explain select id from comments where parent_id = ${parent}
      order by upvotes desc, id desc limit 500`.execute(forum.db)
    expect(JSON.stringify(rows)).toContain('comments_best_replies')
  })

  it('come level by level, and never without their parent', async () => {
    const [parent = ''] = await write(1)
    for (const child of await write(3, parent))
      for (const grandchild of await write(3, child)) await write(3, grandchild)
    const all = await replies(parent)
    expect(all.map(({ depth }) => depth)).toEqual([
      ...Array(3).fill(1),
      ...Array(9).fill(2),
      ...Array(27).fill(3),
    ])
    for (let limit = 1; limit <= all.length; limit += 1) {
      const page = await replies(parent, `&limit=${limit}`)
      expect(page).toHaveLength(limit)
      const known = new Set([parent, ...idsOf(page)])
      expect(page.filter(({ parentId }) => !known.has(parentId ?? ''))).toEqual([])
      const own = all.filter(({ parentId }) => parentId === parent)
      expect(idsOf(page).slice(0, 3)).toEqual(idsOf(own).slice(0, limit))
    }
  })

  it('come in a chain as deep as there can be', async () => {
    const chain = await write(1)
    while (chain.length <= deepest) chain.push(...(await write(1, chain.at(-1))))
    expect(idsOf(await replies(chain[0] ?? ''))).toEqual(chain.slice(1))
    expect(idsOf(await replies(chain[0] ?? '', '&limit=5'))).toEqual(chain.slice(1, 6))
  })
})
