import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { HeldItem, OwnHeldItem } from '../../../contract/entities/held.ts'
import type { Notification } from '../../../contract/entities/notification.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import {
  type Forum,
  type Member,
  type PostFacts,
  passwordOf,
  startForum,
} from '../../../tests/support/forum.ts'
import { holdNewMembers } from '../../../tests/support/held.ts'
import { newKey, send } from '../../../tests/support/keyedCalls.ts'
import { recount } from '../../../tests/support/recount.ts'
import { viewAs } from '../../core/api/viewAs.ts'
import { deleteUnusedImages } from '../../core/images/delete.ts'
import { decideOverdueHeldItems } from './overdue.ts'

const countsAreRight = /^All \d+ counters are correct/m

let forum: Forum
let moderator: Member
let admin: Member
let author: Member
let reader: Member
let post: PostFacts
let members = 0

beforeAll(async () => {
  forum = await startForum()
  moderator = await forum.moderator('moderator_m', 'birding')
  admin = await forum.member('the_admin', { isAdmin: true })
  reader = await forum.member('reader_r')
})
beforeEach(async () => {
  await sql`truncate posts cascade`.execute(forum.db)
  await sql`update users set post_count = 0, comment_count = 0, notifications_new_count = 0`.execute(forum.db)
  await sql`update communities set post_count = 0`.execute(forum.db)
  await holdNewMembers(forum.db, 'birding', null)
  members += 1
  author = await forum.member(`newcomer_${members}`)
  post = await forum.post(moderator, 'birding', { title: 'A nest' })
  await holdNewMembers(forum.db, 'birding', 'everything')
})
afterAll(() => forum.close())

const held = { status: 403, code: 'held_for_review', message: errors.heldForReview.message }

const writePost = (fields: object = {}, who: Member = author) =>
  who.post('/api/posts', { title: 'A rare sight', body: 'Seen today.', community: 'birding', ...fields })
const writeComment = (fields: object = {}, who: Member = author) =>
  who.post(`/api/posts/${post.publicId}/comments`, { body: 'Well seen.', ...fields })
const waiting = async (who: Member = moderator) =>
  (await who.get('/api/modqueue/held')).json<{ items: HeldItem[] }>().items
const own = async (who: Member = author) =>
  (await who.get('/api/held')).json<{ items: OwnHeldItem[] }>().items
const decide = async (
  action: 'approve' | 'refuse',
  ids: number[],
  fields: object = {},
  who: Member = moderator,
) => (await who.post('/api/modqueue/held', { action, ids, ...fields })).json()
const idsWaiting = async () => (await waiting()).map(({ id }) => id)
const notificationsOf = async (who: Member) =>
  (await who.get('/api/notifications'))
    .json<{ items: Notification[] }>()
    .items.filter(({ type }) => type.startsWith('held'))
const feed = async () =>
  (await reader.get('/api/posts?sort=latest')).json<{ posts: { title: string }[] }>().posts
const titles = async () => (await feed()).map(({ title }) => title)
const rowsOf = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(forum.db)).rows[0]
    ?.n

describe('a post or comment of a new member', () => {
  it('keeps the mark “Made with AI”', async () => {
    await writePost({ isMadeWithAi: true })
    await writeComment({ isMadeWithAi: true })
    const items = await waiting()
    expect(items.map(({ isMadeWithAi }) => isMadeWithAi)).toEqual([true, true])
    await decide('approve', await idsWaiting())
    expect((await reader.get('/api/posts?sort=latest')).json().posts[0]).toMatchObject({
      madeWithAiBy: 'author',
    })
    const { comments } = (await reader.get(`/api/posts/${post.publicId}`)).json()
    expect(comments).toMatchObject([{ madeWithAiBy: 'author' }])
    const { id } = comments[0]
    await author.put(`/api/posts/any/comments/${id}`, { body: 'By myself.', isMadeWithAi: false })
    expect(await waiting()).toMatchObject([{ kind: 'edit', isMadeWithAi: false }])
    await decide('approve', await idsWaiting())
    expect((await reader.get(`/api/comments/${id}`)).json()).not.toHaveProperty('madeWithAiBy')
  })

  it('can be approved whatever became of the mark “Made with AI” meanwhile', async () => {
    await writePost({ isMadeWithAi: true })
    await writeComment({ isMadeWithAi: true })
    await decide('approve', await idsWaiting())
    const [{ publicId }] = (await reader.get('/api/posts?sort=latest')).json().posts
    const [{ id }] = (await reader.get(`/api/posts/${post.publicId}`)).json().comments
    await author.put(`/api/posts/${publicId}`, { body: 'By hand.', isMadeWithAi: false })
    await author.put(`/api/posts/any/comments/${id}`, { body: 'By hand.', isMadeWithAi: false })
    await writePost({ title: 'Another', isMadeWithAi: true })
    await writeComment({ body: 'Another', isMadeWithAi: true })
    const ids = await idsWaiting()
    expect(ids).toHaveLength(4)
    await moderator.put(`/api/posts/${publicId}?action=markAsAi`)
    await moderator.put(`/api/posts/${post.publicId}/comments/${id}?action=markAsAi`)
    await sql`update communities set made_with_ai = 'refused' where name = 'birding'`.execute(forum.db)
    const answer = await decide('approve', ids)
    await sql`update communities set made_with_ai = 'allowed' where name = 'birding'`.execute(forum.db)
    expect(answer).toEqual({ results: ids.map((one) => ({ id: one, done: true, problem: null })) })
    for (const url of [`/api/posts/${publicId}`, `/api/comments/${id}`])
      expect((await reader.get(url)).json()).toMatchObject({ body: 'By hand.', madeWithAiBy: 'mods' })
    const { comments } = (await reader.get(`/api/posts/${post.publicId}`)).json()
    expect(comments).toContainEqual(expect.objectContaining({ body: 'Another', madeWithAiBy: 'author' }))
  })

  it('waits, and appears as of now when a moderator approves it', async () => {
    expect([(await writePost()).json(), (await writeComment()).json()]).toEqual([held, held])
    expect(await titles()).not.toContain('A rare sight')
    const items = await waiting()
    expect(items).toMatchObject([
      {
        kind: 'post',
        title: 'A rare sight',
        body: 'Seen today.',
        communityName: 'birding',
        reasons: [{ reason: 'new_member', name: null }],
      },
      {
        kind: 'comment',
        body: 'Well seen.',
        post: { publicId: post.publicId, title: 'A nest' },
        author: { username: author.username, noPosts: 0 },
      },
    ])
    const ids = items.map(({ id }) => id)
    expect(await decide('approve', ids)).toEqual({
      results: ids.map((id) => ({ id, done: true, problem: null })),
    })
    expect(await titles()).toContain('A rare sight')
    const comments = (await reader.get(`/api/posts/${post.publicId}/comments`)).json().comments
    expect(comments).toMatchObject([{ body: 'Well seen.', username: author.username }])
    expect(await waiting()).toEqual([])
    expect(await recount(forum.connection)).toMatch(countsAreRight)
  })

  it('is not held by default, for moderators and admins, and once they have written enough', async () => {
    await holdNewMembers(forum.db, 'birding', null)
    expect((await writePost({}, reader)).statusCode).toBe(200)
    await holdNewMembers(forum.db, 'birding', 'everything')
    for (const who of [moderator, admin]) expect((await writePost({}, who)).statusCode).toBe(200)
    for (const [n] of Array.from({ length: forum.settings.holdFirst }).entries()) {
      expect((await writePost({ title: `Sight ${n}` })).json()).toEqual(held)
      await decide('approve', await idsWaiting())
    }
    expect((await writeComment()).statusCode).toBe(200)
  })

  it('is held only with links and images, if that is the choice', async () => {
    await holdNewMembers(forum.db, 'birding', 'media')
    const { id: imageId } = await forum.upload(author)
    const answers = [
      await writePost({ body: 'See https://example.org/bird.' }),
      await writePost({ type: 'link', url: 'https://example.org/' }),
      await writePost({ type: 'image', images: [{ imageId, caption: 'A wren' }] }),
      await writeComment({ body: '[here](https://example.org)' }),
    ]
    expect(answers.map((answer) => answer.json())).toEqual(answers.map(() => held))
    expect((await writeComment({ body: 'No link, @moderator_m.' })).statusCode).toBe(200)
    expect(await waiting()).toMatchObject([
      {},
      { link: 'https://example.org/' },
      { images: [{ altText: 'A wren' }] },
      {},
    ])
  })

  it('is refused as it would be if it were not held', async () => {
    expect((await writePost({ title: '' })).json()).toMatchObject({ code: errors.titleTooShort.code })
    await sql`insert into community_bans (community_id, user_id)
      select id, ${author.id} from communities where name = 'birding'`.execute(forum.db)
    for (const answer of [await writePost(), await writeComment()])
      expect(answer.json()).toMatchObject({ code: errors.bannedFromCommunity.code })
    expect(await rowsOf('held_items')).toBe(0)
  })

  it('is held once: with the same idempotency key, and the same text again', async () => {
    const key = newKey()
    const body = { title: 'Once', body: 'Only.', community: 'birding' }
    for (let times = 0; times < 3; times += 1)
      expect((await send(author, '/api/posts', body, key)).json()).toEqual(held)
    expect((await send(author, '/api/posts', body, newKey())).json()).toMatchObject({
      code: 'already_waiting',
    })
    expect((await author.post('/api/posts', body)).json()).toMatchObject({ code: 'already_waiting' })
    expect(await rowsOf('held_items')).toBe(1)
  })

  it('is known to nobody but its author and the moderators', async () => {
    const posts = await rowsOf('posts')
    const word = 'xylophonebird'
    const counts = () =>
      sql`select name, post_count from communities union all select username, post_count + comment_count from users order by 1`.execute(
        forum.db,
      )
    const before = (await counts()).rows
    await writePost({ title: `A ${word}`, body: `@reader_r ${word}` })
    await writeComment({ body: `@reader_r ${word}` })
    const paths = [
      '/api/posts',
      '/api/posts?feed=all&sort=hot',
      `/api/posts/${post.publicId}`,
      `/api/posts/${post.publicId}/comments`,
      `/api/users/${author.username}`,
      `/api/users/${author.username}/feed`,
      `/api/search?q=${word}`,
      `/api/search?kind=comments&q=${word}`,
      '/api/notifications',
      '/api/_initial',
      '/api/held',
      '/api/modqueue/held',
      '/birding.atom',
      `/birding/post/${post.publicId}.atom`,
      `/birding`,
      `/@${author.username}`,
      `/birding/post/${post.publicId}`,
      '/sitemap.xml',
    ]
    for (const who of [reader, await forum.guest()])
      for (const path of paths)
        expect([path, (await who.get(path)).body]).toEqual([path, expect.not.stringContaining(word)])
    expect((await counts()).rows).toEqual(before)
    expect(await rowsOf('posts')).toBe(posts)
    expect(await notificationsOf(reader)).toEqual([])
  })

  it('keeps its images until it is decided', async () => {
    const { id: imageId } = await forum.upload(author)
    await writePost({ type: 'image', images: [{ imageId }] })
    await sql`update images set created_at = now() - interval '5 days'`.execute(forum.db)
    await deleteUnusedImages({ db: forum.database.db, files: forum.files }, AbortSignal.timeout(30_000))
    expect((await decide('approve', await idsWaiting())).results).toMatchObject([{ done: true }])
    expect((await feed())[0]).toMatchObject({ title: 'A rare sight', images: [{ id: imageId }] })
  })

  it('is an edit, too, which replaces the text when it is approved', async () => {
    await holdNewMembers(forum.db, 'birding', null)
    const { publicId } = await forum.post(author, 'birding', { title: 'Before', body: 'The text.' })
    const { id } = await forum.comment(author, post, 'Before, too.')
    await holdNewMembers(forum.db, 'birding', 'everything')
    expect((await author.put(`/api/posts/${publicId}`, { title: 'After' })).json()).toEqual(held)
    expect(
      (await author.put(`/api/posts/${post.publicId}/comments/${id}`, { body: 'After, too.' })).json(),
    ).toEqual(held)
    const read = async () => [
      (await reader.get(`/api/posts/${publicId}`)).json().title,
      (await reader.get(`/api/comments/${id}`)).json().body,
    ]
    expect(await read()).toEqual(['Before', 'Before, too.'])
    expect(await waiting()).toMatchObject([
      { kind: 'edit', title: 'After', titleBefore: 'Before', bodyHtmlBefore: null },
      { kind: 'edit', body: 'After, too.', bodyHtmlBefore: expect.stringContaining('Before, too.') },
    ])
    await decide('approve', await idsWaiting())
    expect(await read()).toEqual(['After', 'After, too.'])
  })

  it('does not replace what its author has written since', async () => {
    await holdNewMembers(forum.db, 'birding', null)
    const { publicId } = await forum.post(author, 'birding', { title: 'Before', body: 'The text.' })
    const { id } = await forum.comment(author, post, 'Before, too.')
    await holdNewMembers(forum.db, 'birding', 'everything')
    await author.put(`/api/posts/${publicId}`, { title: 'Held' })
    await author.put(`/api/posts/${post.publicId}/comments/${id}`, { body: 'Held, too.' })
    await holdNewMembers(forum.db, 'birding', null)
    await author.put(`/api/posts/${publicId}`, { title: 'Newer' })
    await author.put(`/api/posts/${post.publicId}/comments/${id}`, { body: 'Newer, too.' })
    const problem = errors.editedSinceHeld.message
    expect((await decide('approve', await idsWaiting())).results).toMatchObject([
      { done: false, problem },
      { done: false, problem },
    ])
    expect((await reader.get(`/api/posts/${publicId}`)).json().title).toBe('Newer')
    expect((await reader.get(`/api/comments/${id}`)).json().body).toBe('Newer, too.')
  })
})

describe('a decision', () => {
  it('is made once by two moderators at the same time', async () => {
    await writePost()
    await writeComment()
    const ids = await idsWaiting()
    const answers = await Promise.all(
      [moderator, admin, moderator, admin].map((who) => decide('approve', ids, {}, who)),
    )
    const done = answers.flatMap(({ results }) => results).filter((result: { done: boolean }) => result.done)
    expect(done).toHaveLength(2)
    expect((await titles()).filter((title) => title === 'A rare sight')).toHaveLength(1)
    expect(await recount(forum.connection)).toMatch(countsAreRight)
  })

  it('to refuse has a reason, which the author reads; the text can become a draft', async () => {
    await writePost()
    await decide('refuse', await idsWaiting(), { reason: 'No advertising.' })
    expect(await titles()).not.toContain('A rare sight')
    expect(await own()).toMatchObject([
      { outcome: 'refused', reason: 'No advertising.', body: 'Seen today.', decidedBy: null },
    ])
    expect(await notificationsOf(author)).toMatchObject([
      {
        type: 'held_decided',
        notif: {
          heldOutcome: 'refused',
          heldKind: 'post',
          reason: 'No advertising.',
          communityName: 'birding',
        },
      },
    ])
    const [item] = await own()
    const { place } = (await author.delete(`/api/held/${item?.id}`)).json()
    expect((await author.get(`/api/drafts/${place}`)).json().draft).toMatchObject({
      title: 'A rare sight',
      body: 'Seen today.',
      community: 'birding',
    })
    expect(await own()).toEqual([])
  })

  it('to approve notifies the author, and is logged like a refusal', async () => {
    await writeComment()
    await writePost()
    const [comment, newPost] = await idsWaiting()
    await decide('approve', [comment ?? 0])
    await decide('refuse', [newPost ?? 0], { reason: 'No.' })
    expect(await notificationsOf(author)).toMatchObject([
      { notif: { heldOutcome: 'refused' } },
      { notif: { heldOutcome: 'approved', targetType: 'comment' } },
    ])
    const log = (await reader.get('/api/modlog?limit=2')).json()
    expect(log.entries ?? log.items).toMatchObject([
      { action: 'refuse_held', reason: 'No.', post: null, user: null, details: { heldKind: 'post' } },
      { action: 'approve_held', details: { heldKind: 'comment' } },
    ])
  })

  it('leaves waiting what cannot be stored now, and says why', async () => {
    await writeComment()
    await moderator.put(`/api/posts/${post.publicId}?action=lock&lockAs=mods`)
    const ids = await idsWaiting()
    expect((await decide('approve', ids)).results).toEqual([
      { id: ids[0], done: false, problem: errors.postLocked.message },
    ])
    expect(await idsWaiting()).toEqual(ids)
  })

  it('is for moderators of the community and admins, of all items or none', async () => {
    const elsewhere = await forum.moderator(`elsewhere_${members}`, 'elsewhere')
    await writePost()
    const ids = await idsWaiting()
    for (const who of [reader, author, elsewhere])
      expect(await decide('approve', ids, {}, who)).toMatchObject({ code: 'not_admin_nor_mod' })
    expect(await waiting(elsewhere)).toEqual([])
    expect(await idsWaiting()).toEqual(ids)
  })

  it(`is the choice of the community after ${limits.heldHours} hours`, async () => {
    await writePost({ title: 'Late one' })
    await writeComment()
    await moderator.put(`/api/posts/${post.publicId}?action=lock&lockAs=mods`)
    const overdue = () =>
      decideOverdueHeldItems(
        {
          db: forum.database.db,
          settings: forum.settings,
          to: viewAs(
            { viewer: null, secrets: forum.secrets, config: forum.config, settings: forum.settings },
            'source',
          ),
        },
        AbortSignal.timeout(30_000),
      )
    await overdue()
    expect(await own()).toHaveLength(2)
    await sql`update held_items set created_at = now() - interval '48 hours 1 second'`.execute(forum.db)
    await overdue()
    expect(await titles()).toContain('Late one')
    expect(await own()).toMatchObject([
      { kind: 'comment', outcome: 'refused', reason: errors.postLocked.message },
    ])
    expect(await notificationsOf(author)).toMatchObject([
      { notif: { heldOutcome: 'refused', isOverdue: true } },
      { notif: { heldOutcome: 'approved', isOverdue: true } },
    ])
    await writePost({ title: 'Another late one' })
    await sql`update communities set undecided = 'refuse' where name = 'birding'`.execute(forum.db)
    await sql`update held_items set created_at = now() - interval '48 hours 1 second' where decided_at is null`.execute(
      forum.db,
    )
    await overdue()
    await writePost({ title: 'Announced' })
    expect(await waiting()).toMatchObject([{ title: 'Announced', undecided: 'refuse' }])
    await sql`delete from held_items where decided_at is null`.execute(forum.db)
    await sql`update communities set undecided = 'approve' where name = 'birding'`.execute(forum.db)
    expect(await titles()).not.toContain('Another late one')

    // After a wave of bots, one notification of all that was declined.
    await author.post('/api/notifications?action=deleteAll')
    const decline = async (...titles: string[]) => {
      for (const title of titles) await writePost({ title })
      await sql`update held_items set created_at = now() - interval '48 hours 1 second', reasons = '[{"reason": "wave"}]'
        where decided_at is null`.execute(forum.db)
      expect((await waiting()).map(({ undecided }) => undecided)).toEqual(titles.map(() => 'refuse'))
      await overdue()
    }
    await decline('First')
    // The job runs again.
    await decline('Second', 'Third')
    expect(await notificationsOf(author)).toMatchObject([
      { notif: { heldOutcome: 'refused', isOverdue: true, heldCount: 3 } },
    ])
    const [rendered] = (await author.get('/api/notifications?render=true')).json<{ items: object[] }>().items
    expect(rendered).toMatchObject({ title: '3 of your posts and comments were not approved' })
    // What they have read is not counted again.
    await author.post('/api/notifications?action=markAllAsSeen')
    await decline('Fourth')
    const [latest] = await notificationsOf(author)
    expect(latest).toMatchObject({ seen: false, notif: { isOverdue: true } })
    expect(latest?.notif).not.toHaveProperty('heldCount')
  })
})

describe('its author', () => {
  it('sees it, and can withdraw it as a draft', async () => {
    await writeComment()
    await writePost()
    const { id: communityId } = (await author.get('/api/communities/birding?byName=true')).json()
    const [newPost, comment] = await own()
    expect([newPost, comment]).toMatchObject([
      { kind: 'post', outcome: null },
      { kind: 'comment', outcome: null },
    ])
    const of = async (query: string) => (await author.get(`/api/held?${query}`)).json().items
    expect(await of(`postId=${post.id}`)).toEqual([comment])
    expect(await of(`communityId=${communityId}`)).toEqual([newPost])
    expect((await reader.delete(`/api/held/${comment?.id}`)).json()).toMatchObject({
      code: 'held_item_not_found',
    })
    expect((await author.delete(`/api/held/${comment?.id}`)).json()).toEqual({
      place: `reply:${post.publicId}`,
    })
    expect((await author.get(`/api/drafts/reply:${post.publicId}`)).json().draft).toMatchObject({
      body: 'Well seen.',
    })
    expect(await idsWaiting()).toEqual([newPost?.id])
  })

  it('withdraws an edit as a draft with what the edit left as it was', async () => {
    await holdNewMembers(forum.db, 'birding', null)
    const { publicId } = await forum.post(author, 'birding', { title: 'Before', body: 'The text.' })
    await holdNewMembers(forum.db, 'birding', 'everything')
    const images = { attachments: [{ imageId: (await forum.upload(author)).id }] }
    for (const [edit, title] of [
      [{ title: 'After' }, 'After'],
      [images, 'Before'],
    ] as const) {
      expect((await author.put(`/api/posts/${publicId}`, edit)).json()).toEqual(held)
      const [item] = await own()
      const { place } = (await author.delete(`/api/held/${item?.id}`)).json()
      expect((await author.get(`/api/drafts/${place}`)).json().draft).toMatchObject({
        title,
        body: 'The text.',
      })
      await author.delete(`/api/drafts/${place}`)
    }
  })

  it('takes it along when the account is deleted', async () => {
    await writePost()
    await author.delete(`/api/users/${author.username}`, { password: passwordOf(author.username) })
    expect(await rowsOf('held_items')).toBe(0)
  })
})

describe('moderators', () => {
  it('are notified once an hour at most', async () => {
    await writePost()
    await writeComment()
    expect(await notificationsOf(moderator)).toMatchObject([
      { type: 'held_waiting', notif: { communityName: 'birding' } },
    ])
    await sql`update held_items set alerted_at = now() - interval '61 minutes' where alerted_at is not null`.execute(
      forum.db,
    )
    await writePost({ title: 'An hour later' })
    expect(await notificationsOf(moderator)).toHaveLength(2)
  })

  it('choose what is held', async () => {
    const { id } = (await moderator.get('/api/communities/birding?byName=true')).json()
    const path = `/api/communities/${id}/review`
    expect((await moderator.get(path)).json()).toEqual({ holdNewMembers: 'everything', undecided: 'approve' })
    const chosen = { holdNewMembers: 'site', undecided: 'refuse' }
    expect((await moderator.put(path, chosen)).json()).toEqual(chosen)
    expect((await writePost()).statusCode).toBe(200)
    expect((await moderator.put(path, { ...chosen, holdNewMembers: 'some' })).json()).toMatchObject({
      code: 'invalid_hold_level',
    })
    await moderator.put(path, { holdNewMembers: 'off', undecided: 'approve' })
  })
})
