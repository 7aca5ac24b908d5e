import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, startForum } from '../tests/support/forum.ts'
import { stored } from '../tests/support/wireIds.ts'
import { type Jobs, startJobs, type TaskDefinition } from './platform/jobs/queue.ts'
import { tasks } from './tasks.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.close())

const enqueue = (task: string, payload = {}) =>
  sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json)`.execute(forum.db)

/** Runs these tasks during `work`. */
async function withJobs(own: readonly TaskDefinition[], work: (jobs: Jobs) => Promise<void>) {
  const failures: string[] = []
  const jobs = await startJobs(forum.connection, forum, own, (level, message) => {
    if (level === 'error') failures.push(message)
  })
  try {
    await work(jobs)
  } finally {
    await jobs.stop()
    await sql`delete from graphile_worker._private_jobs`.execute(forum.db)
  }
  expect(failures).toEqual([])
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve())
  })

describe('a long job in slices', () => {
  it('leaves its worker to other jobs, and goes on with the same payload', async () => {
    const slices: [name: string, payload: unknown][] = []
    const done: string[] = []
    const slow = ['slow_a', 'slow_b', 'slow_c'].map(
      (name): TaskDefinition => ({
        name,
        long: 'sliced',
        perform: async (_services, payload, signal) => {
          slices.push([name, payload])
          await untilAborted(signal)
          if (name === 'slow_b') signal.throwIfAborted()
        },
      }),
    )
    const mail = { name: 'mail', perform: async () => void done.push('mail') }
    await withJobs([...slow, mail], async () => {
      for (const { name } of slow) await enqueue(name, { of: name })
      await expect.poll(() => slices.length).toBeGreaterThanOrEqual(2)
      await enqueue('mail')
      await expect.poll(() => done).toEqual(['mail'])
      // Each has had its turn again.
      await expect
        .poll(() => slow.every(({ name }) => slices.filter(([of]) => of === name).length > 1))
        .toBe(true)
    })
    expect(slices).toEqual(slices.map(([name]) => [name, { of: name }]))
  })

  it('that cannot be divided runs to its end, one at a time, and leaves the other worker', async () => {
    const running = new Set<string>()
    let most = 0
    let end: () => void = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    let done = 0
    const whole = ['whole_a', 'whole_b'].map(
      (name): TaskDefinition => ({
        name,
        long: 'whole',
        perform: async (_services, _payload, signal) => {
          running.add(name)
          most = Math.max(most, running.size)
          await Promise.race([ended, untilAborted(signal)])
          running.delete(name)
          done += 1
        },
      }),
    )
    const mailed: string[] = []
    const mail = { name: 'mail', perform: async () => void mailed.push('mail') }
    await withJobs([...whole, mail], async () => {
      for (const { name } of whole) await enqueue(name)
      await expect.poll(() => running.size).toBe(1)
      await enqueue('mail')
      await expect.poll(() => mailed).toEqual(['mail'])
      end()
      // The next one begins when its worker asks again, at once or after seconds.
      await expect.poll(() => done).toBeGreaterThan(0)
    })
    expect(most).toBe(1)
  })
})

describe('while texts of an import are rendered and indexed', () => {
  const alertWithin = async (texts: number) => {
    const moderator = await forum.moderator(`moderator_${texts}`, `busy_${texts}`)
    const author = await forum.member(`author_${texts}`)
    const reporter = await forum.member(`reporter_${texts}`)
    const post = await forum.post(author, `busy_${texts}`)
    await forum.db.transaction().execute(async (trx) => {
      await sql`set local folkmoot.index_later = on`.execute(trx)
      await sql`insert into comments (post_id, author_id, body)
        select ${stored(post.id)}::bigint, ${stored(author.id)}::bigint, 'Comment ' || n || ' with **some** words of its own.'
        from generate_series(1, ${texts}::integer) as n`.execute(trx)
      for (const table of ['search_progress', 'rendering_progress'])
        await sql`update ${sql.table(table)} set after_id = 0, is_finished = false`.execute(trx)
    })
    const remaining = async () =>
      (
        await sql<{ subject: string }>`
          select 'rendering' as subject from rendering_progress where subject = 'comments' and after_id > 0
          union all select 'indexing' from search_progress where subject = 'comments' and after_id > 0`.execute(
          forum.db,
        )
      ).rows.length
    await withJobs(tasks, async () => {
      await expect.poll(remaining).toBe(2)
      const reportedAt = performance.now()
      await reporter.post('/api/_report', { reason: 3, type: 'post', targetId: post.id })
      await expect
        .poll(async () => (await moderator.get('/api/notifications')).body, {
          interval: 50,
        })
        .toContain('"type":"reported"')
      expect(performance.now() - reportedAt).toBeLessThan(5000)
      const { rows } = await sql`select from rendering_progress where not is_finished
        union all select from search_progress where not is_finished`.execute(forum.db)
      expect(rows.length).toBeGreaterThan(0)
    })
  }

  it('an alert is out within five seconds', () => alertWithin(60_000))

  it('an alert is out within five seconds, with a million texts', { tags: ['long'] }, () =>
    alertWithin(1_000_000),
  )
})
