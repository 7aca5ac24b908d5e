import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import { wireId } from '../../../contract/ids.ts'
import { type CommentSort, commentSorts } from '../../../contract/words.ts'
import {
  type Client,
  type Forum,
  type Member,
  type PostFacts,
  startForum,
} from '../../../tests/support/forum.ts'
import { sortedThread } from '../../core/comments/sortedThread.sql.ts'

let forum: Forum
let guest: Client
let author: Member
beforeAll(async () => {
  forum = await startForum()
  author = await forum.member('author')
  await forum.community('ordered')
  guest = await forum.guest()
})
afterAll(() => forum.close())

const newPost = () => forum.post(author, 'ordered')

interface Votes {
  readonly up: number
  readonly down?: number
  readonly deleted?: boolean
}

/** Comments with these votes, the oldest first. @returns their ids. */
async function write(post: PostFacts, votes: readonly Votes[], parentId: string | null = null) {
  const { rows } = await sql<{ id: string }>`
    insert into comments (post_id, author_id, parent_id, ancestors, body, upvotes, downvotes, deleted_at, deleted_as)
    select ${post.id}, ${author.id}, ${parentId}::bigint,
      coalesce((select ancestors || id from comments where id = ${parentId}::bigint), '{}'), 'Number ' || n, up, down,
      case when deleted then now() end, case when deleted then 'mods' end
    from unnest(${votes.map(({ up }) => up)}::integer[], ${votes.map(({ down }) => down ?? 0)}::integer[],
      ${votes.map(({ deleted }) => deleted === true)}::boolean[]) with ordinality as given (up, down, deleted, n)
    order by n
    returning id`.execute(forum.db)
  return rows.map(({ id }) => wireId('comment', id))
}

/** Counts replies in the same way as the program. */
const recount = (post: PostFacts) =>
  sql`
    update comments set reply_count = counted.replies, direct_reply_count = counted.direct
    from (
      select above, count(*) as replies, count(*) filter (where above = parent_id) as direct
      from comments cross join unnest(ancestors) as above where post_id = ${post.id} group by above) as counted
    where id = above`.execute(forum.db)

interface Page {
  comments: Comment[]
  next: string | null
}

async function pageOf(post: PostFacts, query: string): Promise<Page> {
  const answer = await guest.get(`/api/posts/${post.publicId}/comments?${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<Page>()
}

async function repliesTo(post: PostFacts, parentId: string, query: string): Promise<Comment[]> {
  const answer = await guest.get(`/api/posts/${post.publicId}/comments?parentId=${parentId}&${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<Comment[]>()
}

const idsOf = (comments: readonly Comment[]) => comments.map(({ id }) => id)
const atTop = (comments: readonly Comment[]) => comments.filter(({ parentId }) => parentId === null)

/** All pages in order, as a client requests them. */
async function allPages(post: PostFacts, query: string): Promise<Comment[][]> {
  const pages: Comment[][] = []
  for (let next: string | null = ''; next !== null; ) {
    const page: Page = await pageOf(post, `${query}&next=${next}`)
    pages.push(page.comments)
    next = page.next
  }
  return pages
}

/** The lower bound of the Wilson score interval, computed differently than in the database. */
function wilson(up: number, down: number): number {
  const z = 1.281551565545
  const n = up + down
  const share = up / n
  return (
    (share + z ** 2 / (2 * n) - z * Math.sqrt((share * (1 - share) + z ** 2 / (4 * n)) / n)) /
    (1 + z ** 2 / n)
  )
}

describe('the order of comments', () => {
  const votes: readonly Votes[] = [
    { up: 5, down: 0 },
    { up: 90, down: 80 },
    { up: 30, down: 4 },
    { up: 900, deleted: true },
    { up: 1, down: 0 },
    { up: 1, down: 60 },
    { up: 10, down: 9 },
    { up: 60, down: 30 },
    { up: 0, deleted: true },
  ]
  // Indexes into `votes`. Deleted comments come last, the newest first.
  const expected: Record<CommentSort, number[]> = {
    best: [2, 0, 7, 1, 6, 4, 5, 8, 3],
    top: [7, 2, 1, 0, 6, 4, 5, 8, 3],
    new: [7, 6, 5, 4, 2, 1, 0, 8, 3],
    old: [0, 1, 2, 4, 5, 6, 7, 8, 3],
    controversial: [1, 7, 6, 2, 5, 4, 0, 8, 3],
  }

  it.each(commentSorts)(
    'can be %s, on the post and below a comment, on one page and on many',
    async (sort) => {
      const post = await newPost()
      const ids = await write(post, votes)
      const [parent = ''] = ids
      const below = await write(post, votes, parent)
      await recount(post)
      const inOrder = expected[sort].map((place) => ids[place])
      expect(idsOf(atTop((await pageOf(post, `sort=${sort}`)).comments))).toEqual(inOrder)
      for (const limit of [1, 2, 3, 7]) {
        const pages = await allPages(post, `sort=${sort}&limit=${limit}`)
        expect(idsOf(atTop(pages.flat()))).toEqual(inOrder)
      }
      const repliesInOrder = expected[sort].map((place) => below[place])
      expect(idsOf(await repliesTo(post, parent, `sort=${sort}`))).toEqual(repliesInOrder)
      for (const limit of [2, 3, 4]) {
        const seen: string[] = []
        for (let next = ''; seen.length < below.length; next = seen.at(-1) ?? '') {
          const page = idsOf(await repliesTo(post, parent, `sort=${sort}&limit=${limit}&next=${next}`))
          expect(page.length).toBeLessThanOrEqual(limit)
          if (next !== '') expect(page[0]).toBe(next)
          seen.push(...page.filter((id) => !seen.includes(id)))
        }
        expect(seen).toEqual(repliesInOrder)
      }
    },
  )

  it.each(commentSorts)(
    '%s goes on where it was, also when the last known reply is deleted',
    async (sort) => {
      const post = await newPost()
      const [parent = ''] = await write(post, [{ up: 1 }])
      await write(post, votes, parent)
      await recount(post)
      const all = await repliesTo(post, parent, `sort=${sort}`)
      const last = all[3]
      const cursor = `${last?.upvotes}.${last?.downvotes}.${last?.id}`
      const page = async (next: string, limit: number) =>
        idsOf(await repliesTo(post, parent, `sort=${sort}&limit=${limit}&next=${next}`))
      const following = idsOf(all.slice(3, 7))
      expect(await page(cursor, 4)).toEqual(following)
      expect(await page(last?.id ?? '', 4)).toEqual(following)
      await sql`
        update comments set deleted_at = now(), deleted_as = 'mods'
        where post_id = ${post.id} and parent_id is not null
          and (upvotes, downvotes) = (${last?.upvotes}, ${last?.downvotes})`.execute(forum.db)
      expect(await page(cursor, 3)).toEqual(following.slice(1))
    },
  )

  it('accepts any numbers of votes in a cursor', async () => {
    const post = await newPost()
    const [parent = ''] = await write(post, [{ up: 1 }])
    const ids = await write(post, [{ up: 3 }], parent)
    const from = (sort: CommentSort) =>
      repliesTo(post, parent, `sort=${sort}&next=9999999999.9999999999.${ids[0]}`)
    for (const sort of commentSorts) await from(sort)
    expect(idsOf(await from('controversial'))).toEqual(ids)
  })

  it('best is the lower bound of the Wilson score interval', async () => {
    const { rows } = await sql<{ up: number; down: number; best: string }>`
      select up, down, comment_best(up, down) as best
      from unnest(array[0, 1, 2, 7, 30, 400, 25000]) as up, unnest(array[0, 1, 3, 50, 900, 70000]) as down`.execute(
      forum.db,
    )
    for (const { up, down, best } of rows)
      expect(Number(best) / 1e9).toBeCloseTo(up === 0 ? 0 : wilson(up, down), 8)
  })

  it('is by default the one of older versions: the most upvoted of all levels, including deleted ones', async () => {
    const post = await newPost()
    const ids = await write(post, [{ up: 2 }, { up: 9, deleted: true }, { up: 4, down: 3 }])
    const replies = await write(post, [{ up: 3 }, { up: 8, deleted: true }, { up: 1 }], ids[0])
    await recount(post)
    const { comments, next } = await pageOf(post, '')
    expect(idsOf(comments)).toEqual([ids[1], replies[1], ids[2], replies[0], ids[0], replies[2]])
    expect(next).toBeNull()
    expect(idsOf(await repliesTo(post, ids[0] ?? '', ''))).toEqual([replies[1], replies[0], replies[2]])
  })

  it('also applies to the comments of a post’s answer, and its cache key contains the order', async () => {
    const post = await newPost()
    const ids = await write(post, [{ up: 2 }, { up: 9 }])
    const withPost = async (query: string) =>
      idsOf((await guest.get(`/api/posts/${post.publicId}${query}`)).json().comments)
    expect(await withPost('?commentsSort=old')).toEqual(ids)
    expect(await withPost('?commentsSort=best')).toEqual([ids[1], ids[0]])
    expect(await withPost('?commentsSort=old')).toEqual(ids)
  })

  it('follows a vote and a deletion, without a further statement', async () => {
    const post = await newPost()
    const [{ id: first }, { id: second }] = [
      await forum.comment(author, post),
      await forum.comment(author, post),
    ]
    const voter = await forum.member('voter')
    await voter.post('/api/_commentVote', { commentId: first, up: true })
    expect(idsOf((await pageOf(post, 'sort=best')).comments)).toEqual([first, second])
    const deletion = await author.delete(`/api/posts/${post.publicId}/comments/${first}`)
    expect(deletion.statusCode).toBe(200)
    expect(idsOf((await pageOf(post, 'sort=best')).comments)).toEqual([second, first])
  })
})

describe('a page of comments in an order', () => {
  it('has the two best replies of each comment on the post', async () => {
    const post = await newPost()
    const ids = await write(
      post,
      Array.from({ length: 12 }, (_, n) => ({ up: 100 - n })),
    )
    const best: string[] = []
    for (const id of ids) {
      const [low, high, middle] = await write(post, [{ up: 1 }, { up: 9 }, { up: 5 }], id)
      await write(post, [{ up: 50 }], low)
      best.push(high ?? '', middle ?? '')
    }
    await recount(post)
    const { comments, next } = await pageOf(post, 'sort=top&limit=30')
    expect(idsOf(atTop(comments))).toEqual(ids.slice(0, 10))
    expect(idsOf(comments).filter((id) => !ids.includes(id))).toEqual(best.slice(0, 20))
    expect(next).toBe(`90.${BigInt(ids[10]?.slice(-18) ?? 0)}`)
  })

  it('is complete if all comments fit, however deep they are', async () => {
    const post = await newPost()
    const [first = '', second = ''] = await write(post, [{ up: 5 }, { up: 4 }])
    let [deepest = ''] = await write(post, [{ up: 1 }], first)
    for (let level = 0; level < 10; level += 1) [deepest = ''] = await write(post, [{ up: 1 }], deepest)
    await write(post, [{ up: 1 }, { up: 2 }, { up: 3 }, { up: 4 }], second)
    await recount(post)
    const { comments, next } = await pageOf(post, 'sort=best&limit=17')
    expect(comments).toHaveLength(17)
    expect(next).toBeNull()
  })

  it('never exceeds its limit, nor has a reply without its parent', async () => {
    const post = await newPost()
    for (const id of await write(post, [{ up: 3 }, { up: 2 }, { up: 1 }]))
      for (const reply of await write(post, Array(6).fill({ up: 1 }), id))
        await write(post, Array(3).fill({ up: 1 }), reply)
    await recount(post)
    for (let limit = 1; limit <= 75; limit += 1) {
      const { comments } = await pageOf(post, `sort=best&limit=${limit}`)
      expect(comments.length).toBeLessThanOrEqual(limit)
      const known = new Set<string | null>([null])
      for (const { id, parentId } of comments) {
        expect(known.has(parentId)).toBe(true)
        known.add(id)
      }
    }
  })

  it('ends sooner if texts are long, but has at least one comment', async () => {
    const post = await newPost()
    const ids = await write(post, Array(8).fill({ up: 1 }))
    await sql`update comments set body = repeat('w', 390000), body_html = repeat('w', 390000) where post_id = ${post.id}`.execute(
      forum.db,
    )
    const pages = await allPages(post, 'sort=old')
    expect(pages.length).toBeGreaterThan(1)
    expect(idsOf(pages.flat())).toEqual(ids)
  })

  it('reads as much of a long discussion as it has, in each order', async () => {
    const post = await newPost()
    await sql`
      insert into comments (post_id, author_id, body, upvotes, downvotes)
      select ${post.id}, ${author.id}, 'Number ' || n, n % 90, n % 70 from generate_series(1, 4000) as n`.execute(
      forum.db,
    )
    const [crowded = ''] = await write(post, [{ up: 400 }])
    await write(
      post,
      Array.from({ length: 3000 }, (_, n) => ({ up: n % 80, down: n % 7 })),
      crowded,
    )
    await recount(post)
    await sql`analyze comments`.execute(forum.db)
    for (const sort of commentSorts) {
      const literals: Record<string, string> = {
        limit: '100',
        maxBytes: '1000000',
        hasCursor: 'false',
        sort: `'${sort}'`,
      }
      const text = sortedThread.text.replace(/\$\{(\w+)\}/g, (_, name: string) => literals[name] ?? '')
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (analyze, format json) ${sql.raw(
        text.replace('$1', `'${post.publicId}'`).replaceAll(/\$[23]/g, 'null'),
      )}`.execute(forum.db)
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      expect(Math.max(...scannedRows(plan)), sort).toBeLessThanOrEqual(101)
    }
  })
})

interface Plan {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** How many rows each scan of a table or an index has read. */
function scannedRows(plan: Plan | undefined): number[] {
  if (!plan) return []
  const { 'Actual Rows': rows, 'Actual Loops': loops, 'Rows Removed by Filter': removed = 0 } = plan
  const own = /Scan$/.test(plan['Node Type']) ? [(rows + removed) * loops] : []
  return [...own, ...(plan.Plans ?? []).flatMap(scannedRows)]
}
