import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Comment, Comment as CommentSchema } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { startBirding } from '../../../tests/support/birding.ts'
import type { Forum, Member, PostFacts } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'

let forum: Forum
let author: Member
let reader: Member
let post: PostFacts

beforeAll(async () => {
  ;({ forum, author, reader } = await startBirding())
})
beforeEach(async () => {
  post = await forum.post(author, 'birding')
})
afterAll(() => forum.close())

const write = (member: Member, fields: object, query = '') =>
  member.post(`/api/posts/${post.publicId}/comments${query}`, { body: 'A comment.', ...fields })
const read = async (member: Pick<Member, 'get'>, id: string) =>
  (await member.get(`/api/comments/${id}`)).json<Comment>()
const commentCount = async () =>
  (await sql<{ n: number }>`select count(*)::integer as n from comments`.execute(forum.db)).rows[0]?.n

/** A chain of replies; gives their ids from the top down. */
async function chain(length: number): Promise<string[]> {
  const ids: string[] = []
  for (let depth = 0; depth < length; depth++)
    ids.push((await forum.comment(author, post, `Depth ${depth}`, ids.at(-1))).id)
  return ids
}

describe('writing a comment', () => {
  it('[CORE-7-029] [CORE-1-008] answers with the comment and its author’s upvote', async () => {
    const answer = await write(reader, { body: '\nNice *find*.  ' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      postId: post.id,
      postPublicId: post.publicId,
      communityName: 'birding',
      body: 'Nice *find*.',
      username: 'reader_r',
      parentId: null,
      depth: 0,
      ancestors: null,
      upvotes: 1,
      userVoted: true,
      userVotedUp: true,
      userGroup: 'normal',
    })
  })

  it('[CORE-3-018] answers with the fields of the contract', async () => {
    const { id } = await forum.comment(reader, post)
    const absentHere = [
      'userGhostId',
      'bodyHtml',
      'attachments',
      'authorPicture',
      'authorBadges',
      'contentStripped',
      'deletedAs',
      'lockedByGroup',
      'isAuthorMuted',
      'isPinned',
      'isByCommunity',
      'writtenBy',
      'writtenByRule',
      'madeWithAiBy',
      'postTitle',
      'communityPicture',
      'postDeletedAs',
    ]
    const expected = Object.keys(CommentSchema.properties).filter((key) => !absentHere.includes(key))
    expect(Object.keys(await read(author, id)).sort()).toEqual(expected.sort())
  })

  it('counts for the post, its ancestors and its author, and moves the post in the activity feed', async () => {
    const [top, middle] = await chain(2)
    const before = (await reader.get(`/api/posts/${post.publicId}?render=page`)).json<Post>()
    const answer = (await write(reader, { parentCommentId: middle })).json<Comment>()
    expect(answer).toMatchObject({ depth: 2, parentId: middle, ancestors: [top, middle] })
    const after = (await reader.get(`/api/posts/${post.publicId}?render=page`)).json<Post>()
    expect(after.noComments).toBe(before.noComments + 1)
    expect(Date.parse(after.lastActivityAt)).toBeGreaterThan(Date.parse(before.lastActivityAt))
    expect(await read(reader, top ?? '')).toMatchObject({ noReplies: 2, noRepliesDirect: 1 })
    expect(await read(reader, middle ?? '')).toMatchObject({ noReplies: 1, noRepliesDirect: 1 })
  })

  it('counts exactly when many reply at the same moment', async () => {
    const [top, middle] = await chain(2)
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        write(n % 2 ? reader : author, { parentCommentId: n % 4 ? middle : top }),
      ),
    )
    expect(await read(reader, top ?? '')).toMatchObject({ noReplies: 41, noRepliesDirect: 11 })
    expect(await read(reader, middle ?? '')).toMatchObject({ noReplies: 30, noRepliesDirect: 30 })
    expect((await reader.get(`/api/posts/${post.publicId}`)).json<Post>().noComments).toBe(42)
  })

  it('is cut at 20,000 characters', async () => {
    const { body } = (await write(reader, { body: 'é'.repeat(20_005) })).json<Comment>()
    expect(body).toHaveLength(20_000)
  })

  it('[CORE-5-020] is refused below depth 15', async () => {
    const ids = await chain(limits.commentMaxDepth + 1)
    expect((await read(reader, ids.at(-1) ?? '')).depth).toBe(15)
    expect((await write(reader, { parentCommentId: ids.at(-1) })).json()).toEqual(errors.threadTooDeep)
  })

  it.each<[string, object, string, object]>([
    ['[CORE-5-019] without a text', { body: ' \n ' }, '', errors.emptyComment],
    ['with a text that shows nothing', { body: '\u200b \u2063\ufeff' }, '', errors.emptyComment],
    ['with HTML that shows nothing', { body: '<br>\n\n<!-- a note -->' }, '', errors.emptyComment],
    ['with the definition of a link alone', { body: '[a]: /b' }, '', errors.emptyComment],
    ['with spaces as HTML', { body: '&nbsp;&#8203;' }, '', errors.emptyComment],
    ['under a comment that is not there', { parentCommentId: '99999999' }, '', errors.commentNotFound],
    ['under something that is not an id', { parentCommentId: 'abc' }, '', errors.invalidId],
    ['as a moderator without being one', {}, '?userGroup=mods', errors.notModerator],
    ['as an admin without being one', {}, '?userGroup=admins', errors.notAdmin],
    ['as someone unknown', {}, '?userGroup=kings', errors.invalidGroup],
    ['with a text that is none', { body: ['x'] }, '', errors.invalidJson],
  ])('%s is refused and stores nothing', async (_case, fields, query, refusal) => {
    const before = await commentCount()
    expect((await write(reader, fields, query)).json()).toEqual(refusal)
    expect(await commentCount()).toBe(before)
  })

  it('[CORE-4-035] under a deleted comment is refused', async () => {
    const { id } = await forum.comment(author, post)
    await author.delete(`/api/posts/${post.publicId}/comments/${id}`)
    expect((await write(reader, { parentCommentId: id })).json()).toEqual(errors.replyToDeleted)
  })

  it('under a comment of another post is refused', async () => {
    const other = await forum.post(author, 'birding')
    const { id } = await forum.comment(author, other)
    expect((await write(reader, { parentCommentId: id })).json()).toEqual(errors.commentNotFound)
  })

  it('anywhere below a locked comment is refused', async () => {
    const [top, , bottom] = await chain(3)
    await sql`update comments set locked_at = now(), locked_as = 'mods' where id = ${top}`.execute(forum.db)
    expect((await write(reader, { parentCommentId: bottom })).json()).toEqual(errors.commentLocked)
    expect((await write(reader, {})).statusCode).toBe(200)
  })

  it('[CORE-6-002] is refused to guests', async () => {
    const guest = await forum.guest()
    const answer = await guest.post(`/api/posts/${post.publicId}/comments`, { body: 'Hello.' })
    expect(answer.json()).toEqual(errors.notLoggedIn)
  })

  it('[CORE-6-023] [CORE-8-007] is refused to members banned from the community, on locked, deleted and unknown posts', async () => {
    const banned = await forum.member(`banned${stored(post.id)}`)
    await sql`insert into community_bans (community_id, user_id) select community_id, ${banned.id} from posts
      where id = ${post.id}`.execute(forum.db)
    const refusal = await write(banned, {})
    expect(refusal.statusCode).toBe(403)
    expect(refusal.json()).toMatchObject({ code: 'banned_from_community' })
    await sql`update posts set locked_at = now(), locked_as = 'mods' where id = ${post.id}`.execute(forum.db)
    expect((await write(reader, {})).json()).toEqual(errors.postLocked)
    await sql`update posts set deleted_at = now(), deleted_as = 'mods' where id = ${post.id}`.execute(
      forum.db,
    )
    expect((await write(reader, {})).json()).toEqual(errors.postNotFound)
    const unknown = await reader.post('/api/posts/nowhere1/comments', { body: 'Hello.' })
    expect(unknown.json()).toEqual(errors.postNotFound)
  })
})
