import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Post } from '../contract/entities/post.ts'
import { type Forum, type Member, startForum } from '../tests/support/forum.ts'
import { waitingStatements } from '../tests/support/waitingStatements.ts'
import { stored } from '../tests/support/wireIds.ts'
import { deleteExpiredSessions } from './features/accounts/sessions.ts'
import { ageAllPosts, agePosts } from './features/feeds/age.ts'
import { renderOutdatedTexts } from './features/rendering/renderTexts.ts'
import { logFailedJobs, startJobs, type TaskDefinition } from './platform/jobs/queue.ts'
import { rendererVersion } from './platform/markdown/render.ts'
import { tasks } from './tasks.ts'

let forum: Forum
let author: Member

beforeAll(async () => {
  forum = await startForum()
  await forum.community('birding')
  author = await forum.member('author_a')
})
afterAll(() => forum.close())

const render = () => renderOutdatedTexts(forum.db, { siteHosts: [], signal: new AbortController().signal })

describe('the queue', () => {
  it('performs a job that was enqueued in a transaction, and only if that commits', async () => {
    const performed: unknown[] = []
    let done: () => void = () => {}
    const finished = new Promise<void>((resolve) => {
      done = resolve
    })
    const jobs = await startJobs(
      forum.connection,
      forum,
      [
        {
          name: 'remember',
          perform: async (_services, payload) => {
            performed.push(payload)
            done()
          },
        },
      ],
      () => {},
    )
    const enqueue = (db: typeof forum.db, n: number) =>
      sql`select graphile_worker.add_job('remember', json_build_object('n', ${n}::integer))`.execute(db)
    await expect(
      forum.db.transaction().execute(async (trx) => {
        await enqueue(trx, 1)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await forum.db.transaction().execute((trx) => enqueue(trx, 2))
    await finished
    await jobs.stop()
    expect(performed).toEqual([{ n: 2 }])
  })

  it('resumes at the start the jobs of servers that no longer exist, but not those of running ones', async () => {
    const jobs = await startJobs(forum.connection, forum, [], () => {})
    const listening = async () =>
      (
        await sql<{ name: string }>`select application_name as name from pg_stat_activity
          where datname = current_database() and application_name like 'pool-%'`.execute(forum.db)
      ).rows.map(({ name }) => name)
    await expect.poll(listening).toHaveLength(1)
    const [living = ''] = await listening()
    const add = async (task: string) =>
      (await sql<{ id: string }>`select (graphile_worker.add_job(${task})).id`.execute(forum.db)).rows[0]
        ?.id ?? ''
    const [dead, alive] = [await add('of_a_dead_server'), await add('of_a_living_server')]
    const lock = (id: string, worker: string) =>
      sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', locked_by = ${worker}
        where id = ${id}`.execute(forum.db)
    await lock(dead, 'pool-of-a-dead-server')
    await lock(alive, living)
    let done: () => void = () => {}
    const finished = new Promise<void>((resolve) => {
      done = resolve
    })
    let ofTheLiving = 0
    const next = await startJobs(
      forum.connection,
      forum,
      [
        { name: 'of_a_dead_server', perform: async () => done() },
        {
          name: 'of_a_living_server',
          perform: async () => {
            ofTheLiving += 1
          },
        },
      ],
      () => {},
    )
    await finished
    await next.stop()
    expect(ofTheLiving).toBe(0)
    await jobs.stop()
  })

  it('reports no failure of a job that its end interrupts', async () => {
    let start = (): void => {}
    const started = new Promise<void>((resolve) => {
      start = resolve
    })
    const failures: string[] = []
    const jobs = await startJobs(
      forum.connection,
      forum,
      [
        {
          name: 'wait_for_the_end',
          perform: (_services, _payload, signal) =>
            new Promise((_, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason))
              start()
            }),
        },
      ],
      (level, message) => {
        if (level === 'error') failures.push(message)
      },
    )
    await sql`select graphile_worker.add_job('wait_for_the_end')`.execute(forum.db)
    await started
    await jobs.stop()
    expect(failures).toEqual([])
  })

  it('leaves no failed job where a successor was enqueued while the stop interrupted it, or a kill', async () => {
    const recurring = (perform: TaskDefinition['perform']): TaskDefinition[] => [
      { name: 'comes_again', atStart: true, schedule: '0 0 1 1 *', perform },
    ]
    let start = (): void => {}
    const started = new Promise<void>((resolve) => {
      start = resolve
    })
    const jobs = await startJobs(
      forum.connection,
      forum,
      recurring(
        (_services, _payload, signal) =>
          new Promise((_, reject) => {
            // A successor may be started while the server stops already.
            if (signal.aborted) return reject(signal.reason)
            signal.addEventListener('abort', () => reject(signal.reason))
            start()
          }),
      ),
      () => {},
    )
    await started
    const enqueueSuccessor = () =>
      sql`select graphile_worker.add_job('comes_again', job_key := 'comes_again')`.execute(forum.db)
    await enqueueSuccessor()
    await jobs.stop()
    const failed = async () =>
      (
        await sql`select key from graphile_worker.jobs
          where task_identifier = 'comes_again' and attempts >= max_attempts`.execute(forum.db)
      ).rows
    expect(await failed()).toEqual([])

    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', locked_by = 'pool-killed'
      where key = 'comes_again'`.execute(forum.db)
    await enqueueSuccessor()
    let done = (): void => {}
    const finished = new Promise<void>((resolve) => {
      done = resolve
    })
    const next = await startJobs(
      forum.connection,
      forum,
      recurring(async () => done()),
      () => {},
    )
    await finished
    await next.stop()
    expect(await failed()).toEqual([])
  })

  it('logs a failed job as one line of JSON', async () => {
    const lines: string[] = []
    const write = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line))
    onTestFinished(() => write.mockRestore())
    const fail = {
      name: 'fail',
      perform: async () => {
        throw new Error('the first line to rowan@mail.example\nthe second line')
      },
    }
    const jobs = await startJobs(forum.connection, forum, [fail], logFailedJobs({ logLevel: 'error' }))
    await sql`select graphile_worker.add_job('fail', max_attempts := 1)`.execute(forum.db)
    await expect.poll(() => lines.length).toBeGreaterThan(0)
    await jobs.stop()
    expect(lines).toEqual([expect.not.stringContaining('\n')])
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 50,
      msg: 'background job failed',
      failure: expect.stringContaining('the first line'),
      stack: expect.stringContaining('jobs.test.ts'),
    })
    expect(lines[0]).not.toContain('rowan')
    await sql`delete from graphile_worker._private_jobs`.execute(forum.db)
  })

  it('continues after a failure of its workers', async () => {
    const jobs = await startJobs(
      forum.connection,
      forum,
      [{ name: 'go_on', perform: async () => done() }],
      () => {},
    )
    let done: () => void = () => {}
    const finished = new Promise<void>((resolve) => {
      done = resolve
    })
    const listeners = () =>
      sql`select from pg_stat_activity where datname = current_database() and query ~* 'listen|set application_name'
        and pid <> pg_backend_pid()`.execute(forum.db)
    await expect.poll(async () => (await listeners()).rows).toHaveLength(1)
    expect(jobs.isWorking()).toBe(true)
    await sql`notify "worker:migrate", '{"breaking": true}'`.execute(forum.db)
    await expect.poll(jobs.isWorking).toBe(false)
    await sql`select graphile_worker.add_job('go_on', run_at := now() + interval '1 second')`.execute(
      forum.db,
    )
    await finished
    expect(jobs.isWorking()).toBe(true)
    process.exitCode = 0
    await jobs.stop()
  })

  it('continues after the database refused to delete a finished job', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    await sql`
      create sequence deletions;
      create function refuse_first() returns trigger language plpgsql security definer as $$
        begin
          if nextval('deletions') = 1 then raise 'not now'; end if;
          return old;
        end $$;
      create trigger refuse_first before delete on graphile_worker._private_jobs
        for each row execute function refuse_first()`.execute(forum.db)
    let performed = 0
    const finish = {
      name: 'finish',
      perform: async () => {
        performed += 1
      },
    }
    const jobs = await startJobs(forum.connection, forum, [finish], () => {})
    const enqueue = () => sql`select graphile_worker.add_job('finish')`.execute(forum.db)
    await enqueue()
    const deletions = async () =>
      (await sql<{ tries: number }>`select last_value::integer as tries from deletions`.execute(forum.db))
        .rows[0]?.tries
    await expect.poll(() => performed).toBe(1)
    await enqueue()
    await expect.poll(deletions).toBeGreaterThan(1)
    expect(performed).toBe(2)
    await jobs.stop()
    await sql`
      drop trigger refuse_first on graphile_worker._private_jobs;
      drop function refuse_first;
      drop sequence deletions;
      delete from graphile_worker._private_jobs`.execute(forum.db)
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })

  it('runs tasks with atStart at every start, with a long statement timeout', async () => {
    const limits: unknown[] = []
    let done: () => void = () => {}
    const finished = new Promise<void>((resolve) => {
      done = resolve
    })
    const jobs = await startJobs(
      forum.connection,
      forum,
      [
        {
          name: 'look',
          atStart: true,
          perform: async ({ db }) => {
            limits.push((await sql`show statement_timeout`.execute(db)).rows[0])
            done()
          },
        },
      ],
      () => {},
    )
    await finished
    await jobs.stop()
    expect(limits).toEqual([{ statement_timeout: '10min' }])
  })

  it('has a unique name for each task', () => {
    expect(new Set(tasks.map(({ name }) => name)).size).toBe(tasks.length)
  })
})

describe('aging posts', () => {
  const bandOf = async (id: string) =>
    (await forum.db.selectFrom('posts').select('age_band').where('id', '=', id).executeTakeFirstOrThrow())
      .age_band

  it.each([
    ['23 hours', 0],
    ['25 hours', 1],
    ['8 days', 2],
    ['31 days', 3],
    ['366 days', 4],
  ])('a post of %s belongs to band %i', async (age, band) => {
    const { id } = await forum.post(author, 'birding')
    await sql`update posts set created_at = now() - ${age}::interval, age_band = greatest(${band} - 1, 0)
      where id = ${id}`.execute(forum.db)
    await agePosts(forum.db)
    expect(await bandOf(id)).toBe(band)
  })

  it('ages all posts after a long pause', async () => {
    const { id } = await forum.post(author, 'birding')
    await sql`update posts set created_at = now() - interval '3 years' where id = ${id}`.execute(forum.db)
    await agePosts(forum.db)
    expect(await bandOf(id)).toBe(0)
    await ageAllPosts(forum.db)
    expect(await bandOf(id)).toBe(4)
  })
})

describe('rendering texts that have no HTML of this renderer', () => {
  it('renders imported posts and comments, and texts of an older renderer', async () => {
    const post = await forum.post(author, 'birding', { body: 'Some *text*.' })
    const comment = await forum.comment(author, post, 'More *text*.')
    await sql`update posts set body_html = null, body_renderer = null, excerpt = 'old' where id = ${post.id}`.execute(
      forum.db,
    )
    await sql`update comments set body_html = 'old', body_renderer = 0 where id = ${comment.id}`.execute(
      forum.db,
    )
    await sql`update rendering_progress set is_finished = false, after_id = 0`.execute(forum.db)
    await render()
    const { rows } = await sql`
      select posts.body_html as post, comments.body_html as comment, posts.body_renderer as with_renderer, excerpt
      from posts join comments on comments.post_id = posts.id where posts.id = ${post.id}`.execute(forum.db)
    expect(rows).toEqual([
      {
        post: '<p>Some <em>text</em>.</p>\n',
        comment: '<p>More <em>text</em>.</p>\n',
        with_renderer: rendererVersion,
        excerpt: 'Some text.',
      },
    ])
  })

  it.each([
    ['before the ones that it renders', 0],
    ['among the ones that it renders', 1],
  ])('renders a text that the repair of an import changes meanwhile, %s', async (_where, at) => {
    const thread = await forum.post(author, 'birding')
    const made = [
      await forum.comment(author, thread, 'First.'),
      await forum.comment(author, thread, 'Second.'),
    ]
    const [first, second] = made.map(({ id }) => stored(id))
    const changed = [first, second][at]
    await sql`update comments set body_html = null, body_renderer = null where id = ${second}`.execute(
      forum.db,
    )
    await sql`update rendering_progress set is_finished = false, after_id = ${second}::bigint - 1
      where subject = 'comments'`.execute(forum.db)
    let rendering: Promise<void> = Promise.resolve()
    // The locks of `repairImports`, in its order.
    await forum.db.transaction().execute(async (trx) => {
      await sql`select from comments where id = ${second} for update`.execute(trx)
      rendering = render()
      await expect.poll(() => waitingStatements(forum.db), { interval: 10 }).toHaveLength(1)
      await sql`update comments set body = 'Some *repaired* text.', body_html = null, body_renderer = null
        where id = ${changed}`.execute(trx)
      await sql`update rendering_progress set after_id = least(after_id, ${changed}::bigint - 1), is_finished = false
        where subject = 'comments'`.execute(trx)
    })
    await rendering
    const { rows } =
      await sql`select body_html as html from comments where id = any(${[first, second]}::bigint[])
      order by id`.execute(forum.db)
    expect(rows[at]).toEqual({ html: '<p>Some <em>repaired</em> text.</p>\n' })
    expect(rows[1 - at]).toEqual({ html: at === 0 ? '<p>Second.</p>\n' : '<p>First.</p>\n' })
  })

  it('is finished afterwards, until there is another renderer', async () => {
    await render()
    const unfinished = () =>
      forum.db.selectFrom('rendering_progress').where('is_finished', '=', false).select('subject').execute()
    expect(await unfinished()).toEqual([])
    const { publicId } = await forum.post(author, 'birding', { body: 'A *later* one.' })
    await sql`update posts set body_html = 'old', body_renderer = 0 where public_id = ${publicId}`.execute(
      forum.db,
    )
    await sql`update rendering_progress set renderer = 0`.execute(forum.db)
    await render()
    const post = (await author.get(`/api/posts/${publicId}?render=page`)).json<Post>()
    expect(post.bodyHtml).toBe('<p>A <em>later</em> one.</p>\n')
    expect(await unfinished()).toEqual([])
  })
})

describe('expired sessions', () => {
  it('are deleted, others stay', async () => {
    const stays = await forum.member('stays_in')
    const leaves = await forum.member('runs_out')
    await sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${leaves.id}`.execute(
      forum.db,
    )
    await deleteExpiredSessions(forum.db, forum.settings)
    const { rows } = await sql<{ user_id: string }>`select user_id from sessions`.execute(forum.db)
    const users = rows.map((row) => row.user_id)
    expect(users).toContain(stored(stays.id))
    expect(users).not.toContain(stored(leaves.id))
    expect((await leaves.get('/api/_user')).statusCode).toBe(401)
  })

  it('are also those of idle admins, and those that were in use for too long', async () => {
    const idle = await forum.member('idle_member')
    const admin = await forum.member('idle_admin', { isAdmin: true })
    const used = await forum.member('used_for_ages')
    await sql`update sessions set last_seen_at = now() - interval '8 days' where user_id in (${idle.id}, ${admin.id})`.execute(
      forum.db,
    )
    await sql`update sessions set created_at = now() - interval '721 days' where user_id = ${used.id}`.execute(
      forum.db,
    )
    await deleteExpiredSessions(forum.db, forum.settings)
    expect((await idle.get('/api/_user')).statusCode).toBe(200)
    for (const who of [admin, used]) expect((await who.get('/api/_user')).statusCode).toBe(401)
  })
})
