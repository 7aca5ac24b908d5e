import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../contract/endpoints/index.ts'
import { limits } from '../../../contract/limits.ts'
import { commentSorts } from '../../../contract/words.ts'
import { eachInShares } from '../../../tests/support/eachInShares.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { loadNewComments } from './loadNewComments.ts'
import { loadMoreComments, loadMoreReplies, loadThread } from './loadThread.ts'
import type { Thread } from './threadChanges.ts'

let forum: Forum
let author: Member
let reader: Member
beforeAll(async () => {
  forum = await startForum()
  author = await forum.member('author')
  reader = await forum.member('reader')
  await forum.community('lively')
})
afterAll(() => forum.close())

/** The client of the API, as the reader. @returns it with the queries that it has sent. */
function readersApi() {
  const queries: Record<string, string>[] = []
  const call = async (
    _name: string,
    { params, query = {} }: { params: { publicId: string }; query?: Record<string, string> },
  ) => {
    queries.push(query)
    const answer = await reader.get(`/api/posts/${params.publicId}/comments?${new URLSearchParams(query)}`)
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }
  return { api: { call } as unknown as ApiClient, queries }
}

const since = '2026-03-01T12:00:00.000Z'

/** 260 comments from before, and 700 from after, seven of them always at the same moment; votes are often equal. */
async function discussion(): Promise<PostFacts> {
  const post = await forum.post(author, 'lively')
  await sql`
    with numbered as (
      select nextval(pg_get_serial_sequence('comments', 'id')) as id, n from generate_series(0, 959) as n order by n
    ), parents as (
      -- A third are comments on the post, the others replies to these, old and new ones.
      select id, n, case when n % 3 > 0 then (select min(id) from numbered) + n / 5 / 3 * 3 end as parent_id from numbered
    )
    insert into comments (id, post_id, author_id, parent_id, ancestors, body, upvotes, downvotes, created_at, deleted_at, deleted_as)
    overriding system value
    select id, ${post.id}, case when n % 50 = 7 then ${reader.id}::bigint else ${author.id}::bigint end, parent_id,
      case when parent_id is null then '{}' else array[parent_id] end, 'Number ' || n, n * 7 % 12, n * 5 % 4,
      ${since}::timestamptz + (case when n < 260 then n - 300 else 1 + (n - 260) / 7 end) * interval '1 second',
      case when n % 41 = 5 then now() end, case when n % 41 = 5 then 'mods' end
    from parents`.execute(forum.db)
  await sql`
    update comments set reply_count = counted.replies, direct_reply_count = counted.replies
    from (select parent_id, count(*) as replies from comments where post_id = ${post.id} group by parent_id) as counted
    where id = counted.parent_id`.execute(forum.db)
  return post
}

/** Siblings by their parent, in the order of the server. */
async function ordered(post: PostFacts, sort: string): Promise<Map<string | null, string[]>> {
  const { rows } = await sql<{ id: string; parent_id: string | null }>`
    select id, parent_id from comments
    where post_id = ${post.id} order by comment_key(${sort}, comments) desc, id desc`.execute(forum.db)
  return bySiblings(rows.map((row) => ({ id: last(row.id), parentId: row.parent_id && last(row.parent_id) })))
}

/** Ids on the wire have more digits than those of the database. */
const last = (id: string) => String(BigInt(id.slice(-18)))

function bySiblings(comments: readonly { id: string; parentId: string | null }[]) {
  const siblings = new Map<string | null, string[]>()
  for (const { id, parentId } of comments) {
    const parent = parentId && last(parentId)
    siblings.set(parent, [...(siblings.get(parent) ?? []), last(id)])
  }
  return siblings
}

function expectOrder(thread: Thread, all: Map<string | null, string[]>) {
  const known = new Set(thread.comments.map(({ id }) => last(id)))
  for (const [parent, ids] of bySiblings(thread.comments)) {
    expect(parent === null || known.has(parent)).toBe(true)
    expect(ids).toEqual(all.get(parent)?.filter((id) => known.has(id)))
  }
}

describe('new comments of a long discussion', () => {
  eachInShares(
    commentSorts.map((sort) => [sort] as const),
    3,
  )('come all, at their places, and further pages around them: %s', async (sort) => {
    const post = await discussion()
    const all = await ordered(post, sort)
    const { api, queries } = readersApi()
    const params = { publicId: post.publicId, sort, from: null, focus: null }
    const first = await loadThread(api, { ...params, signal: AbortSignal.timeout(60_000) })
    expect(first.next).not.toBeNull()
    let thread = (await loadNewComments(api, params, since))(first)
    const { rows } = await sql<{ id: string }>`
      select id from comments where post_id = ${post.id} and created_at > ${since} and deleted_at is null
        and author_id <> ${reader.id}`.execute(forum.db)
    expect(rows.length).toBeGreaterThan(limits.commentsPerPage)
    const known = new Set(thread.comments.map(({ id }) => last(id)))
    expect(rows.filter(({ id }) => !known.has(last(id)))).toEqual([])
    expect(new Set(thread.comments.map(({ id }) => id)).size).toBe(thread.comments.length)
    expectOrder(thread, all)
    expect(queries.filter((query) => 'since' in query).length).toBeLessThanOrEqual(4)

    while (thread.next !== null) thread = (await loadMoreComments(api, params, thread.next))(thread)
    expectOrder(thread, all)
    for (const { id, noRepliesDirect } of thread.comments.filter(({ parentId }) => parentId === null))
      if (noRepliesDirect > 0)
        thread = (await loadMoreReplies(api, params, { commentId: id, next: undefined }))(thread)
    expect(thread.comments).toHaveLength(960)
    expectOrder(thread, all)
  })

  it('come all where their texts are so long that a page has few', async () => {
    const post = await forum.post(author, 'lively')
    await sql`
      insert into comments (post_id, author_id, body, body_html, created_at)
      select ${post.id}, ${author.id}, 'Long.', repeat('w', 90000), ${since}::timestamptz + n * interval '1 second'
      from generate_series(1, 60) as n`.execute(forum.db)
    const { api } = readersApi()
    const params = { publicId: post.publicId, sort: 'old', from: null, focus: null } as const
    const none: Thread = { comments: [], next: null, written: [], focus: null }
    const thread = (await loadNewComments(api, params, since))(none)
    expect(thread.comments).toHaveLength(60)
  })
})
