import { afterAll, beforeAll, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let author: Member
let other: Member
beforeAll(async () => {
  forum = await startForum({ RATE_LIMITS: 'on' })
  await changeSettings(await forum.member('the_admin', { isAdmin: true }), {
    votesOnMemberPerDay: 3,
    votesPerSecond: 1000,
    postsPer10Seconds: 1000,
    commentsPer5Seconds: 1000,
  })
  await forum.community('birding')
  author = await forum.member('author_a')
  other = await forum.member('author_b')
})
afterAll(() => forum.close())

it('votes on posts and comments of one member are limited together, and on those of others separately', async () => {
  const voter = await forum.member('voter_v')
  const post = await forum.post(author, 'birding')
  const comment = await forum.comment(author, post)
  const fromOther = await forum.comment(other, post)
  const onPost = (up: boolean) => voter.post('/api/_postVote', { postId: post.id, up })
  const onComment = (id: string) => voter.post('/api/_commentVote', { commentId: id })
  expect((await onPost(true)).statusCode).toBe(200)
  expect((await onComment(comment.id)).statusCode).toBe(200)
  expect((await onPost(false)).statusCode).toBe(200)
  const refused = await onComment(comment.id)
  expect(refused.json()).toEqual(errors.tooManyVotesOnMember)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000)
  expect((await onPost(true)).json()).toEqual(errors.tooManyVotesOnMember)
  expect((await voter.get(`/api/posts/${post.publicId}`)).json()).toMatchObject({ upvotes: 1, downvotes: 1 })
  expect((await onComment(fromOther.id)).statusCode).toBe(200)
})

it('votes on what one wrote oneself are not limited', async () => {
  const post = await forum.comment(other, await forum.post(other, 'birding'))
  for (let press = 0; press < 5; press += 1)
    expect((await other.post('/api/_commentVote', { commentId: post.id })).statusCode).toBe(200)
})
