import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import { startBirding } from '../../../tests/support/birding.ts'
import type { Forum, Member, PostFacts } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'

let forum: Forum
let founder: Member
let author: Member
let reader: Member
let post: PostFacts

beforeAll(async () => {
  ;({ forum, founder, author, reader } = await startBirding())
})
beforeEach(async () => {
  post = await forum.post(author, 'birding')
})
afterAll(() => forum.close())
const list = async (member: Pick<Member, 'get'>, query = '') =>
  (await member.get(`/api/posts/${post.publicId}/comments${query}`)).json<{
    comments: Comment[]
    next: string | null
  }>()
const read = async (member: Pick<Member, 'get'>, id: string) =>
  (await member.get(`/api/comments/${id}`)).json<Comment>()

/** A chain of replies; gives their ids from the top down. */
async function chain(length: number): Promise<string[]> {
  const ids: string[] = []
  for (let depth = 0; depth < length; depth++)
    ids.push((await forum.comment(author, post, `Depth ${depth}`, ids.at(-1))).id)
  return ids
}

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

  it('[CORE-6-008] [CORE-7-032] by its author erases the text and strips it for everyone but admins', async () => {
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
