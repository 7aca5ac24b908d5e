import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { newPostsCountedMax } from '../../../contract/limitValues.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let reader: Member
let author: Member
let birding: { id: string }
let moss: { id: string }

beforeAll(async () => {
  forum = await startForum()
  birding = await forum.community('birding')
  moss = await forum.community('moss')
  reader = await forum.member('robin_reads')
  author = await forum.member('wren_writes')
})
beforeEach(async () => {
  for (const table of ['memberships', 'posts', 'user_mutes'])
    await sql`delete from ${sql.table(table)}`.execute(forum.db)
  await sql`insert into memberships (user_id, community_id, visited_at)
    select ${reader.id}, id, now() - interval '1 hour' from communities`.execute(forum.db)
})
afterAll(() => forum.close())

/** This many posts of this age. */
const write = (by: Member, community: string, { count = 1, age = '1 minute' } = {}) =>
  sql`insert into posts (public_id, type, author_id, community_id, title, created_at)
    select substr(md5(random()::text), 1, 8), 'text', ${by.id}, id, 'A post', now() - ${age}::interval
    from communities, generate_series(1, ${count}::integer) where name = ${community}`.execute(forum.db)
const newCounts = async () => {
  const { communities } = (await reader.get('/api/_newPosts')).json<{
    communities: { name: string; newPosts: number }[]
  }>()
  return communities.map(({ name, newPosts }) => [name, newPosts])
}
const visit = (id: string) => reader.post(`/api/_newPosts/${id}`)
const visitedAt = async (id: string) =>
  (
    await sql<{ at: string }>`select visited_at::text as at from memberships
      where user_id = ${reader.id} and community_id = ${id}`.execute(forum.db)
  ).rows[0]?.at

describe('the new posts of a community', () => {
  it('are those since the member last opened it', async () => {
    await write(author, 'birding', { count: 2 })
    await write(author, 'birding', { age: '2 hours' })
    await write(author, 'moss')
    expect(await newCounts()).toEqual([
      ['birding', 2],
      ['moss', 1],
    ])
    expect((await visit(birding.id)).json()).toEqual({ success: true })
    expect(await newCounts()).toEqual([['moss', 1]])
  })

  it('are counted to a limit', async () => {
    await write(author, 'birding', { count: newPostsCountedMax + 5 })
    expect(await newCounts()).toEqual([['birding', newPostsCountedMax]])
  })

  it('exclude own posts, those of muted members, and deleted ones', async () => {
    const muted = await forum.member('loud_one')
    await sql`insert into user_mutes (user_id, muted_user_id) values (${reader.id}, ${muted.id})`.execute(
      forum.db,
    )
    await write(reader, 'birding')
    await write(muted, 'birding')
    await write(author, 'moss')
    await sql`update posts set deleted_at = now(), deleted_as = 'normal' where author_id = ${author.id}`.execute(
      forum.db,
    )
    expect(await newCounts()).toEqual([])
  })

  it('are of the communities that the member joined, from then on', async () => {
    await write(author, 'birding')
    await sql`delete from memberships`.execute(forum.db)
    await reader.post('/api/_joinCommunity', { communityId: birding.id })
    expect(await newCounts()).toEqual([])
    await write(author, 'birding', { age: '-1 minute' })
    await write(author, 'moss', { age: '-1 minute' })
    expect(await newCounts()).toEqual([['birding', 1]])
  })
})

describe('a visit', () => {
  it('is stored at most once a minute, and whenever there are new posts', async () => {
    await visit(moss.id)
    const first = await visitedAt(moss.id)
    await visit(moss.id)
    expect(await visitedAt(moss.id)).toBe(first)
    await forum.post(author, 'moss')
    expect(await newCounts()).toEqual([['moss', 1]])
    await visit(moss.id)
    expect(await newCounts()).toEqual([])
    await sql`update memberships set visited_at = now() - interval '61 seconds'`.execute(forum.db)
    const before = await visitedAt(moss.id)
    await visit(moss.id)
    expect(await visitedAt(moss.id)).not.toBe(before)
  })

  it('makes nobody a member, and is of a community', async () => {
    await sql`delete from memberships`.execute(forum.db)
    expect((await visit(birding.id)).json()).toEqual({ success: true })
    expect(await visitedAt(birding.id)).toBeUndefined()
    expect((await visit('abc')).json()).toEqual(errors.invalidId)
  })
})
