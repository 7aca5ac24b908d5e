import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { connections, deferred, newKey, send, startKeyedCalls } from '../../../tests/support/keyedCalls.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { Refused } from '../../platform/http/refused.ts'
import { answerOnce } from './idempotency.ts'

const { admin, commentsOfPost, community, forum, member, current } = await startKeyedCalls()

describe('two concurrent calls', () => {
  it('get one answer, and create once', async () => {
    const key = newKey()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(member, current.thread, { body: 'At once' }, key)),
    )
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(200)
    expect(await commentsOfPost()).toBe(1)
  })

  it('in two processes get one answer, too, and only one is performed', async () => {
    const keyed = { userId: stored(member.id), call: 'createComment', key: newKey() } as const
    const gate = deferred<void>()
    let performed = 0
    const perform = async () => {
      performed += 1
      await gate.promise
      return `answer ${performed}`
    }
    const both = [1, 2].map(() => answerOnce(forum.database.db, keyed, ['request'], perform))
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    gate.resolve()
    expect(await Promise.all(both)).toEqual(['answer 1', 'answer 1'])
    expect(performed).toBe(1)
  })

  it('perform the second if the first is refused', async () => {
    const keyed = { userId: stored(member.id), call: 'createComment', key: newKey() } as const
    const started = deferred<void>()
    const refused = deferred<string>()
    const perform = () => {
      started.resolve()
      return refused.promise
    }
    const first = answerOnce(forum.database.db, keyed, ['request'], perform).catch(String)
    await started.promise
    const second = answerOnce(forum.database.db, keyed, ['request'], async () => 'the second')
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    refused.reject(new Refused(errors.postLocked))
    expect(await second).toBe('the second')
    expect(await first).toContain(errors.postLocked.message)
  })

  it('record a refusal once, also if only the second attempt after a conflict is refused', async () => {
    const keyed = { userId: stored(member.id), call: 'createComment', key: newKey() } as const
    const recorded: boolean[] = []
    let attempts = 0
    const answer = answerOnce(forum.database.db, keyed, ['request'], async (trx) => {
      attempts += 1
      if (attempts === 1)
        await sql`do $$ begin raise exception using errcode = 'deadlock_detected'; end $$`.execute(trx)
      throw new Refused(errors.refusedByRule, {
        afterwards: async (db) => void recorded.push(db.isTransaction),
      })
    })
    await expect(answer).rejects.toMatchObject({ error: errors.refusedByRule })
    expect({ attempts, recorded }).toEqual({ attempts: 2, recorded: [false] })
  })

  it('hold no connections while they wait for a thread', async () => {
    const blocker = await forum.db.startTransaction().execute()
    await sql`select from posts where id = ${current.post.id} for no key update`.execute(blocker)
    const comments = Array.from({ length: connections * 2 }, () =>
      send(member, current.thread, { body: 'Waiting' }, newKey()),
    )
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    const isRead = (await member.get(`/api/communities/${community.id}`)).statusCode === 200
    const waitedMs = forum.database.waitingMs()
    const waiting = await waitingStatements(forum.db)
    await blocker.commit().execute()
    expect({ isRead, waitedMs, waiting: waiting.length }).toEqual({ isRead: true, waitedMs: 0, waiting: 1 })
    expect((await Promise.all(comments)).map(({ statusCode }) => statusCode)).toEqual(comments.map(() => 200))
  })
})

describe('comments with keys that come at the same time', () => {
  const sendAll = (sent: readonly { readonly key: string; readonly url?: string }[]) =>
    Promise.all(sent.map(({ key, url = current.thread }) => send(member, url, { body: 'Together' }, key)))
  const statusOf = ({ statusCode }: { statusCode: number }) => statusCode

  it('are answered the same when they are repeated', async () => {
    const others = Array.from({ length: 6 }, () => ({ key: newKey() }))
    const first = await sendAll(others)
    expect(first.map(statusOf)).toEqual(others.map(() => 200))
    expect((await sendAll(others)).map(({ body }) => body)).toEqual(first.map(({ body }) => body))
    expect(await commentsOfPost()).toBe(6)
  })

  it('are each answered for themselves where one is refused, and its key is not stored', async () => {
    const locked = await forum.post(admin, 'birding')
    await sql`update posts set locked_at = now(), locked_as = 'mods' where id = ${stored(locked.id)}`.execute(
      forum.db,
    )
    const refusedKey = newKey()
    const answers = await sendAll([
      { key: newKey() },
      { key: refusedKey, url: `/api/posts/${locked.publicId}/comments` },
      { key: newKey() },
    ])
    expect(answers.map(statusOf)).toEqual([200, errors.postLocked.status, 200])
    expect(await commentsOfPost()).toBe(2)
    const { rows } = await sql`select from idempotency_keys where key = ${refusedKey}`.execute(forum.db)
    expect(rows).toEqual([])
  })

  it('are each answered for themselves where one was stored before', async () => {
    const known = newKey()
    const [before] = await sendAll([{ key: known }])
    const answers = await sendAll([{ key: newKey() }, { key: known }, { key: newKey() }])
    expect(answers.map(statusOf)).toEqual([200, 200, 200])
    expect(answers[1]?.body).toBe(before?.body)
    expect(await commentsOfPost()).toBe(3)
  })
})

describe('a database connection that is lost', () => {
  /** The statement that stores the answer waits until the gate opens. */
  const gate = 4711
  it('between the write and the commit stores neither the write nor its key', async () => {
    await sql`
      create function wait_at_gate() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock_shared(${sql.lit(gate)}); return new; end $$;
      create trigger wait_at_gate before update on idempotency_keys for each row execute function wait_at_gate()`.execute(
      forum.db,
    )
    const closed = await forum.db.startTransaction().execute()
    await sql`select pg_advisory_xact_lock(${sql.lit(gate)})`.execute(closed)
    const key = newKey()
    const lost = send(member, current.thread, { body: 'Stored or not' }, key)
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    const [pid] = await waitingStatements(forum.db)
    await sql`select pg_terminate_backend(${pid ?? 0})`.execute(forum.db)
    expect((await lost).json()).toEqual(errors.databaseUnavailable)
    await closed.commit().execute()
    expect(await commentsOfPost()).toBe(0)
    expect((await sql`select from idempotency_keys where key = ${key}`.execute(forum.db)).rows).toEqual([])

    const again = await send(member, current.thread, { body: 'Stored or not' }, key)
    expect(again.statusCode).toBe(200)
    expect((await send(member, current.thread, { body: 'Stored or not' }, key)).body).toBe(again.body)
    expect(await commentsOfPost()).toBe(1)
    await sql`drop function wait_at_gate cascade`.execute(forum.db)
  })

  it('is different from a lost conflict, after which the whole call is retried', async () => {
    const keyed = { userId: stored(member.id), call: 'createComment', key: newKey() } as const
    let attempts = 0
    const answer = await answerOnce(forum.database.db, keyed, ['request'], async (trx) => {
      attempts += 1
      if (attempts === 1)
        await sql`do $$ begin raise exception 'lost' using errcode = 'deadlock_detected'; end $$`.execute(trx)
      return 'stored'
    })
    expect([attempts, answer]).toEqual([2, 'stored'])
  })
})
