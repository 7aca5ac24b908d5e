import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { hiddenPostsMax } from './hide.ts'

let forum: Forum
let author: Member
let post: PostFacts
let made = 0

beforeAll(async () => {
  forum = await startForum()
  await forum.community('birding')
  author = await forum.member('author_a')
  post = await forum.post(author, 'birding')
})
afterAll(() => forum.close())

const newReader = () => forum.member(`reader${++made}`)
const hiddenBy = async (member: Member) =>
  (
    await forum.db
      .selectFrom('hidden_posts')
      .select('post_id')
      .where('user_id', '=', member.id)
      .orderBy('hidden_at')
      .orderBy('post_id')
      .execute()
  ).map((row) => row.post_id)

/** This many posts, hidden one after the other, with equal times unless an interval is given. */
async function hideMany(member: Member, count: number, apart = "interval '0'"): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into posts (public_id, type, author_id, community_id, title)
    select lpad(${`${stored(member.id)}x`} || n, 8, '0'), 'text', ${author.id}, (select id from communities), 'One of many'
    from generate_series(1, ${count}::integer) as n returning id`.execute(forum.db)
  const ids = rows.map((row) => row.id)
  await sql`insert into hidden_posts (user_id, post_id, hidden_at)
    select ${member.id}, id, now() - interval '1 hour' + n * ${sql.raw(apart)}
    from unnest(${ids}::bigint[]) with ordinality as many (id, n)`.execute(forum.db)
  return ids
}

describe('hiding a post', () => {
  it('[CORE-7-020] [CORE-1-012] is stored once for this member, also if repeated', async () => {
    const reader = await newReader()
    for (let time = 1; time <= 2; time++) {
      const answer = await reader.post('/api/hidden_posts', { postId: post.id })
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({ success: true })
    }
    expect(await hiddenBy(reader)).toEqual([stored(post.id)])
    expect(await hiddenBy(author)).toEqual([])
  })

  it('keeps the newest thousand, also with equal times', async () => {
    const reader = await newReader()
    const ids = await hideMany(reader, hiddenPostsMax)
    await reader.post('/api/hidden_posts', { postId: post.id })
    expect(await hiddenBy(reader)).toEqual([...ids.slice(1), stored(post.id)])
  })

  it('again drops none of the thousand', async () => {
    const reader = await newReader()
    const ids = await hideMany(reader, hiddenPostsMax, "interval '1 second'")
    await reader.post('/api/hidden_posts', { postId: ids[500] })
    expect(await hiddenBy(reader)).toEqual(ids)
  })

  it('takes one statement beside the session', async () => {
    const reader = await newReader()
    const statements = await countQueries(forum.database, () =>
      reader.post('/api/hidden_posts', { postId: post.id }),
    )
    expect(statements).toBe(2)
  })

  it.each<[string, unknown, object]>([
    ['that nobody wrote', { postId: '999999999' }, errors.postNotFound],
    ['whose id is larger than any', { postId: '9'.repeat(24) }, errors.postNotFound],
    ['whose id is none', { postId: 'abc' }, errors.invalidId],
    ['without an id', {}, errors.invalidJson],
  ])('%s is refused', async (_case, body, refusal) => {
    const reader = await newReader()
    expect((await reader.post('/api/hidden_posts', body)).json()).toEqual(refusal)
    expect(await hiddenBy(reader)).toEqual([])
  })

  it('is refused to guests', async () => {
    const guest = await forum.guest()
    expect((await guest.post('/api/hidden_posts', { postId: post.id })).json()).toEqual(errors.notLoggedIn)
    expect((await guest.delete(`/api/hidden_posts/${post.id}`)).json()).toEqual(errors.notLoggedIn)
  })
})

describe('showing a hidden post again', () => {
  it('[CORE-7-021] works for this member only', async () => {
    const [reader, other] = [await newReader(), await newReader()]
    for (const member of [reader, other]) await member.post('/api/hidden_posts', { postId: post.id })
    for (let time = 1; time <= 2; time++)
      expect((await reader.delete(`/api/hidden_posts/${post.id}`)).json()).toEqual({ success: true })
    expect(await hiddenBy(reader)).toEqual([])
    expect(await hiddenBy(other)).toEqual([stored(post.id)])
  })

  it.each(['abc', '-1', '1.5', '9'.repeat(25)])('is refused for the id %s', async (id) => {
    const reader = await newReader()
    expect((await reader.delete(`/api/hidden_posts/${id}`)).json()).toEqual(errors.invalidPostId)
  })
})

describe('the list of hidden posts', () => {
  const titles = (answer: { json(): { items: { title: string }[] } }) =>
    answer.json().items.map(({ title }) => title)

  it('[CORE-7-056] is one’s own, the last hidden first', async () => {
    const reader = await newReader()
    const other = await newReader()
    const second = await forum.post(author, 'birding', { title: 'Another one' })
    await reader.post('/api/hidden_posts', { postId: post.id })
    await reader.post('/api/hidden_posts', { postId: second.id })
    const answer = await reader.get('/api/hidden_posts')
    expect(answer.json()).toEqual({
      items: [
        {
          id: second.id,
          publicId: second.publicId,
          title: 'Another one',
          communityName: 'birding',
          username: author.username,
          hiddenAt: expect.stringMatching(/^20.*Z$/),
        },
        expect.objectContaining({ id: post.id }),
      ],
      next: null,
    })
    expect((await other.get('/api/hidden_posts')).json()).toEqual({ items: [], next: null })
    await reader.delete(`/api/hidden_posts/${second.id}`)
    expect((await reader.get('/api/hidden_posts')).json().items).toHaveLength(1)
  })

  it('comes in pages, also where posts were hidden at the same time', async () => {
    const reader = await newReader()
    const ids = await hideMany(reader, 45)
    const seen: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: { items: { id: string }[]; next: string | null } = (
        await reader.get(`/api/hidden_posts?next=${next}`)
      ).json()
      expect(page.items.length).toBeLessThanOrEqual(20)
      seen.push(...page.items.map(({ id }) => stored(id)))
      next = page.next
    }
    expect(seen).toEqual(ids.toReversed())
  })

  it('excludes deleted posts, and those of communities that one may not read', async () => {
    const reader = await newReader()
    await forum.community('mossland')
    const [kept, deleted, unreadable] = [
      await forum.post(author, 'birding', { title: 'Kept' }),
      await forum.post(author, 'birding', { title: 'Deleted' }),
      await forum.post(author, 'mossland', { title: 'Unreadable' }),
    ]
    for (const { id } of [kept, deleted, unreadable]) await reader.post('/api/hidden_posts', { postId: id })
    await author.delete(`/api/posts/${deleted.publicId}`)
    expect(titles(await reader.get('/api/hidden_posts'))).toEqual(['Unreadable', 'Kept'])
    await sql`insert into community_bans (community_id, user_id, kind)
      select id, ${reader.id}, 'reading' from communities where name = 'mossland'`.execute(forum.db)
    expect(titles(await reader.get('/api/hidden_posts'))).toEqual(['Kept'])
  })
})
