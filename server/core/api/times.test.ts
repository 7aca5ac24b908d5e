import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { zeroTime } from '../../../contract/entities/schema.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { wholeSeconds } from './times.ts'

let forum: Forum
let author: Member
let post: PostFacts

const fraction = /"\w+":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z"/
const text = '{"createdAt":"2026-11-26T22:55:13.623Z"}, "2026-11-26T22:55:13.623Z"'

beforeAll(async () => {
  forum = await startForum()
  author = await forum.member('wren_writes')
  await forum.community('birding')
  post = await forum.post(author, 'birding', { title: 'Times', body: text })
  await author.post(`/api/posts/${post.publicId}/comments`, { body: text })
  const times = sql`created_at = '2026-11-26T22:55:13.623Z', last_activity_at = '2026-11-26T22:55:13.999Z'`
  await sql`update posts set ${times} where id = ${post.id}`.execute(forum.db)
})
afterAll(() => forum.close())

describe('times in answers', () => {
  it.each([
    () => '/api/_initial',
    () => '/api/_user',
    () => '/api/posts',
    () => '/api/posts?sort=activity',
    () => `/api/posts/${post.publicId}`,
    () => `/api/posts/${post.publicId}/comments`,
    () => '/api/communities',
    () => '/api/users/wren_writes/feed',
    () => '/api/notifications',
    () => '/api/users/wren_writes/lists',
    () => '/api/search?q=times',
  ])('are whole seconds: %#', async (path) => {
    const answer = await author.get(path())
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toMatch(fraction)
  })

  it('are whole seconds, cut, and texts stay as they are', async () => {
    const found = (await author.get(`/api/posts/${post.publicId}`)).json<Post>()
    expect(found).toMatchObject({
      body: text,
      createdAt: '2026-11-26T22:55:13Z',
      lastActivityAt: '2026-11-26T22:55:13Z',
    })
    const guest = await forum.guest()
    expect((await guest.get(`/api/posts/${post.publicId}`)).json()).toMatchObject({
      createdAt: found.createdAt,
    })
  })

  it('are the same in the answer to a write, also sent twice, and in later ones', async () => {
    const send = () =>
      author.send({
        method: 'POST',
        url: '/api/posts',
        headers: { 'idempotency-key': 'times' },
        payload: { type: 'text', title: 'Second', body: 'B', community: 'birding' },
      })
    const [first, second] = [(await send()).json<Post>(), (await send()).json<Post>()]
    expect(first.createdAt).toMatch(/T\d\d:\d\d:\d\dZ$/)
    const third = (await author.get(`/api/posts/${first.publicId}`)).json<Post>()
    expect([second.createdAt, third.createdAt]).toEqual([first.createdAt, first.createdAt])
  })

  it('have milliseconds for our own pages', async () => {
    const found = (await author.get(`/api/posts/${post.publicId}?render=page`)).json<Post>()
    expect(found).toMatchObject({ createdAt: '2026-11-26T22:55:13.623Z' })
  })
})

it.each([
  ['2026-11-26T22:55:13.623Z', '2026-11-26T22:55:13Z'],
  ['2026-11-26T22:55:13.623456Z', '2026-11-26T22:55:13Z'],
  ['2026-11-26T22:55:13Z', '2026-11-26T22:55:13Z'],
  [zeroTime, zeroTime],
])('writes %s as %s', (time, expected) => {
  expect(wholeSeconds(time)).toBe(expected)
})
