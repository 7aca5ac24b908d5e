import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Comment, Comment as CommentSchema } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'

let forum: Forum
let founder: Member
let author: Member
let reader: Member
let post: PostFacts

beforeAll(async () => {
  forum = await startForum()
  founder = await forum.member('founder', { isAdmin: false })
  const admin = await forum.member('the_admin', { isAdmin: true })
  await sql`update users set is_admin = true where id = ${founder.id}`.execute(forum.db)
  await forum.community('birding', founder)
  await sql`update users set is_admin = false where id = ${founder.id}`.execute(forum.db)
  await forum.community('elsewhere', admin)
  author = await forum.member('wren_writes')
  reader = await forum.member('reader_r')
})
beforeEach(async () => {
  post = await forum.post(author, 'birding')
})
afterAll(() => forum.close())

const write = (member: Member, fields: object, query = '') =>
  member.post(`/api/posts/${post.publicId}/comments${query}`, { body: 'A comment.', ...fields })
const list = async (member: Pick<Member, 'get'>, query = '') =>
  (await member.get(`/api/posts/${post.publicId}/comments${query}`)).json<{
    comments: Comment[]
    next: string | null
  }>()
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
    const answer = await write(reader, { body: '  Nice *find*.  ' })
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
      'postTitle',
      'communityPicture',
      'postDeletedAs',
    ]
    const expected = Object.keys(CommentSchema.properties).filter((key) => !absentHere.includes(key))
    expect(Object.keys(await read(author, id)).sort()).toEqual(expected.sort())
  })

  it('counts for the post, its ancestors and its author, and moves the post in the activity feed', async () => {
    const [top, middle] = await chain(2)
    const before = (await reader.get(`/api/posts/${post.publicId}`)).json<Post>()
    const answer = (await write(reader, { parentCommentId: middle })).json<Comment>()
    expect(answer).toMatchObject({ depth: 2, parentId: middle, ancestors: [top, middle] })
    const after = (await reader.get(`/api/posts/${post.publicId}`)).json<Post>()
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
    ['under a comment that is not there', { parentCommentId: '99999999' }, '', errors.commentNotFound],
    ['under something that is no id', { parentCommentId: 'abc' }, '', errors.invalidId],
    ['as a moderator without being one', {}, '?userGroup=mods', errors.notModerator],
    ['as an admin without being one', {}, '?userGroup=admins', errors.notAdmin],
    ['as somebody unknown', {}, '?userGroup=kings', errors.invalidGroup],
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

describe('reading the comments of a post', () => {
  it('[CORE-7-028] gives the best first over the whole tree, then the newest', async () => {
    const { id: first } = await forum.comment(author, post, 'first')
    const { id: second } = await forum.comment(author, post, 'second')
    const { id: reply } = await forum.comment(author, post, 'reply', first)
    await reader.post('/api/_commentVote', { commentId: reply, up: true })
    const page = await list(reader)
    expect(Object.keys(page)).toEqual(['comments', 'next'])
    expect(page.comments.map((comment) => comment.id)).toEqual([reply, second, first])
    expect(page.next).toBeNull()
  })

  it('pages through all of them without repeats, each page with the ancestors of its comments', async () => {
    const [root] = await chain(4)
    for (let n = 0; n < 9; n++) await forum.comment(reader, post, `Comment ${n}`, n % 2 ? root : undefined)
    const seen = new Map<string, Comment>()
    const own: string[] = []
    let next: string | null = null
    do {
      const page: { comments: Comment[]; next: string | null } = await list(
        reader,
        `?limit=3${next ? `&next=${next}` : ''}`,
      )
      own.push(...page.comments.slice(0, 3).map((comment) => comment.id))
      const here = new Set(page.comments.map((comment) => comment.id))
      for (const comment of page.comments) {
        seen.set(comment.id, comment)
        for (const ancestor of comment.ancestors ?? []) expect(here).toContain(ancestor)
      }
      next = page.next
    } while (next)
    expect(own).toHaveLength(13)
    expect(new Set(own).size).toBe(13)
    expect(seen.size).toBe(13)
  })

  it('gives at most 500 a page and goes on with the 501st', async () => {
    await sql`insert into comments (post_id, author_id, body, upvotes)
      select ${post.id}, ${author.id}, 'Comment ' || n, n % 7 from generate_series(1, 503) as n`.execute(
      forum.db,
    )
    const { comments, next } = await list(reader)
    expect(comments).toHaveLength(500)
    const rest = await list(reader, `?next=${next}`)
    expect(rest.comments).toHaveLength(3)
    expect(rest.next).toBeNull()
    expect(next).toBe(`${rest.comments[0]?.upvotes}.${stored(rest.comments[0]?.id ?? '')}`)
  })

  it('gives all descendants of one comment as a bare array', async () => {
    const ids = await chain(4)
    await forum.comment(reader, post)
    const answer = await reader.get(`/api/posts/${post.publicId}/comments?parentId=${ids[1]}`)
    const comments = answer.json<Comment[]>()
    expect(comments.map((comment) => comment.id).sort()).toEqual(ids.slice(2).sort())
    const none = await reader.get(`/api/posts/${post.publicId}/comments?parentId=${ids[3]}`)
    expect(none.json()).toEqual([])
  })

  it('shows a member their own votes and a guest none', async () => {
    const { id } = await forum.comment(author, post)
    await reader.post('/api/_commentVote', { commentId: id, up: false })
    const guest = await forum.guest()
    expect((await list(reader)).comments[0]).toMatchObject({ userVoted: true, userVotedUp: false })
    expect((await list(author)).comments[0]).toMatchObject({ userVoted: true, userVotedUp: true })
    expect((await list(guest)).comments[0]).toMatchObject({ userVoted: null, userVotedUp: null })
  })

  it('counts as a visit, but a further page and the replies of one comment do not', async () => {
    const { id } = await forum.comment(author, post)
    const lastVisit = async () =>
      (
        await sql<{ visited_at: Date }>`select visited_at from post_visits
          where user_id = ${reader.id} and post_id = ${post.id}`.execute(forum.db)
      ).rows[0]?.visited_at
    await list(reader, `?parentId=${id}`)
    await list(reader, '?next=1.1')
    expect(await lastVisit()).toBeUndefined()
    await list(reader)
    expect(await lastVisit()).toBeInstanceOf(Date)
  })

  it('refuses cursors, ids and limits that make no sense, and unknown posts', async () => {
    const at = (query: string) => reader.get(`/api/posts/${post.publicId}/comments?${query}`)
    expect((await at('next=abc')).json()).toEqual(errors.invalidCursor)
    expect((await at('parentId=abc')).json()).toEqual(errors.invalidId)
    expect((await at('limit=501')).json()).toEqual(errors.limitOutOfRange)
    expect((await reader.get('/api/posts/nowhere1/comments')).json()).toEqual(errors.postNotFound)
    expect((await reader.get('/api/comments/abc')).json()).toEqual(errors.invalidId)
    expect((await reader.get('/api/comments/99999999')).json()).toEqual(errors.commentNotFound)
  })

  it('takes the same few statements for a thread of any size', async () => {
    const url = `/api/posts/${post.publicId}?fetchCommunity=false`
    const count = () => countQueries(forum.database, () => reader.get(url))
    await count()
    const small = await count()
    await chain(10)
    // What is not in memory is read in one statement for the post, and one for its comments.
    expect(await count()).toBeLessThanOrEqual(small + 2)
    expect(await count()).toBe(small)
    expect(small).toBe(3)
  })
})

describe('editing a comment', () => {
  const edit = (member: Member, id: string, body: unknown) =>
    member.put(`/api/posts/${post.publicId}/comments/${id}`, { body })

  it('[CORE-6-007] [CORE-7-030] [CORE-4-032] changes the text and marks the comment as edited', async () => {
    const { id } = await forum.comment(author, post)
    const answer = (await edit(author, id, 'Second thoughts')).json<Comment>()
    expect(answer).toMatchObject({ body: 'Second thoughts', editedAt: expect.any(String), userVotedUp: true })
    expect(await read(reader, id)).toMatchObject({ body: 'Second thoughts', editedAt: answer.editedAt })
  })

  it('takes the full id or the public id of the post alike', async () => {
    const { id } = await forum.comment(author, post)
    const answer = await author.put(`/api/posts/${post.id}/comments/${id}`, { body: 'By full id' })
    expect(answer.json()).toMatchObject({ body: 'By full id' })
  })

  it('is refused to everybody but the author, and the text stays', async () => {
    const { id } = await forum.comment(author, post, 'First')
    for (const member of [reader, founder])
      expect((await edit(member, id, 'Not mine')).json()).toEqual(errors.notAuthor)
    expect((await read(reader, id)).body).toBe('First')
  })

  it('is refused without a text, once deleted, and for unknown comments', async () => {
    const { id } = await forum.comment(author, post)
    for (const body of [' ', '\u200b\u2064'])
      expect((await edit(author, id, body)).json()).toEqual(errors.emptyComment)
    await author.delete(`/api/posts/${post.publicId}/comments/${id}`)
    expect((await edit(author, id, 'Again')).json()).toEqual(errors.commentDeleted)
    expect((await edit(author, '99999999', 'Hello')).json()).toEqual(errors.commentNotFound)
    expect((await edit(author, 'abc', 'Hello')).json()).toEqual(errors.invalidId)
  })

  it('is refused without a body, which only other changes can do without', async () => {
    const { id } = await forum.comment(author, post, 'First')
    const path = `/api/posts/${post.publicId}/comments/${id}`
    expect((await author.put(path)).json()).toEqual(errors.invalidJson)
    expect((await read(reader, id)).body).toBe('First')
    expect((await author.put(`${path}?action=changeAsUser&userGroup=normal`)).statusCode).toBe(200)
  })
})

describe('deleting a comment', () => {
  const remove = (member: Member, id: string, query = '') =>
    member.delete(`/api/posts/${post.publicId}/comments/${id}${query}`)
  const stripped = {
    userId: '0'.repeat(24),
    username: '[Hidden]',
    userGroup: 'null',
    body: '[Deleted comment]',
    contentStripped: true,
    deleted: true,
    userVoted: null,
    userVotedUp: null,
  }

  it('[CORE-6-008] [CORE-7-032] by its author erases the text and strips it for everybody but admins', async () => {
    const [top, reply] = await chain(2)
    expect((await remove(author, top ?? '')).json()).toMatchObject({
      ...stripped,
      deletedAs: 'normal',
      deletedAt: expect.any(String),
    })
    for (const member of [author, reader, founder, await forum.guest()])
      expect(await read(member, top ?? '')).toMatchObject(stripped)
    expect(await read(reader, top ?? '')).not.toHaveProperty('author')
    const admin = await forum.member(`admin${stored(top ?? '')}`, { isAdmin: true })
    expect(await read(admin, top ?? '')).toMatchObject({
      contentStripped: false,
      username: 'wren_writes',
      body: '',
    })
    expect((await list(reader)).comments.map((comment) => comment.id)).toContain(reply)
  })

  it('by a moderator keeps the text for moderators and admins', async () => {
    const { id } = await forum.comment(author, post, 'Rude words')
    expect((await remove(founder, id, '?deleteAs=mods')).json()).toMatchObject({
      deletedAs: 'mods',
      contentStripped: false,
      body: 'Rude words',
    })
    expect(await read(author, id)).toMatchObject(stripped)
    expect(await read(reader, id)).toMatchObject(stripped)
    expect(await read(founder, id)).toMatchObject({ body: 'Rude words', username: 'wren_writes' })
  })

  it('lowers the count of its author, while the post and the parents keep theirs', async () => {
    const [top, reply] = await chain(2)
    const count = async () =>
      (
        await forum.db
          .selectFrom('users')
          .select('comment_count')
          .where('id', '=', author.id)
          .executeTakeFirstOrThrow()
      ).comment_count
    const before = await count()
    await remove(author, reply ?? '')
    expect(await count()).toBe(before - 1)
    expect(await read(reader, top ?? '')).toMatchObject({ noReplies: 1, noRepliesDirect: 1 })
    expect((await reader.get(`/api/posts/${post.publicId}`)).json()).toMatchObject({ noComments: 2 })
  })

  it.each<[string, () => Member, string, object]>([
    ['another member', () => reader, '', errors.notAuthor],
    ['a member as moderator', () => reader, '?deleteAs=mods', errors.notModerator],
    ['a moderator as admin', () => founder, '?deleteAs=admins', errors.notAdmin],
    ['its author in no known role', () => author, '?deleteAs=kings', errors.invalidGroup],
  ])('is refused to %s, and the comment stays', async (_case, member, query, refusal) => {
    const { id } = await forum.comment(author, post)
    expect((await remove(member(), id, query)).json()).toEqual(refusal)
    expect(await read(reader, id)).toMatchObject({ deleted: false, body: 'A comment.' })
  })

  it('is refused twice, for guests, and for unknown comments', async () => {
    const { id } = await forum.comment(author, post)
    const guest = await forum.guest()
    expect((await guest.delete(`/api/posts/${post.publicId}/comments/${id}`)).json()).toEqual(
      errors.notLoggedIn,
    )
    await remove(author, id)
    expect((await remove(author, id)).json()).toEqual(errors.commentDeleted)
    expect((await remove(author, '99999999')).json()).toEqual(errors.commentNotFound)
  })
})
