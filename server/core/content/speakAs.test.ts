import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let admin: Member
let moderator: Member
let elsewhere: Member
let author: Member
/** With the comments that are written. */
let thread: PostFacts

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  moderator = await forum.moderator('moderator_m', 'birding')
  elsewhere = await forum.moderator('moderator_e', 'elsewhere')
  author = await forum.member('wren_writes')
})
beforeEach(async () => {
  thread = await forum.post(author, 'birding')
})
afterAll(() => forum.close())

const kinds = ['post', 'comment'] as const
type Kind = (typeof kinds)[number]
/** Writes one. @returns its URL. */
async function write(kind: Kind, who: Member): Promise<string> {
  if (kind === 'post') return `/api/posts/${(await forum.post(who, 'birding')).publicId}`
  return `/api/posts/${thread.publicId}/comments/${(await forum.comment(who, thread)).id}`
}
/** Comments are read at another URL. */
const readUrl = (url: string) => url.replace(/^.*(?=\/comments)/, '/api')
const speakAs = (member: Member, url: string, query: string) =>
  member.put(`${url}?action=changeAsUser${query}`)
const groupOf = async (url: string) => (await author.get(readUrl(url))).json<Post | Comment>().userGroup

const proved = {
  post: '[CORE-7-017]',
  comment: '[CORE-4-038] [CORE-7-031]',
}
describe.each(kinds)('changing in which role the author of a %s speaks', (kind) => {
  it.each<[string, () => Member, string]>([
    ['[CORE-6-013] a moderator can speak as moderator', () => moderator, 'mods'],
    ['[CORE-6-017] an admin can speak as admin', () => admin, 'admins'],
  ])(`${proved[kind]} %s, and as themselves again`, async (_case, who, role) => {
    const url = await write(kind, who())
    // [CORE-6-010]
    const answer = await speakAs(who(), url, `&userGroup=${role}`)
    expect(answer.json()).toMatchObject({ userGroup: role, userVotedUp: true })
    expect(await groupOf(url)).toBe(role)
    expect((await speakAs(who(), url, '&userGroup=normal')).json()).toMatchObject({ userGroup: 'normal' })
    expect(await groupOf(url)).toBe('normal')
  })

  // [CORE-6-010] only authors may, and only to roles that are theirs
  it.each<[string, () => Member, string, object]>([
    ['its moderator', () => moderator, '&userGroup=mods', errors.notAuthor],
    ['an admin', () => admin, '&userGroup=admins', errors.notAuthor],
    ['its author as moderator', () => author, '&userGroup=mods', errors.notModerator],
    ['its author as admin', () => author, '&userGroup=admins', errors.notAdmin],
    ['its author in no known role', () => author, '&userGroup=kings', errors.invalidGroup],
    ['its author in no role', () => author, '', errors.invalidGroup],
  ])('is refused to %s, where that is a member', async (_who, who, query, refusal) => {
    const url = await write(kind, author)
    expect((await speakAs(who(), url, query)).json()).toEqual(refusal)
    expect(await groupOf(url)).toBe('normal')
  })

  it('is refused to the moderator of another community', async () => {
    const url = await write(kind, elsewhere)
    expect((await speakAs(elsewhere, url, '&userGroup=mods')).json()).toEqual(errors.notModerator)
    expect(await groupOf(url)).toBe('normal')
  })

  it('does nothing to what is deleted', async () => {
    const url = await write(kind, moderator)
    await moderator.delete(url)
    const answer = await speakAs(moderator, url, '&userGroup=mods')
    expect(answer.statusCode).toBe(200)
    expect((await admin.get(readUrl(url))).json()).toMatchObject({ userGroup: 'normal' })
  })
})
