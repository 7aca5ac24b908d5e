import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let admin: Member
let moderator: Member
let elsewhere: Member
let author: Member

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  moderator = await forum.moderator('moderator_m', 'birding')
  elsewhere = await forum.moderator('moderator_e', 'elsewhere')
  author = await forum.member('wren_writes')
})
afterAll(() => forum.close())

const speakAs = (member: Member, { publicId }: PostFacts, query: string) =>
  member.put(`/api/posts/${publicId}?action=changeAsUser${query}`)
const groupOf = async ({ publicId }: PostFacts) =>
  (await author.get(`/api/posts/${publicId}`)).json<Post>().userGroup

describe('changing in which role the author of a post speaks', () => {
  it.each<[string, () => Member, string]>([
    ['[CORE-6-013] a moderator can speak as moderator', () => moderator, 'mods'],
    ['[CORE-6-017] an admin can speak as admin', () => admin, 'admins'],
  ])('[CORE-7-017] %s, and as themselves again', async (_case, who, role) => {
    const post = await forum.post(who(), 'birding')
    // [CORE-6-010]
    expect((await speakAs(who(), post, `&userGroup=${role}`)).json()).toMatchObject({ userGroup: role })
    expect(await groupOf(post)).toBe(role)
    expect((await speakAs(who(), post, '&userGroup=normal')).json()).toMatchObject({ userGroup: 'normal' })
    expect(await groupOf(post)).toBe('normal')
  })

  describe('of a member', () => {
    let post: PostFacts
    beforeEach(async () => {
      post = await forum.post(author, 'birding')
    })

    // [CORE-6-010] only authors may, and only to roles that are theirs
    it.each<[string, () => Member, string, object]>([
      ['its moderator', () => moderator, '&userGroup=mods', errors.notAuthor],
      ['an admin', () => admin, '&userGroup=admins', errors.notAuthor],
      ['its author as moderator', () => author, '&userGroup=mods', errors.notModerator],
      ['its author as admin', () => author, '&userGroup=admins', errors.notAdmin],
      ['its author in no known role', () => author, '&userGroup=kings', errors.invalidGroup],
      ['its author in no role', () => author, '', errors.invalidGroup],
    ])('is refused to %s', async (_who, who, query, refusal) => {
      expect((await speakAs(who(), post, query)).json()).toEqual(refusal)
      expect(await groupOf(post)).toBe('normal')
    })
  })

  it('is refused to the moderator of another community', async () => {
    const post = await forum.post(elsewhere, 'birding')
    expect((await speakAs(elsewhere, post, '&userGroup=mods')).json()).toEqual(errors.notModerator)
    expect(await groupOf(post)).toBe('normal')
  })

  it('does nothing to a deleted post', async () => {
    const post = await forum.post(moderator, 'birding')
    await moderator.delete(`/api/posts/${post.publicId}`)
    const answer = await speakAs(moderator, post, '&userGroup=mods')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ userGroup: 'normal', deleted: true })
  })
})
