import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let admin: Member
let moderator: Member
let elsewhere: Member
let author: Member
let post: PostFacts

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  moderator = await forum.moderator('moderator_m', 'birding')
  elsewhere = await forum.moderator('moderator_e', 'elsewhere')
  author = await forum.member('wren_writes')
  post = await forum.post(author, 'birding')
})
afterAll(() => forum.close())

const speakAs = (member: Member, id: string, query: string) =>
  member.put(`/api/posts/${post.publicId}/comments/${id}?action=changeAsUser${query}`)
const groupOf = async (id: string) => (await author.get(`/api/comments/${id}`)).json<Comment>().userGroup

describe('changing in which role the author of a comment speaks', () => {
  it.each<[string, () => Member, string]>([
    ['[CORE-6-013] a moderator can speak as moderator', () => moderator, 'mods'],
    ['[CORE-6-017] an admin can speak as admin', () => admin, 'admins'],
  ])('[CORE-4-038] [CORE-7-031] %s, and as themselves again', async (_case, who, role) => {
    const { id } = await forum.comment(who(), post)
    // [CORE-6-010]
    const answer = await speakAs(who(), id, `&userGroup=${role}`)
    expect(answer.json()).toMatchObject({ userGroup: role, userVotedUp: true })
    expect(await groupOf(id)).toBe(role)
    expect((await speakAs(who(), id, '&userGroup=normal')).json()).toMatchObject({ userGroup: 'normal' })
    expect(await groupOf(id)).toBe('normal')
  })

  describe('of a member', () => {
    let id: string
    beforeEach(async () => {
      id = (await forum.comment(author, post)).id
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
      expect((await speakAs(who(), id, query)).json()).toEqual(refusal)
      expect(await groupOf(id)).toBe('normal')
    })
  })

  it('is refused to the moderator of another community', async () => {
    const { id } = await forum.comment(elsewhere, post)
    expect((await speakAs(elsewhere, id, '&userGroup=mods')).json()).toEqual(errors.notModerator)
    expect(await groupOf(id)).toBe('normal')
  })

  it('does nothing to a deleted comment', async () => {
    const { id } = await forum.comment(moderator, post)
    await moderator.delete(`/api/posts/${post.publicId}/comments/${id}`)
    expect((await speakAs(moderator, id, '&userGroup=mods')).statusCode).toBe(200)
    expect((await admin.get(`/api/comments/${id}`)).json()).toMatchObject({ userGroup: 'normal' })
  })
})
