import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { manyMembers } from '../../../tests/support/viewer.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { startJobs } from '../../platform/jobs/queue.ts'
import { tasks } from '../../tasks.ts'
import { announceTask, notifyOfAnnouncements } from './announcements.ts'

let forum: Forum
let admin: Member
let author: Member
let post: PostFacts

beforeEach(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  author = await forum.member('wren_writes')
  await forum.community('birding', admin)
  post = await forum.post(author, 'birding')
})
afterEach(() => forum.close())

const announce = async ({ publicId } = post) => {
  const answer = await admin.put(`/api/posts/${publicId}?action=announce`)
  expect(answer.statusCode).toBe(200)
}
const goOn = () => new AbortController().signal

/** How often each member was notified of the post, and their counter. */
async function notified({ id } = post) {
  const { rows } = await sql<{ username: string; notified: number; counted: number }>`
    select username, notifications_new_count as counted,
      (select count(*)::integer from notifications where user_id = users.id and post_id = ${id}) as notified
    from users order by id`.execute(forum.db)
  return rows
}
const countNotified = async () => (await notified()).reduce((sum, row) => sum + row.notified, 0)
const isFinished = async () =>
  (await forum.db.selectFrom('announcements').select('finished_at').executeTakeFirstOrThrow()).finished_at !==
  null

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

describe('notifying members of an announcement', () => {
  it('[CORE-4-030] reaches everyone once, and counts it', async () => {
    await manyMembers(forum.db, 25)
    await announce()
    await notifyOfAnnouncements(forum.db, { signal: goOn(), batch: 10 })
    const members = (await notified()).filter(({ username }) => !['ghost', 'nobody'].includes(username))
    expect(members).toHaveLength(27)
    for (const member of members) expect(member).toMatchObject({ notified: 1, counted: 1 })
    expect(await isFinished()).toBe(true)
  })

  it('excludes deleted, banned and built-in accounts, and later ones', async () => {
    for (const name of ['deleted_d', 'banned_b']) await forum.member(name)
    await sql`update users set deleted_at = now() where username = 'deleted_d'`.execute(forum.db)
    await sql`update users set banned_at = now() where username = 'banned_b'`.execute(forum.db)
    await announce()
    await forum.member('latecomer')
    await notifyOfAnnouncements(forum.db, { signal: goOn() })
    const everyone = Object.fromEntries((await notified()).map(({ username, ...rest }) => [username, rest]))
    const not = { notified: 0, counted: 0 }
    expect(everyone).toEqual({
      ghost: not,
      nobody: not,
      the_admin: { notified: 1, counted: 1 },
      wren_writes: { notified: 1, counted: 1 },
      deleted_d: not,
      banned_b: not,
      latecomer: not,
    })
  })

  it.each([0, 1, 2, 3])('continues where it was interrupted after %i batches', async (batches) => {
    await manyMembers(forum.db, 25)
    await announce()
    await notifyOfAnnouncements(forum.db, { signal: stopsAfter(batches), batch: 10 })
    expect(await countNotified()).toBe(Math.min(batches * 10, 27))
    expect(await isFinished()).toBe(false)
    await notifyOfAnnouncements(forum.db, { signal: goOn(), batch: 10 })
    expect((await notified()).filter((row) => row.notified === 1 && row.counted === 1)).toHaveLength(27)
    expect(await countNotified()).toBe(27)
  })

  it('notifies nobody twice when a batch is rolled back, when two run at once, or when it runs again', async () => {
    await manyMembers(forum.db, 25)
    await announce()
    await expect(
      forum.db.transaction().execute(async (trx) => {
        await notifyOfAnnouncements(trx, { signal: stopsAfter(2), batch: 10 })
        throw new Error('the database went away')
      }),
    ).rejects.toThrow('the database went away')
    expect(await countNotified()).toBe(0)
    await Promise.all([1, 2, 3].map(() => notifyOfAnnouncements(forum.db, { signal: goOn(), batch: 10 })))
    await notifyOfAnnouncements(forum.db, { signal: goOn() })
    expect((await notified()).filter((row) => row.notified === 1 && row.counted === 1)).toHaveLength(27)
  })

  it('does not notify a member again', async () => {
    await announce()
    await sql`insert into notifications (user_id, type, post_id) values (${author.id}, 'announcement', ${post.id})`.execute(
      forum.db,
    )
    await sql`update users set notifications_new_count = 1 where id = ${author.id}`.execute(forum.db)
    await notifyOfAnnouncements(forum.db, { signal: goOn() })
    for (const username of ['wren_writes', 'the_admin'])
      expect(await notified()).toContainEqual({ username, notified: 1, counted: 1 })
  })

  it('notifies of several posts, and each counts', async () => {
    const second = await forum.post(author, 'birding')
    await announce()
    await announce(second)
    await notifyOfAnnouncements(forum.db, { signal: goOn() })
    for (const announced of [post, second])
      expect(await notified(announced)).toContainEqual({ username: 'wren_writes', notified: 1, counted: 2 })
  })

  it('keeps one other unseen announcement, the newest, and all seen ones', async () => {
    const posts = [post]
    while (posts.length < 5) posts.push(await forum.post(author, 'birding'))
    const tell = async (one: PostFacts) => {
      await announce(one)
      await notifyOfAnnouncements(forum.db, { signal: goOn() })
    }
    const kept = async () => {
      const { rows } = await sql<{ post_id: string }>`
        select post_id from notifications where user_id = ${author.id} order by id`.execute(forum.db)
      return rows.map(({ post_id }) => posts.findIndex(({ id }) => stored(id) === post_id))
    }
    const [first, ...others] = posts as [PostFacts, ...PostFacts[]]
    await tell(first)
    await author.post('/api/notifications?action=markAllAsSeen')
    for (const one of others) await tell(one)
    expect(await kept()).toEqual([0, 3, 4])
    expect((await author.get('/api/notifications')).json()).toMatchObject({ count: 3, newCount: 2 })
  })

  it('respects the limit of notifications per member', async () => {
    await sql`insert into notifications (user_id, type, body)
      select ${author.id}, 'denied_comm', 'No.' from generate_series(1, 200)`.execute(forum.db)
    await sql`update users set notifications_new_count = 200 where id = ${author.id}`.execute(forum.db)
    await announce()
    await notifyOfAnnouncements(forum.db, { signal: goOn() })
    expect((await author.get('/api/notifications')).json()).toMatchObject({ count: 200, newCount: 200 })
  })

  it('stops when the post is deleted', async () => {
    await manyMembers(forum.db, 25)
    await announce()
    await notifyOfAnnouncements(forum.db, { signal: stopsAfter(1), batch: 10 })
    await author.delete(`/api/posts/${post.publicId}`)
    await notifyOfAnnouncements(forum.db, { signal: goOn(), batch: 10 })
    expect(await countNotified()).toBe(10)
    expect(await isFinished()).toBe(true)
  })

  it('and a simultaneous deletion do not deadlock', async () => {
    let deleted: ReturnType<Member['delete']> | undefined
    await forum.db.transaction().execute(async (trx) => {
      // Like a batch: first the members, then their notifications, which refer to the post.
      await sql`select from users where id = ${author.id} for no key update`.execute(trx)
      deleted = author.delete(`/api/posts/${post.publicId}`)
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      await sql`insert into notifications (user_id, type, post_id) values (${author.id}, 'announcement', ${post.id})`.execute(
        trx,
      )
    })
    expect((await deleted)?.statusCode).toBe(200)
  })

  it('is done by the queue, which continues after a crash', async () => {
    await manyMembers(forum.db, 25)
    await announce()
    // Simulates a crashed worker that had locked the job and finished its first batch.
    await notifyOfAnnouncements(forum.db, { signal: stopsAfter(1), batch: 10 })
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-of-before'`.execute(
      forum.db,
    )
    let done: () => void = () => {}
    const finished = new Promise<void>((resolve) => {
      done = resolve
    })
    const jobs = await startJobs(
      forum.connection,
      forum,
      tasks
        .filter(({ name }) => name === announceTask)
        .map((task) => ({
          ...task,
          async perform(...given) {
            await task.perform(...given)
            done()
          },
        })),
      () => {},
    )
    await finished
    await jobs.stop()
    expect((await notified()).filter((row) => row.notified === 1 && row.counted === 1)).toHaveLength(27)
    expect(await isFinished()).toBe(true)
  })
})
