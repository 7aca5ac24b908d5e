import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import { startBirding } from '../../../tests/support/birding.ts'
import type { Forum, Member, PostFacts } from '../../../tests/support/forum.ts'

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
const read = async (member: Pick<Member, 'get'>, id: string) =>
  (await member.get(`/api/comments/${id}`)).json<Comment>()

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

  it('is refused to everyone but the author, and the text stays', async () => {
    const { id } = await forum.comment(author, post, 'First')
    for (const member of [reader, founder])
      expect((await edit(member, id, 'Not mine')).json()).toEqual(errors.notAuthor)
    expect((await read(reader, id)).body).toBe('First')
  })

  it('is refused without a text, once deleted, and for unknown comments', async () => {
    const { id } = await forum.comment(author, post)
    for (const body of [' ', '\u200b\u2064', '<br>', '[a]: /b'])
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
