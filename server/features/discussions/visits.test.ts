import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { type Forum, startForum } from '../../../tests/support/forum.ts'
import { createApp } from '../../app.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.close())

const visitsOf = (memberIds: string[]) =>
  forum.db.selectFrom('post_visits').select('visited_at').where('user_id', 'in', memberIds).execute()

/** An author, a reader and a post of the author. */
async function scene(name: string) {
  const author = await forum.member(`author_${name}`)
  const reader = await forum.member(`reader_${name}`)
  await forum.community(name)
  return { author, reader, post: await forum.post(author, name) }
}

const postOf = (answer: { json(): unknown }) => answer.json() as Post

it('reading a post writes nothing, and the visit is stored later', async () => {
  const { reader, post } = await scene('quiet')
  await forum.db.transaction().execute(async (trx) => {
    await sql`lock table post_visits in exclusive mode`.execute(trx)
    expect((await reader.get(`/api/posts/${post.publicId}`)).statusCode).toBe(200)
    expect((await reader.get(`/api/posts/${post.publicId}/comments`)).statusCode).toBe(200)
  })
  await expect.poll(() => visitsOf([reader.id])).toHaveLength(1)
})

it('a visit that is not stored yet counts on the next one, and in lists', async () => {
  const { author, reader, post } = await scene('prompt')
  const second = await forum.db.transaction().execute(async (trx) => {
    // Holds back the write of the visits.
    await sql`lock table post_visits in exclusive mode`.execute(trx)
    await reader.get(`/api/posts/${post.publicId}`)
    await forum.comment(author, post)
    return postOf(await reader.get(`/api/posts/${post.publicId}?render=page`))
  })
  expect(second).toMatchObject({ lastVisitAt: expect.any(String), newComments: 1 })
  const { posts } = (await reader.get('/api/posts?feed=all&sort=latest&render=page')).json<{
    posts: Post[]
  }>()
  const [listed] = posts.filter(({ id }) => id === post.id)
  expect(listed?.newComments).toBe(0)
  expect(Date.parse(listed?.lastVisitAt ?? '')).toBeGreaterThan(Date.parse(second.lastVisitAt ?? ''))
})

it('visits are stored when the server stops', async () => {
  const { reader, post } = await scene('ending')
  const { config, secrets, files, ipBlocks } = forum
  const server = await createApp({ db: forum.database.db, config, secrets, files, ipBlocks })
  await server.inject({ url: `/api/posts/${post.publicId}`, headers: reader.headers() })
  await server.close()
  expect(await visitsOf([reader.id])).toHaveLength(1)
})

it('members who open posts at the same time see their own votes, and each visit is stored once', async () => {
  const author = await forum.member('author')
  await forum.community('busy')
  const posts = [await forum.post(author, 'busy'), await forum.post(author, 'busy')]
  const members = await Promise.all(['opener_0', 'opener_1', 'opener_2'].map((name) => forum.member(name)))
  const votes = [true, false, null]
  for (const { publicId } of posts) {
    const { id } = (await author.post(`/api/posts/${publicId}/comments`, { body: 'Agreed.' })).json()
    for (const [at, member] of members.entries())
      if (votes[at] !== null) await member.post('/api/_commentVote', { commentId: id, up: votes[at] })
  }
  const openings = [...members, ...members].flatMap((member, at) =>
    posts.map(async ({ publicId }) => ({
      vote: votes[at % members.length],
      page: (await member.get(`/api/posts/${publicId}/comments`)).json<{ comments: Comment[] }>(),
    })),
  )
  for (const { vote, page } of await Promise.all(openings))
    expect(page.comments.map(({ userVotedUp }) => userVotedUp)).toEqual([vote])
  await expect
    .poll(async () => (await visitsOf(members.map(({ id }) => id))).length)
    .toBe(members.length * posts.length)
  const { lastVisitAt } = (await members[0]?.get(`/api/posts/${posts[0]?.publicId}`))?.json() ?? {}
  expect(Date.parse(lastVisitAt)).toBeLessThanOrEqual(Date.now())
})

it('what others wrote since a time comes with what is above it, and is not a visit', async () => {
  const author = await forum.member('writer')
  const reader = await forum.member('reader')
  await forum.community('lively')
  const { publicId } = await forum.post(author, 'lively')
  const url = `/api/posts/${publicId}/comments`
  const write = async (who: typeof author, body: string, parentCommentId: string | null = null) =>
    (await who.post(`${url}?render=page`, { body, parentCommentId })).json<Comment>()
  const old = await write(author, 'Known.')
  const answered = await write(author, 'Known and answered.')
  await write(author, 'Known, too.')
  await reader.get(url)
  const since = Date.parse((await write(author, 'The last one before.')).createdAt) + 1
  const first = await write(author, 'New below a known one.', answered.id)
  const gone = await write(author, 'New and deleted.')
  await author.send({ method: 'DELETE', url: `${url}/${gone.id}`, payload: {} })
  await write(reader, 'Of my own.', old.id)
  const second = await write(author, 'New at the top.')
  const visits = () => visitsOf([reader.id])
  await expect.poll(visits).toHaveLength(1)
  const before = await visits()
  const news = async (query = '', from: number | string = since) =>
    (await reader.get(`${url}?since=${from}${query}`)).json<{ comments: Comment[]; next: string | null }>()
  const idsOf = ({ comments }: { comments: Comment[] }) => comments.map(({ id }) => id)
  expect(idsOf(await news())).toEqual([answered.id, first.id, second.id])
  const page = await news('&limit=1')
  expect(idsOf(page)).toEqual([answered.id, first.id])
  const next = await news('&limit=1', page.next ?? '')
  expect(idsOf(next)).toEqual([second.id])
  expect(next.next).toBeNull()
  expect((await news()).next).toBeNull()
  expect(await visits()).toEqual(before)
  const guest = await forum.guest()
  expect((await guest.get(`${url}?since=${since}`)).json().comments).toEqual([])
  expect((await guest.get(`${url}?since=yesterday`)).json()).toMatchObject({ code: 'invalid_cursor' })
})
