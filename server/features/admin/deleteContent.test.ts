import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { eachInShares } from '../../../tests/support/eachInShares.ts'
import {
  type Client,
  type Forum,
  type Member,
  type PostFacts,
  startForum,
} from '../../../tests/support/forum.ts'
import { recount } from '../../../tests/support/recount.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { lockContent } from '../../core/content/content.ts'
import { restore as restoreContent } from '../../core/content/restore.sql.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { startJobs } from '../../platform/jobs/queue.ts'
import { tasks } from '../../tasks.ts'
import { deleteContentTask, deleteOrderedContent } from './deleteContent.ts'

let forum: Forum
let admin: Member
let neighbour: Member
let spammer: Member
let thread: PostFacts
let made = 0

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('keeper', { isAdmin: true })
  neighbour = await forum.member('neighbour')
  await forum.community('birding', admin)
  thread = await forum.post(neighbour, 'birding', { title: 'A good thread' })
})
beforeEach(async () => {
  spammer = await forum.member(`spammer_${++made}`)
  // Orders of other tests wait for their last run.
  await sql`update content_deletions set finished_at = now()`.execute(forum.db)
})
afterAll(() => forum.close())

const goOn = () => new AbortController().signal
const work = (options: { signal?: AbortSignal; batch?: number } = {}) =>
  deleteOrderedContent(forum.db, { signal: goOn(), ...options })
const ban = async (deleteContentDays?: number) => {
  const answer = await admin.post('/api/_admin', {
    action: 'ban_user',
    username: spammer.username,
    deleteContentDays,
  })
  expect(answer.statusCode).toBe(200)
}
const postOf = async ({ publicId }: PostFacts, who: Client = admin) =>
  (await who.get(`/api/posts/${publicId}`)).json<Post>()
const commentOf = async ({ id }: { id: string }, who: Client = admin) =>
  (await who.get(`/api/comments/${id}`)).json<Comment>()
const agree = /^All \d+ counters are correct/m

/** How much of the spammer's content still exists. */
async function left() {
  const { rows } = await sql<{ posts: number; comments: number; counted: string }>`select
    (select count(*)::integer from posts where author_id = ${spammer.id}
      and (deleted_at is null or content_deleted_at is null)) as posts,
    (select count(*)::integer from comments where author_id = ${spammer.id} and deleted_at is null) as comments,
    (select post_count || ' ' || comment_count from users where id = ${spammer.id}) as counted`.execute(
    forum.db,
  )
  return rows[0]
}
const nothing = { posts: 0, comments: 0, counted: '0 0' }

/** This many posts with two comments each, inserted by SQL. */
async function write(posts: number) {
  await sql`
    with written as (
      insert into posts (public_id, type, author_id, community_id, title, body, body_html, created_at)
      select 'p' || ${made} || lpad(n::text, ${7 - String(made).length}, '0'), 'text', ${spammer.id},
        (select id from communities where name = 'birding'), 'Buy this', 'Cheap.', '<p>Cheap.</p>',
        now() - make_interval(secs => n % 7)
      from generate_series(1, ${posts}) n returning 1)
    update communities set post_count = post_count + ${posts} where name = 'birding'`.execute(forum.db)
  await sql`insert into comments (post_id, author_id, body, body_html, created_at)
    select ${thread.id}, ${spammer.id}, 'Cheap.', '<p>Cheap.</p>', now() - make_interval(secs => n % 7)
    from generate_series(1, ${posts * 2}) n`.execute(forum.db)
  await sql`update posts set comment_count = comment_count + ${posts * 2} where id = ${thread.id}`.execute(
    forum.db,
  )
  await sql`update users set post_count = ${posts}, comment_count = ${posts * 2} where id = ${spammer.id}`.execute(
    forum.db,
  )
}

/** Stops the task after this many batches. */
function stopsAfter(batches: number): AbortSignal {
  let looks = 0
  return {
    get aborted() {
      looks += 1
      return looks > batches
    },
  } as AbortSignal
}

describe('deleting what a banned user wrote', () => {
  it('[CORE-7-045] deletes posts with their content and comments, as admins, and notifies nobody', async () => {
    const images = await forum.post(spammer, 'birding', { type: 'image', images: 2 })
    const link = await forum.post(spammer, 'birding', { type: 'link', url: 'https://example.org/' })
    const text = await forum.post(spammer, 'birding')
    await admin.put(`/api/posts/${text.publicId}?action=pin`)
    const reply = await forum.comment(neighbour, text, 'No.')
    const comment = await forum.comment(spammer, thread, 'Buy this.')
    const answer = await forum.comment(neighbour, thread, 'No.', comment.id)
    await neighbour.post('/api/_report', { type: 'post', targetId: text.id, reason: 1 })
    await neighbour.post('/api/_report', { type: 'comment', targetId: comment.id, reason: 1 })
    await sql`delete from notifications where user_id = ${spammer.id}`.execute(forum.db)
    await sql`update users set notifications_new_count = 0 where id = ${spammer.id}`.execute(forum.db)
    await ban(0)
    await work()

    for (const post of [images, link, text])
      expect(await postOf(post)).toMatchObject({
        deleted: true,
        deletedAs: 'admins',
        deletedContent: true,
        deletedContentAs: 'admins',
        isPinned: false,
      })
    const shown = await postOf(text)
    expect(shown.body).toBe('')
    expect(shown.noComments).toBe(1)
    expect((await postOf(link)).link).toBeUndefined()
    expect((await postOf(images)).images ?? []).toEqual([])
    expect(await commentOf(comment)).toMatchObject({ deletedAs: 'admins', noReplies: 1 })
    for (const stays of [reply, answer]) expect(await commentOf(stays)).toMatchObject({ deletedAt: null })
    expect(await postOf(thread)).toMatchObject({ deleted: false })
    const { rows } = await sql`
      select (select array_agg(distinct deleted_by) from posts where author_id = ${spammer.id}) as by,
        (select count(*) from reports) as reports,
        (select count(*) from notifications where user_id = ${spammer.id}) as notifications,
        (select count(*) from images where is_used) as used`.execute(forum.db)
    // Two pictures are kept, so that they can be taken back.
    expect(rows).toEqual([{ by: [stored(admin.id)], reports: '0', notifications: '0', used: '2' }])
    expect(await left()).toEqual(nothing)
    expect(await recount(forum.connection)).toMatch(agree)
    const log = await sql`select action from moderation_log where user_id = ${spammer.id}`.execute(forum.db)
    expect(log.rows).toEqual([{ action: 'ban_user_with_content' }])
  })

  it('hides the pictures until they are restored', async () => {
    const post = await forum.post(spammer, 'birding', { type: 'image', images: 1 })
    const url = (await postOf(post)).images?.[0]?.url ?? ''
    const status = async () => (await forum.app.inject({ url })).statusCode
    expect(await status()).toBe(200)
    await ban(0)
    await work()
    await expect.poll(status).toBe(404)
    await admin.post('/api/_admin', { action: 'restore_removed', username: spammer.username })
    await work()
    await expect.poll(status).toBe(200)
  })

  it('happens only on request', async () => {
    await write(3)
    await ban()
    await work()
    expect(await left()).toEqual({ posts: 3, comments: 6, counted: '3 6' })
  })

  it.each([
    [-1, 0],
    [1e300, 0],
    [2, 1],
    [0.5, 2],
  ])('of the last %d days leaves %i of three posts', async (days, stay) => {
    const posts = [await forum.post(spammer, 'birding'), await forum.post(spammer, 'birding')]
    await forum.post(spammer, 'birding')
    for (const [n, { id }] of posts.entries())
      await sql`update posts set created_at = now() - make_interval(days => ${n * 3 + 1}) where id = ${id}`.execute(
        forum.db,
      )
    await ban(days)
    await work()
    expect((await left())?.posts).toBe(stay)
    expect(await recount(forum.connection)).toMatch(agree)
  })

  it('does not change marks and counts of earlier deletions', async () => {
    const [own, theirs] = [await forum.post(spammer, 'birding'), await forum.post(spammer, 'birding')]
    const comment = await forum.comment(spammer, thread, 'Never mind.')
    await spammer.delete(`/api/posts/${own.publicId}?deleteAs=normal&deleteContent=true`)
    await admin.delete(`/api/posts/${theirs.publicId}?deleteAs=mods`)
    await spammer.delete(`/api/posts/${thread.publicId}/comments/${comment.id}`)
    await ban(0)
    await work()
    expect(await postOf(own)).toMatchObject({ deletedAs: 'normal', deletedContentAs: 'normal' })
    expect(await postOf(theirs)).toMatchObject({ deletedAs: 'mods', deletedContentAs: 'admins' })
    expect(await commentOf(comment)).toMatchObject({ deletedAs: 'normal' })
    expect(await recount(forum.connection)).toMatch(agree)
  })

  it('does not delete content written after the ban was lifted', async () => {
    await write(2)
    await ban(0)
    await admin.post('/api/_admin', { action: 'unban_user', username: spammer.username })
    const password = `password of ${spammer.username}`
    await spammer.post('/api/_login', { username: spammer.username, password })
    const post = await forum.post(spammer, 'birding')
    await work()
    expect(await postOf(post)).toMatchObject({ deleted: false })
    expect(await left()).toEqual({ posts: 1, comments: 0, counted: '1 0' })
  })

  eachInShares([[1], [0], [2], [4], [7]], 3)(
    'continues where it was stopped after %i batches',
    async (batches) => {
      await write(25)
      await ban(0)
      await work({ signal: stopsAfter(batches), batch: 10 })
      const posts = Math.max(25 - batches * 10, 0)
      expect((await left())?.posts).toBe(posts)
      expect(await recount(forum.connection)).toMatch(agree)
      await work({ batch: 10 })
      expect(await left()).toEqual(nothing)
      expect(await recount(forum.connection)).toMatch(agree)
    },
  )

  it('survives a lost connection during a batch', async () => {
    await write(25)
    await ban(0)
    await forum.db.transaction().execute(async (trx) => {
      await sql`select from comments where author_id = ${spammer.id} order by id limit 1 for update`.execute(
        trx,
      )
      const working = work({ batch: 10 })
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      const [pid] = await waitingStatements(forum.db)
      const cut = expect(working).rejects.toThrow()
      await sql`select pg_terminate_backend(${pid})`.execute(trx)
      await cut
    })
    expect((await left())?.posts).toBe(0)
    expect((await left())?.comments).toBeGreaterThan(0)
    await work({ batch: 10 })
    expect(await left()).toEqual(nothing)
    expect(await recount(forum.connection)).toMatch(agree)
  })

  it('counts everything once when two run at once and people delete the same things', async () => {
    await write(25)
    const { rows } = await sql<PostFacts>`select id, public_id as "publicId" from posts
      where author_id = ${spammer.id} order by id limit 10`.execute(forum.db)
    await ban(0)
    await Promise.all([
      work({ batch: 5 }),
      work({ batch: 7 }),
      ...rows.map(({ publicId }) => admin.delete(`/api/posts/${publicId}?deleteAs=admins`)),
      ...Array.from({ length: 5 }, (_, n) => forum.comment(neighbour, thread, `Meanwhile ${n}`)),
    ])
    expect(await left()).toEqual(nothing)
    expect(await recount(forum.connection)).toMatch(agree)
  })

  it('runs again a minute later, for requests that were running at the ban, and is then finished', async () => {
    await write(2)
    await ban(0)
    await work()
    // A request that began before the ban ends only now.
    await sql`update posts set deleted_at = null, deleted_as = null where author_id = ${spammer.id}`.execute(
      forum.db,
    )
    await sql`update users set post_count = 2 where id = ${spammer.id}`.execute(forum.db)
    await sql`update content_deletions set until = until - interval '61 seconds'`.execute(forum.db)
    await sql`update posts set created_at = created_at - interval '61 seconds' where author_id = ${spammer.id}`.execute(
      forum.db,
    )
    await work()
    expect(await left()).toEqual(nothing)
    const unfinished = forum.db.selectFrom('content_deletions').where('finished_at', 'is', null).select('id')
    expect(await unfinished.execute()).toEqual([])
  })

  it('is reported by the command `check`', async () => {
    await write(2)
    await ban(0)
    const isBeingDeleted = `The deletion of the content of @${spammer.username} is pending; a running server completes it.`
    expect(await recount(forum.connection)).toContain(isBeingDeleted)
    await sql`update content_deletions set finished_at = now()`.execute(forum.db)
    const isIncomplete = `The deletion of the content of @${spammer.username} is incomplete.`
    expect(await recount(forum.connection)).toContain(isIncomplete)
    expect(await recount(forum.connection, { fix: true })).toContain(isIncomplete)
    expect(await recount(forum.connection)).toContain(isBeingDeleted)
    await work()
    await sql`update content_deletions set finished_at = now()`.execute(forum.db)
    expect(await recount(forum.connection)).toMatch(/^All \d+ counters are correct\.$/)
  })

  it('is done by the queue soon after the request was answered', async () => {
    await write(25)
    await ban(0)
    expect((await left())?.posts).toBe(25)
    const jobs = await startJobs(
      forum.connection,
      forum,
      tasks.filter(({ name }) => name === deleteContentTask),
      () => {},
    )
    await expect.poll(left).toEqual(nothing)
    await jobs.stop()
  })
})

describe('what a ban removed', () => {
  const restore = async () => {
    const answer = await admin.post('/api/_admin', { action: 'restore_removed', username: spammer.username })
    expect(answer.statusCode).toBe(200)
    await work()
  }
  /** As if the bans had been some days ago. */
  const later = (days: number) =>
    sql`update withheld_contents set withheld_at = withheld_at - make_interval(days => ${days}::integer)`.execute(
      forum.db,
    )
  const urlsOf = (post: Post) => (post.images ?? []).map(({ url }) => url)

  it('comes back as it was, with pictures, links and counts, as often as it is asked for', async () => {
    const images = await forum.post(spammer, 'birding', { type: 'image', images: 2 })
    const link = await forum.post(spammer, 'birding', { type: 'link', url: 'https://example.org/a' })
    const text = await forum.post(spammer, 'birding', { title: 'Herons', body: 'Two of **them**.' })
    const gone = await forum.post(spammer, 'birding', { title: 'Deleted before' })
    await spammer.delete(`/api/posts/${gone.publicId}?deleteAs=normal`)
    const comment = await forum.comment(spammer, thread, 'In the reeds.')
    const mine = await forum.comment(spammer, thread, 'Deleted by myself.')
    await spammer.delete(`/api/posts/${thread.publicId}/comments/${mine.id}`)
    const guest = await forum.guest()
    const all = async () => [
      await postOf(images, guest),
      await postOf(link, guest),
      await postOf(text, guest),
      await postOf(gone, guest),
      await commentOf(comment, guest),
      await commentOf(mine, guest),
    ]
    const before = await all()
    await ban(0)
    await work()
    expect((await postOf(images)).images ?? []).toEqual([])
    await restore()
    await restore()
    await admin.post('/api/_admin', { action: 'unban_user', username: spammer.username })
    expect(await all()).toEqual(before)
    for (const url of urlsOf(await postOf(images))) expect((await guest.get(url)).statusCode).toBe(200)
    expect(await recount(forum.connection)).toMatch(agree)
    const log = (await neighbour.get('/api/modlog?limit=50'))
      .json<{
        items: { action: string; details: unknown; user?: { username: string } }[]
      }>()
      .items.filter(({ user }) => user?.username === spammer.username)
    expect(log.map(({ action }) => action)).toEqual([
      'unban_user',
      'restore_removed',
      'ban_user_with_content',
    ])
    expect(log[2]?.details).toMatchObject({ noPosts: 3, noComments: 1 })
  })

  it('is erased after 30 days, with titles, comments and pictures, and then cannot come back', async () => {
    await forum.post(spammer, 'birding', { type: 'image', images: 1, title: 'zzpicturecanary' })
    await forum.post(spammer, 'birding', { title: 'zztitlecanary', body: 'zzbodycanary' })
    await forum.comment(spammer, thread, 'zzcommentcanary')
    await ban(0)
    await work()
    const traces = async () => {
      const { rows } = await sql<{ trace: string }>`
        select posts::text as trace from posts where author_id = ${spammer.id}
        union all select comments::text from comments where author_id = ${spammer.id}
        union all select withheld_contents::text from withheld_contents
        union all select images::text from images where uploader_id = ${spammer.id} and deleted_at is null
        union all select post_search::text from post_search where author_id = ${spammer.id}`.execute(forum.db)
      return rows.map(({ trace }) => trace)
    }
    await later(29)
    await work()
    expect((await traces()).join()).toContain('zzcommentcanary')
    await later(2)
    await work()
    expect((await traces()).join()).not.toContain('canary')
    const { rows } = await sql`
      select id from images where uploader_id = ${spammer.id} and deleted_at is null
      union all select id from withheld_contents`.execute(forum.db)
    expect(rows).toEqual([])
    await restore()
    expect(await left()).toEqual(nothing)
    expect(await recount(forum.connection)).toMatch(agree)
  })

  it('waits for someone who restores a comment at the same time, without a deadlock', async () => {
    const comment = await forum.comment(spammer, thread, 'This one was fine, too.')
    await ban(0)
    await work()
    let isBack: Promise<unknown> = Promise.resolve()
    await forum.db.transaction().execute(async (trx) => {
      await lockContent(trx, { id: stored(admin.id) }, { commentIds: [stored(comment.id)] })
      await admin.post('/api/_admin', { action: 'restore_removed', username: spammer.username })
      isBack = work()
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      await queryRow(trx, restoreContent, { postId: stored(thread.id), commentId: stored(comment.id) })
    })
    await isBack
    expect(await commentOf(comment)).toMatchObject({ deletedAt: null })
    expect(await recount(forum.connection)).toMatch(agree)
  })

  it('is not erased where someone restored it separately, and goes on after each batch', async () => {
    await write(5)
    const comment = await forum.comment(spammer, thread, 'This one was fine.')
    await ban(0)
    await work()
    // Until then, what requests wrote that were running at the ban is removed, too.
    await sql`update content_deletions set finished_at = now()`.execute(forum.db)
    expect(
      (await admin.put(`/api/posts/${thread.publicId}/comments/${comment.id}?action=restore`, {})).statusCode,
    ).toBe(200)
    await later(31)
    for (let batches = 1; batches < 30; batches++) await work({ signal: stopsAfter(batches), batch: 2 })
    expect(await commentOf(comment)).toMatchObject({ body: 'This one was fine.', deletedAt: null })
    const { rows } = await sql`select id from withheld_contents`.execute(forum.db)
    expect(rows).toEqual([])
  })
})
