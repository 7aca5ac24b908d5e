import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'

let forum: Forum
let author: Member
let reader: Member

beforeAll(async () => {
  forum = await startForum({ DATABASE_CONNECTIONS: '20' })
  await forum.community('birding')
  author = await forum.member('author_a')
  reader = await forum.member('reader_r')
})
afterAll(() => forum.close())

const newPost = () => forum.post(author, 'birding')

describe('pressing the arrows of a comment', () => {
  const scene = async () => {
    const post = await newPost()
    return { post, comment: await forum.comment(author, post) }
  }

  it('[CORE-7-033] casts, changes and removes a vote', async () => {
    const { comment } = await scene()
    const vote = async (up: boolean) =>
      (await reader.post('/api/_commentVote', { commentId: comment.id, up })).json<Comment>()
    expect(await vote(true)).toMatchObject({ upvotes: 2, downvotes: 0, userVoted: true, userVotedUp: true })
    expect(await vote(false)).toMatchObject({ upvotes: 1, downvotes: 1, userVoted: true, userVotedUp: false })
    expect(await vote(false)).toMatchObject({ upvotes: 1, downvotes: 0, userVoted: null, userVotedUp: null })
  })

  it('[CORE-4-015] is refused on a deleted comment, and the counts stay', async () => {
    const { post, comment } = await scene()
    await author.delete(`/api/posts/${post.publicId}/comments/${comment.id}`)
    const refusal = await reader.post('/api/_commentVote', { commentId: comment.id, up: true })
    expect(refusal.json()).toEqual(errors.commentDeleted)
    expect((await reader.get(`/api/comments/${comment.id}`)).json()).toMatchObject({ upvotes: 1 })
  })

  it('is refused when the post is locked, but not when only the comment is', async () => {
    const { post, comment } = await scene()
    await sql`update comments set locked_at = now(), locked_as = 'mods' where id = ${comment.id}`.execute(
      forum.db,
    )
    expect((await reader.post('/api/_commentVote', { commentId: comment.id })).statusCode).toBe(200)
    await sql`update posts set locked_at = now(), locked_as = 'mods' where id = ${post.id}`.execute(forum.db)
    const refusal = await reader.post('/api/_commentVote', { commentId: comment.id })
    expect(refusal.json()).toEqual(errors.postLocked)
  })

  it('is refused to guests and to members banned from the community, and for unknown comments', async () => {
    const { post, comment } = await scene()
    const guest = await forum.guest()
    const banned = await forum.member(`barred${stored(comment.id)}`)
    await sql`insert into community_bans (community_id, user_id) select community_id, ${banned.id} from posts
      where id = ${post.id}`.execute(forum.db)
    const vote = { commentId: comment.id, up: true }
    expect((await guest.post('/api/_commentVote', vote)).json()).toEqual(errors.notLoggedIn)
    expect((await banned.post('/api/_commentVote', vote)).json()).toEqual(errors.bannedFromCommunity)
    const unknown = await reader.post('/api/_commentVote', { commentId: '99999999' })
    expect(unknown.json()).toEqual(errors.commentNotFound)
  })
})
