import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'

interface Page {
  posts: Post[]
  next: string | null
}

let forum: Forum
let author: Member
let reader: Member
let posts: PostFacts[]

beforeAll(async () => {
  forum = await startForum({ GUEST_CACHE_SECONDS: '3600' }, { watch: undefined })
  await forum.community('birding')
  author = await forum.member('author_a')
  reader = await forum.member('reader_r')
  posts = []
  for (const n of [1, 2, 3, 4]) posts.push(await forum.post(author, 'birding', { title: `Post number ${n}` }))
})
afterAll(() => forum.close())

const read = async (member: Member, query = 'sort=latest') =>
  (await member.get(`/api/posts?${query}`)).json<Page>()
const post = (number: number) => posts[number - 1] ?? { id: '', publicId: '' }

describe('a cached feed that members share', () => {
  it('shows each of them their own vote, and all of them the current numbers', async () => {
    await read(author)
    await reader.post('/api/_postVote', { postId: post(2).id, up: true })
    const find = (page: Page) => page.posts.find(({ id }) => id === post(2).id)
    expect(find(await read(reader))).toMatchObject({ upvotes: 2, userVoted: true, userVotedUp: true })
    await reader.post('/api/_postVote', { postId: post(2).id, up: false })
    expect(find(await read(reader))).toMatchObject({ upvotes: 1, downvotes: 1, userVotedUp: false })
    expect(find(await read(author))).toMatchObject({ upvotes: 1, downvotes: 1, userVotedUp: true })
  })

  it('shows authors their new post, new title and new comment at once, and nobody what was deleted', async () => {
    await read(author)
    const { id, publicId } = await forum.post(author, 'birding', { title: 'The newest of all' })
    expect((await read(author)).posts[0]).toMatchObject({ id, title: 'The newest of all', noComments: 0 })
    await author.put(`/api/posts/${publicId}`, { title: 'Another title' })
    await forum.comment(reader, { id, publicId })
    expect((await read(reader)).posts[0]).toMatchObject({ title: 'Another title', noComments: 1 })
    await author.delete(`/api/posts/${publicId}`)
    expect((await read(reader)).posts[0]?.id).toBe(post(4).id)
  })

  it('excludes a post that another process deleted meanwhile, and its cursor still works', async ({
    onTestFinished,
  }) => {
    // A busy machine may need longer for this than the two seconds for which the order is kept.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    onTestFinished(() => clock.mockRestore())
    const before = await read(reader, 'sort=latest&limit=2')
    expect(before.posts.map(({ id }) => id)).toEqual([post(4).id, post(3).id])
    await forum.db
      .updateTable('posts')
      .set({ deleted_at: new Date(), deleted_as: 'mods' })
      .where('id', '=', post(3).id)
      .execute()
    const after = await read(reader, 'sort=latest&limit=2')
    expect(after.posts.map(({ id }) => id)).toEqual([post(4).id])
    expect(after.next).toBe(before.next)
  })

  it('runs queries only for the session and the viewer state', async () => {
    await read(reader)
    expect(await countQueries(forum.database, () => read(reader))).toBe(2)
  })
})
