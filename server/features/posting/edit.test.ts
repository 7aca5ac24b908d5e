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

describe('editing a post', () => {
  const edit = (member: Member, publicId: string, fields: object) =>
    member.put(`/api/posts/${publicId}`, fields)

  it('[CORE-6-006] [CORE-7-012] replaces title and body and says when', async () => {
    const { publicId } = (await create(author)).json<Post>()
    const answer = (await edit(author, publicId, { title: 'Swifts have left', body: 'None.' })).json<Post>()
    expect(answer).toMatchObject({ title: 'Swifts have left', body: 'None.', editedAt: expect.any(String) })
    expect((await reader.get(`/api/posts/${publicId}`)).json()).toMatchObject({
      title: 'Swifts have left',
      body: 'None.',
      editedAt: answer.editedAt,
    })
  })

  it('is refused without a body, which only other changes can do without', async () => {
    const { publicId } = (await create(author)).json<Post>()
    expect((await author.put(`/api/posts/${publicId}`)).json()).toEqual(errors.invalidJson)
    const asMember = `/api/posts/${publicId}?action=changeAsUser&userGroup=normal`
    expect((await author.put(asMember)).statusCode).toBe(200)
  })

  it('[CORE-5-016] ignores other fields', async () => {
    await forum.community('elsewhere', founder)
    const before = (await create(author)).json<Post>()
    await edit(author, before.publicId, {
      ...before,
      title: 'A new title',
      type: 'link',
      community: 'elsewhere',
      userGroup: 'admins',
      upvotes: 99,
      isPinned: true,
    })
    const after = (await author.get(`/api/posts/${before.publicId}`)).json<Post>()
    expect(after).toMatchObject({
      title: 'A new title',
      body: before.body,
      type: 'text',
      communityName: 'birding',
      userGroup: 'normal',
      upvotes: 1,
      isPinned: false,
    })
  })

  it('without a change does not mark the post as edited', async () => {
    const { publicId } = (await create(author)).json<Post>()
    expect((await edit(author, publicId, { title: draft.title, body: draft.body })).json()).toMatchObject({
      editedAt: null,
    })
  })

  it('is refused to everyone but the author, and the text stays', async () => {
    const { publicId } = (await create(author)).json<Post>()
    for (const member of [reader, founder])
      expect((await edit(member, publicId, { title: 'Not mine' })).json()).toEqual(errors.notAuthor)
    const guest = await forum.guest()
    expect((await guest.put(`/api/posts/${publicId}`, { title: 'Not mine' })).json()).toEqual(
      errors.notLoggedIn,
    )
    expect((await reader.get(`/api/posts/${publicId}`)).json()).toMatchObject({ title: draft.title })
  })

  it('removes characters from a title that would change the direction of text after it, like creating does', async () => {
    const { publicId, title } = (
      await create(author, { title: 'Our \u202egpj.exe\u202c files' })
    ).json<Post>()
    expect(title).toBe('Our gpj.exe files')
    const edited = (await edit(author, publicId, { title: '\u2066Their\u2069 \u202agpj.exe' })).json<Post>()
    expect(edited.title).toBe('Their gpj.exe')
    // Directional marks are part of Arabic and Hebrew texts.
    expect((await edit(author, publicId, { title: 'שלום\u200f!' })).json<Post>().title).toBe('שלום\u200f!')
  })

  it('refuses a title that is too short, unknown posts and unknown actions', async () => {
    const { publicId } = (await create(author)).json<Post>()
    expect((await edit(author, publicId, { title: 'ab' })).json()).toEqual(errors.titleTooShort)
    expect((await edit(author, 'nowhere1', { title: 'A title' })).json()).toEqual(errors.postNotFound)
    expect((await author.put(`/api/posts/${publicId}?action=fly`, {})).json()).toEqual(errors.invalidAction)
  })
})
