import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Comment } from '../../../../contract/entities/comment.ts'
import type { Post } from '../../../../contract/entities/post.ts'
import { errors } from '../../../../contract/errors.ts'
import {
  type Client,
  type Forum,
  type Member,
  type PostFacts,
  startForum,
} from '../../../../tests/support/forum.ts'
import { waitingStatements } from '../../../../tests/support/waitingStatements.ts'

let forum: Forum
let admin: Member
let moderator: Member
let elsewhere: Member
let author: Member
let reader: Member
let guest: Client
let post: PostFacts
let comment: string

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  moderator = await forum.moderator('moderator_m', 'birding')
  elsewhere = await forum.moderator('moderator_e', 'elsewhere')
  author = await forum.member('wren_writes')
  reader = await forum.member('reader_r')
  guest = await forum.guest()
})
beforeEach(async () => {
  post = await forum.post(author, 'birding')
  comment = (await forum.comment(author, post, 'Rude words')).id
})
afterAll(() => forum.close())

const removePost = (member: Member, role: string) =>
  member.delete(`/api/posts/${post.publicId}?deleteAs=${role}`)
const removeComment = (member: Member, role: string) =>
  member.delete(`/api/posts/${post.publicId}/comments/${comment}?deleteAs=${role}`)
const getPostPage = async (viewer: Client) => (await viewer.get(`/api/posts/${post.publicId}`)).json<Post>()
const readComment = async (viewer: Client) => (await viewer.get(`/api/comments/${comment}`)).json<Comment>()

/** Who may remove in which role. */
const removers: [string, () => Member, 'normal' | 'mods' | 'admins'][] = [
  ['its author', () => author, 'normal'],
  ['[CORE-6-011] [CORE-6-012] a moderator', () => moderator, 'mods'],
  ['[CORE-6-015] an admin', () => admin, 'admins'],
]
const refused: [string, () => Member, string, object][] = [
  ['a reader', () => reader, 'normal', errors.notAuthor],
  ['a moderator as its author', () => moderator, 'normal', errors.notAuthor],
  ['an admin as its author', () => admin, 'normal', errors.notAuthor],
  ['a moderator of another community', () => elsewhere, 'mods', errors.notModerator],
  ['an admin as moderator, without being one', () => admin, 'mods', errors.notModerator],
  ['a moderator as admin', () => moderator, 'admins', errors.notAdmin],
]

describe('removing a post', () => {
  it.each(removers)('[CORE-4-022] [CORE-4-023] by %s records the group', async (_who, who, role) => {
    const removed = { deleted: true, deletedAs: role, deletedAt: expect.any(String) }
    expect((await removePost(who(), role)).json()).toMatchObject(removed)
    expect(await getPostPage(reader)).toMatchObject(removed)
  })

  it.each(refused)('is refused to %s, and the post stays', async (_who, who, role, refusal) => {
    expect((await removePost(who(), role)).json()).toEqual(refusal)
    expect(await getPostPage(reader)).toMatchObject({ deleted: false })
  })
})

describe('removing a post closes its reports', () => {
  const countReports = async () =>
    (await sql`select from reports where post_id = ${post.id}`.execute(forum.db)).rows.length
  const reportIt = () => reader.post('/api/_report', { type: 'post', targetId: post.id, reason: 3 })

  it('also one that is being filed concurrently', async () => {
    let removed: Promise<unknown> = Promise.resolve()
    await forum.db.transaction().execute(async (trx) => {
      await sql`select from posts where id = ${post.id} for share`.execute(trx)
      await sql`insert into reports (community_id, post_id, reason_id, reporter_id)
        select community_id, id, 3, ${reader.id} from posts where id = ${post.id}`.execute(trx)
      removed = removePost(moderator, 'mods')
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    })
    await removed
    expect(await countReports()).toBe(0)
  })

  it('and a later one is refused', async () => {
    let filed: ReturnType<typeof reportIt> | undefined
    await forum.db.transaction().execute(async (trx) => {
      await sql`update posts set deleted_at = now(), deleted_as = 'mods' where id = ${post.id}`.execute(trx)
      filed = reportIt()
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    })
    expect((await filed)?.json()).toEqual(errors.postNotFound)
    expect(await countReports()).toBe(0)
  })
})

describe('removing a comment', () => {
  it.each(removers)('by %s records the group', async (_who, who, role) => {
    const removed = { deleted: true, deletedAs: role, deletedAt: expect.any(String) }
    expect((await removeComment(who(), role)).json()).toMatchObject(removed)
    // [CORE-4-034] what the label says
    expect(await readComment(guest)).toMatchObject(removed)
  })

  it.each(refused)('is refused to %s, and the comment stays', async (_who, who, role, refusal) => {
    expect((await removeComment(who(), role)).json()).toEqual(refusal)
    expect(await readComment(reader)).toMatchObject({ deleted: false, body: 'Rude words' })
  })

  const hidden = { contentStripped: true, body: '[Deleted comment]', username: '[Hidden]' }
  const shown = { contentStripped: false, body: 'Rude words', username: 'wren_writes' }
  const empty = { ...shown, body: '' }
  it.each([
    [
      'its author',
      'normal',
      () => author,
      { guest: hidden, reader: hidden, moderator: hidden, admin: empty },
    ],
    [
      'a moderator',
      'mods',
      () => moderator,
      { guest: hidden, reader: hidden, moderator: shown, admin: shown },
    ],
    ['an admin', 'admins', () => admin, { guest: hidden, reader: hidden, moderator: hidden, admin: shown }],
  ] as const)('by %s hides it from whom it should', async (_who, role, who, expected) => {
    await removeComment(who(), role)
    expect(await readComment(guest)).toMatchObject(expected.guest)
    for (const member of [reader, author, elsewhere])
      expect(await readComment(member)).toMatchObject(expected.reader)
    expect(await readComment(moderator)).toMatchObject(expected.moderator)
    expect(await readComment(admin)).toMatchObject(expected.admin)
    expect((await getPostPage(moderator)).comments?.[0]).toMatchObject(expected.moderator)
  })

  describe('closes its reports', () => {
    const countReports = async () =>
      (await sql`select from reports where comment_id = ${comment}`.execute(forum.db)).rows.length
    const reportIt = () => reader.post('/api/_report', { type: 'comment', targetId: comment, reason: 3 })

    it.each(removers)(
      'when it is removed by %s, except its author, and no others',
      async (_who, who, role) => {
        await reportIt()
        await reader.post('/api/_report', { type: 'post', targetId: post.id, reason: 3 })
        await removeComment(who(), role)
        expect(await countReports()).toBe(role === 'normal' ? 1 : 0)
        expect(
          (await sql`select from reports where post_id = ${post.id} and comment_id is null`.execute(forum.db))
            .rows,
        ).toHaveLength(1)
      },
    )

    it('also one that is being filed concurrently', async () => {
      let removed: Promise<unknown> = Promise.resolve()
      await forum.db.transaction().execute(async (trx) => {
        await sql`select from comments where id = ${comment} for share`.execute(trx)
        await sql`insert into reports (community_id, post_id, comment_id, reason_id, reporter_id)
          select community_id, id, ${comment}, 3, ${reader.id} from posts where id = ${post.id}`.execute(trx)
        removed = removeComment(moderator, 'mods')
        await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      })
      await removed
      expect(await countReports()).toBe(0)
    })

    it('and a later one is refused', async () => {
      let filed: ReturnType<typeof reportIt> | undefined
      await forum.db.transaction().execute(async (trx) => {
        await sql`update comments set deleted_at = now(), deleted_as = 'mods' where id = ${comment}`.execute(
          trx,
        )
        filed = reportIt()
        await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      })
      expect((await filed)?.json()).toEqual(errors.commentNotFound)
      expect(await countReports()).toBe(0)
    })
  })
})

describe('comments by a member whom the viewer muted', () => {
  it('are marked for that viewer only, wherever they are shown', async () => {
    await sql`insert into user_mutes (user_id, muted_user_id) values (${reader.id}, ${author.id})`.execute(
      forum.db,
    )
    const below = await forum.comment(moderator, post, 'Another’s.', comment)
    expect(await readComment(reader)).toMatchObject({ isAuthorMuted: true })
    for (const viewer of [guest, moderator, author])
      expect(await readComment(viewer)).not.toHaveProperty('isAuthorMuted')
    const { comments } = await getPostPage(reader)
    const muted = Object.fromEntries((comments ?? []).map(({ id, isAuthorMuted }) => [id, isAuthorMuted]))
    expect(muted).toEqual({ [comment]: true, [below.id]: undefined })
    const vote = await reader.post('/api/_commentVote', { commentId: comment })
    expect(vote.json()).toMatchObject({ isAuthorMuted: true })
    await removeComment(moderator, 'mods')
    expect(await readComment(reader)).not.toHaveProperty('isAuthorMuted')
  })
})
