import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { startBirding } from '../../../tests/support/birding.ts'
import type { Forum, Member } from '../../../tests/support/forum.ts'

let forum: Forum
let founder: Member
let author: Member
let reader: Member

beforeAll(async () => {
  ;({ forum, founder, author, reader } = await startBirding({ isFounderAdmin: true }))
})
afterAll(() => forum.close())

const draft = { type: 'text', title: 'Swifts are back', body: 'Seen **three** today.', community: 'birding' }
const create = (member: Member, fields: object = {}) => member.post('/api/posts', { ...draft, ...fields })

describe('deleting a post', () => {
  const remove = (member: Member, publicId: string, query = '') =>
    member.delete(`/api/posts/${publicId}${query}`)

  it('[CORE-4-021] [CORE-7-013] [CORE-7-055] by its author keeps it readable by its URL, but in no feed', async () => {
    const { publicId } = (await create(author)).json<Post>()
    expect((await remove(author, publicId)).json()).toMatchObject({
      deleted: true,
      deletedAs: 'normal',
      deletedAt: expect.any(String),
      deletedContent: false,
    })
    expect((await reader.get(`/api/posts/${publicId}`)).json()).toMatchObject({
      deleted: true,
      title: draft.title,
    })
    const { posts } = (await reader.get('/api/posts?limit=50')).json<{ posts: Post[] }>()
    expect(posts.map((post) => post.publicId)).not.toContain(publicId)
  })

  it('with its content erases the text for good', async () => {
    const { id, publicId } = (await create(author)).json<Post>()
    expect((await remove(author, publicId, '?deleteAs=normal&deleteContent=true')).json()).toMatchObject({
      deletedContent: true,
      deletedContentAs: 'normal',
      body: '',
      title: draft.title,
    })
    const { rows } = await sql`select body, body_html, excerpt from posts where id = ${id}`.execute(forum.db)
    expect(rows).toEqual([{ body: '', body_html: null, excerpt: null }])
  })

  it('can delete the content later, once, and keeps the role of the first deletion', async () => {
    const { publicId } = (await create(author)).json<Post>()
    await remove(founder, publicId, '?deleteAs=mods')
    const second = (await remove(author, publicId, '?deleteContent=true')).json<Post>()
    expect(second).toMatchObject({ deletedAs: 'mods', deletedContentAs: 'normal' })
    expect((await remove(author, publicId, '?deleteContent=true')).json()).toEqual(errors.postAlreadyDeleted)
  })

  it('decrements the counter of its author once, also with concurrent calls', async () => {
    const { publicId } = (await create(author)).json<Post>()
    const count = async () =>
      (
        await forum.db
          .selectFrom('users')
          .select('post_count')
          .where('id', '=', author.id)
          .executeTakeFirstOrThrow()
      ).post_count
    const before = await count()
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(author, publicId)))
    expect(new Set(answers.map((answer) => answer.statusCode))).toContain(200)
    expect(await count()).toBe(before - 1)
  })

  it.each<[string, () => Member, string, object]>([
    ['another member', () => reader, '', errors.notAuthor],
    ['a member as moderator', () => reader, '?deleteAs=mods', errors.notModerator],
    ['a member as admin', () => reader, '?deleteAs=admins', errors.notAdmin],
    [
      'a moderator with the content',
      () => founder,
      '?deleteAs=mods&deleteContent=true',
      errors.moderatorsKeepContent,
    ],
    ['its author in no known role', () => author, '?deleteAs=kings', errors.invalidGroup],
    [
      'its author, perhaps with content',
      () => author,
      '?deleteContent=perhaps',
      errors.deleteContentNotBoolean,
    ],
  ])('is refused to %s, and the post stays', async (_case, member, query, refusal) => {
    const { publicId } = (await create(author)).json<Post>()
    const answer = (await remove(member(), publicId, query)).json()
    expect(answer).toEqual(
      'code' in refusal ? refusal : { status: 400, message: errors.deleteContentNotBoolean.message },
    )
    expect((await reader.get(`/api/posts/${publicId}`)).json()).toMatchObject({ deleted: false })
  })

  it('is refused to guests', async () => {
    const { publicId } = (await create(author)).json<Post>()
    const guest = await forum.guest()
    expect((await guest.delete(`/api/posts/${publicId}`)).json()).toEqual(errors.notLoggedIn)
  })

  it('twice is a conflict', async () => {
    const { publicId } = (await create(author)).json<Post>()
    await remove(author, publicId)
    expect((await remove(author, publicId)).json()).toEqual(errors.postAlreadyDeleted)
  })
})
