import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import { type Forum, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.close())

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
  const stored = await forum.db
    .selectFrom('post_visits')
    .where(
      'user_id',
      'in',
      members.map(({ id }) => id),
    )
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(stored.count)).toBe(members.length * posts.length)
  const { lastVisitAt } = (await members[0]?.get(`/api/posts/${posts[0]?.publicId}`))?.json() ?? {}
  expect(Date.parse(lastVisitAt)).toBeLessThanOrEqual(Date.now())
})
