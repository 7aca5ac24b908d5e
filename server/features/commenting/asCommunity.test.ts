import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { ModerationLogEntry } from '../../../contract/entities/moderationLog.ts'
import { errors } from '../../../contract/errors.ts'
import { definitionWith, newAutomation } from '../../../tests/support/automation.ts'
import {
  type Client,
  type Forum,
  type Member,
  type PostFacts,
  startForum,
} from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { counters, driftQuery } from '../../core/counters/counters.ts'
import { deleteOrderedContent } from '../admin/deleteContent.ts'
import { sections } from '../ownData/sections.ts'

let forum: Forum
let admin: Member
let writer: Member
let colleague: Member
let moderatorElsewhere: Member
let author: Member
let guest: Client
let community: { id: string }
let post: PostFacts

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  community = await forum.community('meadow', admin)
  writer = await forum.moderator('secret_scribe', 'meadow')
  colleague = await forum.moderator('colleague_c', 'meadow')
  author = await forum.member('wren_writes')
  moderatorElsewhere = await forum.moderator('moderator_e', 'elsewhere')
  guest = await forum.guest()
})
beforeEach(async () => {
  post = await forum.post(author, 'meadow', { title: 'A jay in the oak' })
})
afterAll(() => forum.close())

const speak = (body = 'Please be kind.', parentCommentId: string | null = null, by = writer) =>
  by.post(`/api/posts/${post.publicId}/comments?userGroup=community`, { body, parentCommentId })
const spoken = async (...given: Parameters<typeof speak>) => (await speak(...given)).json<Comment>()
const read = async (by: Client, id: string) => (await by.get(`/api/comments/${id}`)).json<Comment>()

describe('a comment in the name of the community', () => {
  it('has its name and no author; moderators and admins see who wrote it', async () => {
    const { id } = await spoken()
    const shown = {
      userId: '0'.repeat(24),
      username: '[meadow]',
      userGroup: 'mods',
      isByCommunity: true,
      userDeleted: false,
      body: 'Please be kind.',
      upvotes: 1,
    }
    for (const by of [guest, author]) {
      const seen = await read(by, id)
      expect(seen).toMatchObject(shown)
      for (const field of ['writtenBy', 'author', 'userGhostId']) expect(seen).not.toHaveProperty(field)
    }
    for (const by of [writer, colleague, admin])
      expect(await read(by, id)).toMatchObject({ ...shown, writtenBy: 'secret_scribe' })
    const { comments } = (await colleague.get(`/api/posts/${post.publicId}/comments`)).json()
    expect(comments).toMatchObject([{ isByCommunity: true, writtenBy: 'secret_scribe' }])
  })

  it('is in the log, which names its writer to moderators and admins only', async () => {
    const { id } = await spoken()
    const logged = async (by: Client, query = '') =>
      (await by.get(`/api/modlog?action=comment_as_community${query}`))
        .json<{ items: ModerationLogEntry[] }>()
        .items.find(({ comment }) => comment?.id === id)
    for (const by of [guest, author]) {
      expect(await logged(by)).toMatchObject({ actedAs: 'mods', moderator: null })
      expect(await logged(by, '&moderator=secret_scribe')).toBeUndefined()
      expect(await logged(by, `&moderator=secret_scribe&communityId=${community.id}`)).toBeUndefined()
    }
    for (const by of [colleague, admin])
      expect(await logged(by, '&moderator=secret_scribe')).toMatchObject({
        moderator: { username: 'secret_scribe' },
      })
  })

  it('notifies its writer of replies, and the author of the post in the name of the community', async () => {
    const { id } = await spoken('Hello @wren_writes, @secret_scribe!')
    const first = async (by: Member) => (await by.get('/api/notifications?render=true')).json().items[0]
    expect(await first(author)).toMatchObject({
      type: 'new_comment',
      title: 'meadow commented on your post A jay in the oak',
      actors: [{ id: null, username: 'meadow', picture: null }],
    })
    const facts = (await author.get('/api/notifications')).json().items[0].notif
    expect(facts).toMatchObject({ commentAuthor: '[meadow]' })
    await forum.comment(author, post, 'Thanks!', id)
    expect(await first(writer)).toMatchObject({
      type: 'comment_reply',
      actors: [{ username: 'wren_writes' }],
    })
    // A reply of the community to itself notifies nobody.
    await spoken('Again', id)
    expect(await first(writer)).toMatchObject({ actors: [{ username: 'wren_writes' }] })
  })

  it('can be removed and restored by moderators, and edited by nobody', async () => {
    const { id } = await spoken()
    const path = `/api/posts/${post.publicId}/comments/${id}`
    expect((await writer.put(path, { body: 'Changed.' })).json()).toEqual(errors.notAuthor)
    expect((await writer.delete(path)).json()).toEqual(errors.notAuthor)
    expect((await colleague.delete(`${path}?deleteAs=mods`)).statusCode).toBe(200)
    expect(await read(guest, id)).toMatchObject({ username: '[Hidden]', userDeleted: false })
    expect(await read(guest, id)).not.toHaveProperty('isByCommunity')
    expect((await colleague.put(`${path}?action=restore`)).statusCode).toBe(200)
    expect(await read(guest, id)).toMatchObject({ username: '[meadow]', body: 'Please be kind.' })
  })

  it('is not that of a member whose account is deleted', async () => {
    const leaver = await forum.moderator(`leaver_${post.publicId.slice(0, 4)}`, 'meadow')
    const { id } = await spoken('Goodbye.', null, leaver)
    await sql`update users set deleted_at = now() where id = ${leaver.id}`.execute(forum.db)
    expect(await read(colleague, id)).toMatchObject({ username: '[meadow]' })
    expect(await read(colleague, id)).not.toHaveProperty('writtenBy')
  })

  it('waits for review like any other, and is then stored in this name', async () => {
    const rule = await newAutomation(admin, null, { acts: [{ does: 'hold' }], sparesStaff: false })
    expect((await speak('Spam')).json()).toEqual(errors.heldForReview)
    await admin.delete(`/api/automation/${rule.id}`)
    const { id } = await forum.db
      .selectFrom('held_items')
      .where('post_id', '=', stored(post.id))
      .select('id')
      .executeTakeFirstOrThrow()
    const answer = await colleague.post('/api/modqueue/held', { action: 'approve', ids: [Number(id)] })
    expect(answer.statusCode, answer.body).toBe(200)
    const { comments } = (await guest.get(`/api/posts/${post.publicId}/comments`)).json()
    expect(comments).toMatchObject([{ body: 'Spam', username: '[meadow]' }])
  })

  it('that waits for review is for its moderators alone while its post is elsewhere, and is approved once the post is back', async () => {
    const rule = await newAutomation(admin, null, { acts: [{ does: 'hold' }], sparesStaff: false })
    await speak('Spam')
    await admin.delete(`/api/automation/${rule.id}`)
    const move = await admin.post(`/api/posts/${post.publicId}/move`, { community: 'elsewhere' })
    const waiting = async (by: Member) =>
      (await by.get('/api/modqueue/held')).json<{ items: { id: number }[] }>().items.map(({ id }) => id)
    expect(await waiting(moderatorElsewhere)).toEqual([])
    const ids = await waiting(colleague)
    expect(ids).toHaveLength(1)
    const approve = async (by: Member) =>
      (await by.post('/api/modqueue/held', { action: 'approve', ids })).json()
    expect(await approve(moderatorElsewhere)).toEqual(errors.neitherAdminNorModerator)
    const [id] = ids
    const problem = errors.movedSinceHeld.message
    expect(await approve(colleague)).toEqual({ results: [{ id, done: false, problem }] })
    await admin.put(`/api/moves/${move.json<{ id: number }>().id}`, { action: 'undo' })
    expect(await approve(colleague)).toEqual({ results: [{ id, done: true, problem: null }] })
    const { comments } = (await guest.get(`/api/posts/${post.publicId}/comments`)).json()
    expect(comments).toMatchObject([{ body: 'Spam', username: '[meadow]', communityName: 'meadow' }])
  })
})

describe('where its post has moved to another community, such a comment', () => {
  let id: string

  beforeEach(async () => {
    id = (await spoken('Please be kind.', null, writer)).id
    expect(
      (await admin.post(`/api/posts/${post.publicId}/move`, { community: 'elsewhere' })).statusCode,
    ).toBe(200)
  })

  it('keeps the name of its own, whose moderators alone see who wrote it', async () => {
    const inThread = async (by: Client) =>
      (await by.get(`/api/posts/${post.publicId}/comments`)).json<{ comments: Comment[] }>().comments[0]
    for (const by of [guest, author, moderatorElsewhere])
      for (const seen of [await read(by, id), await inThread(by)]) {
        expect(seen).toMatchObject({ username: '[meadow]', communityName: 'elsewhere', isByCommunity: true })
        expect(seen).not.toHaveProperty('writtenBy')
      }
    for (const by of [writer, colleague, admin])
      for (const seen of [await read(by, id), await inThread(by)])
        expect(seen).toMatchObject({ username: '[meadow]', writtenBy: 'secret_scribe' })
    const { items } = (await author.get('/api/notifications?render=true')).json()
    expect(items.find(({ type }: { type: string }) => type === 'new_comment')).toMatchObject({
      title: 'meadow commented on your post A jay in the oak',
      actors: [{ username: 'meadow' }],
    })
  })

  it('is not among what its moderators try a rule with', async () => {
    const { communityId } = await read(admin, id)
    const definition = definitionWith({
      to: 'comments',
      when: { is: 'length', compare: 'atLeast', number: 1 },
    })
    const tried = (by: Member, place: string | null) =>
      by.post('/api/automation/try', { communityId: place, definition })
    expect((await tried(moderatorElsewhere, communityId)).json()).toMatchObject({ samples: [] })
    const { samples } = (await tried(admin, null)).json<{ samples: { id: string }[] }>()
    expect(samples.map((sample) => sample.id)).toContain(stored(id))
  })

  it('has the new name of its community at once', async () => {
    const names = async () => {
      const thread = (await guest.get(`/api/posts/${post.publicId}/comments`)).json()
      return [thread.comments[0].username, (await read(guest, id)).username]
    }
    expect(await names()).toEqual(['[meadow]', '[meadow]'])
    const rename = (from: string, name: string) =>
      admin.put(`/api/_admin/communities/${from}/name?byName=true`, { name })
    expect((await rename('meadow', 'pasture')).statusCode).toBe(200)
    expect(await names()).toEqual(['[pasture]', '[pasture]'])
    expect((await rename('pasture', 'meadow')).statusCode).toBe(200)
  })
})

it('is logged as of the moderators, also where an admin wrote it', async () => {
  const only = await forum.member(`only_admin_${post.publicId.slice(0, 4)}`, { isAdmin: true })
  const { id } = await spoken('From an admin.', null, only)
  const { items } = (await guest.get('/api/modlog?action=comment_as_community')).json<{
    items: ModerationLogEntry[]
  }>()
  expect(items.find(({ comment }) => comment?.id === id)).toMatchObject({ actedAs: 'mods', moderator: null })
})

it('neither waits for the row of the account that all communities share, nor changes it', async () => {
  const program = () =>
    sql<{
      row: string
    }>`select xmin::text || users::text as row from users where id = program_account()`.execute(forum.db)
  const { rows: before } = await program()
  const voter = await forum.member(`voter_${post.publicId.slice(0, 4)}`)
  await sql`update users set created_at = now() - interval '1 year', points = points where id = ${voter.id}`.execute(
    forum.db,
  )
  await forum.db.transaction().execute(async (trx) => {
    await sql`select from users where id = program_account() for no key update`.execute(trx)
    const { id } = await spoken()
    const path = `/api/posts/${post.publicId}/comments/${id}`
    expect((await voter.post('/api/_commentVote', { commentId: id, up: true })).statusCode).toBe(200)
    expect((await colleague.delete(`${path}?deleteAs=mods`)).statusCode).toBe(200)
    expect((await colleague.put(`${path}?action=restore`)).statusCode).toBe(200)
  })
  expect((await program()).rows).toEqual(before)
})

it('is removed with all else that its writer wrote when an admin orders that', async () => {
  const name = `rogue_${post.publicId.slice(0, 4)}`
  const rogue = await forum.moderator(name, 'meadow')
  const { id } = await spoken('Buy my watches now, cheap watches.', null, rogue)
  const found = await admin.get(`/api/_admin/found_contents?q=${name}`)
  expect(found.json()).toMatchObject({ comments: 1, authors: 1, contents: [{ username: name }] })
  await admin.post('/api/_admin', { action: 'ban_user', username: name, deleteContentDays: 0 })
  await deleteOrderedContent(forum.db, { signal: new AbortController().signal })
  expect(await read(guest, id)).toMatchObject({ deleted: true, deletedAs: 'admins' })
})

it('keeps all counters right', async () => {
  await spoken()
  const found = await Promise.all(counters.map((one) => sql.raw(driftQuery(one)).execute(forum.db)))
  expect(found.flatMap(({ rows }) => rows)).toEqual([])
})

it('is in the archive of its writer', async () => {
  await spoken('For my archive.')
  const found = await sections.comments?.(stored(writer.id)).execute(forum.db)
  const items = found?.rows.map((row) => JSON.parse((row as { item: string }).item))
  expect(items).toContainEqual(expect.objectContaining({ body: 'For my archive.', writtenAs: 'community' }))
})
