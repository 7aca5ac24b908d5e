import { sql } from 'kysely'
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

/** A voter, and how they vote. The limit is three a day. */
async function newVoter(name: string) {
  const voter = await forum.member(name)
  return {
    voter,
    onPost: (postId: string, vote: object = {}) => voter.post('/api/_postVote', { postId, ...vote }),
    onComment: (commentId: string, vote: object = {}) =>
      voter.post('/api/_commentVote', { commentId, ...vote }),
  }
}

/** A voter who has no votes left for `author`. */
async function spentVoter(name: string) {
  const votes = await newVoter(name)
  const post = await forum.post(author, 'birding')
  for (const up of [true, false, true]) expect((await votes.onPost(post.id, { up })).statusCode).toBe(200)
  return { ...votes, post }
}

it('votes on posts and comments of one member are limited together, and on those of others separately', async () => {
  const { voter, onPost, onComment } = await newVoter('voter_v')
  const post = await forum.post(author, 'birding')
  const comment = await forum.comment(author, post)
  const fromOther = await forum.comment(other, post)
  expect((await onPost(post.id)).statusCode).toBe(200)
  expect((await onComment(comment.id)).statusCode).toBe(200)
  expect((await onPost(post.id, { up: false })).statusCode).toBe(200)
  const refused = await onComment(comment.id, { up: false })
  expect(refused.json()).toEqual(errors.tooManyVotesOnMember)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000)
  expect((await onPost(post.id, { set: 'up' })).json()).toEqual(errors.tooManyVotesOnMember)
  expect((await voter.get(`/api/posts/${post.publicId}`)).json()).toMatchObject({ upvotes: 1, downvotes: 1 })
  expect((await onComment(fromOther.id)).statusCode).toBe(200)
})

it('votes can be taken back at the limit', async () => {
  const { onPost, onComment, post } = await spentVoter('voter_back')
  const comment = await forum.comment(author, post)
  expect((await onComment(comment.id, { set: 'none' })).statusCode).toBe(200)
  expect((await onPost(post.id, { set: 'up' })).json()).toMatchObject({ userVotedUp: true })
  expect((await onPost(post.id)).json()).toMatchObject({ userVoted: null })
  expect((await onPost(post.id)).json()).toEqual(errors.tooManyVotesOnMember)
  expect((await onPost(post.id, { set: 'none' })).json()).toMatchObject({ userVoted: null })
})

it('the limit does not show who wrote what was removed, or what a deleted account left', async () => {
  const gone = await forum.member('author_gone')
  const left = await forum.post(gone, 'birding')
  const alsoLeft = await forum.comment(gone, left)
  const { onPost, onComment, post } = await spentVoter('voter_curious')
  const comment = await forum.comment(author, post)
  const removed = await forum.post(author, 'birding')
  await sql`update comments set deleted_at = now(), deleted_by = author_id, deleted_as = 'normal' where id = ${comment.id}`.execute(
    forum.db,
  )
  await sql`update posts set deleted_at = now(), deleted_by = author_id, deleted_as = 'normal' where id = ${removed.id}`.execute(
    forum.db,
  )
  expect((await onComment(comment.id)).json()).toEqual(errors.commentDeleted)
  expect((await onPost(removed.id)).json()).toEqual(errors.postNotFound)

  for (const up of [true, false, true]) expect((await onPost(left.id, { up })).statusCode).toBe(200)
  expect((await onComment(alsoLeft.id)).json()).toEqual(errors.tooManyVotesOnMember)
  await sql`update users set deleted_at = now() where id = ${gone.id}`.execute(forum.db)
  expect((await onComment(alsoLeft.id)).statusCode).toBe(200)
})

it('votes that bots and banned members try do not count', async () => {
  const { voter, onPost } = await newVoter('voter_bot')
  const post = await forum.post(author, 'birding')
  const mark = (isBot: boolean) => voter.post('/api/_settings?action=updateProfile', { isBot })
  await mark(true)
  for (let press = 0; press < 5; press += 1)
    expect((await onPost(post.id)).json()).toEqual(errors.botsCannotVote)
  await mark(false)
  await sql`insert into community_bans (user_id, community_id) select ${voter.id}, id from communities`.execute(
    forum.db,
  )
  for (let press = 0; press < 5; press += 1)
    expect((await onPost(post.id)).json()).toEqual(errors.bannedFromCommunity)
  await sql`delete from community_bans`.execute(forum.db)
  for (const up of [true, false, true]) expect((await onPost(post.id, { up })).statusCode).toBe(200)
})

it('votes on what one wrote oneself are not limited', async () => {
  const post = await forum.comment(other, await forum.post(other, 'birding'))
  for (let press = 0; press < 5; press += 1)
    expect((await other.post('/api/_commentVote', { commentId: post.id })).statusCode).toBe(200)
})
