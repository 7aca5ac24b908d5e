import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bridge, bridgeTo } from '../../../tests/support/bridge.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { type Database, isDatabaseDown, openDatabase } from './connection.ts'

let store: TestDatabase
let bridge: Bridge
let direct: Database
beforeAll(async () => {
  store = await testDatabase()
  bridge = await bridgeTo(store.connection)
  direct = openDatabase(store.connection, { connections: 4 })
  await sql`create table numbers (n integer primary key, value integer not null)`.execute(direct.db)
  await sql`insert into numbers values (1, 0), (2, 0)`.execute(direct.db)
})
afterAll(async () => {
  await direct.close()
  await bridge.cut()
  await store.drop()
})

const openThroughBridge = (options: { connections: number; statementTimeoutMs: number }) =>
  openDatabase({ ...store.connection, host: '127.0.0.1', port: bridge.port }, options)

const processOf = async ({ db }: Database) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid

const causeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error,
  )

describe('silently broken connections', () => {
  it('fail within the timeout, and are replaced together with those that were silent meanwhile', async () => {
    const database = openThroughBridge({ connections: 3, statementTimeoutMs: 200 })
    const before = await Promise.all([processOf(database), processOf(database), processOf(database)])
    expect(new Set(before).size).toBe(3)

    bridge.freeze()
    const failure = await causeOf(processOf(database))
    expect(isDatabaseDown(failure)).toBe(true)

    const after = await Promise.all([processOf(database), processOf(database), processOf(database)])
    expect(after.filter((pid) => before.includes(pid))).toEqual([])
    await database.close()
  })

  it('fail in a transaction without waiting for its rollback', async () => {
    const database = openThroughBridge({ connections: 1, statementTimeoutMs: 200 })
    const failure = await causeOf(
      database.db.transaction().execute(async (trx) => {
        await sql`update numbers set value = 17 where n = 1`.execute(trx)
        bridge.freeze()
        await sql`select 1`.execute(trx)
      }),
    )
    expect(failure.message).toBe('Query read timeout')
    // PostgreSQL does not see the end of the connection, but releases the lock on the row nevertheless.
    await sql`update numbers set value = value + 1 where n = 1`.execute(direct.db)
    expect((await sql`select value from numbers where n = 1`.execute(database.db)).rows).toEqual([
      { value: 1 },
    ])
    await database.close()
  })
})

describe('statements that lose a deadlock', () => {
  const gate = 17
  /** The winner closes it behind the loser, whose second try would otherwise overtake it and meet the same deadlock. */
  const door = 18
  /** The result of `work`, which locks the first row, passes the gate, and locks the second: it loses a deadlock there. */
  async function deadlocked(work: (db: Database['db']) => Promise<unknown>): Promise<unknown> {
    await sql`update numbers set value = 0`.execute(direct.db)
    const loser = openDatabase(store.connection, { connections: 1, statementTimeoutMs: 100_000 })
    await sql`set deadlock_timeout = '10ms'`.execute(loser.db)
    const keeper = await direct.pool.connect()
    await keeper.query('select pg_advisory_lock($1)', [gate])
    const winner = await direct.pool.connect()
    await winner.query(`set deadlock_timeout = '100s'`)
    await winner.query('begin')
    await winner.query('update numbers set value = value + 1 where n = 2')
    const outcome = causeOf(work(loser.db))
    await expect.poll(() => waitingStatements(direct.db)).toHaveLength(1)
    await winner.query('select pg_advisory_xact_lock($1)', [door])
    const won = winner.query('update numbers set value = value + 1 where n = 1')
    await expect.poll(() => waitingStatements(direct.db)).toHaveLength(2)
    await keeper.query('select pg_advisory_unlock($1)', [gate])
    await won
    await winner.query('commit')
    winner.release(true)
    keeper.release()
    const cause = await outcome
    await loser.close()
    return cause
  }
  const values = async () =>
    (await sql<{ value: number }>`select value from numbers order by n`.execute(direct.db)).rows.map(
      ({ value }) => value,
    )

  it('are retried once outside a transaction', async () => {
    const cause = await deadlocked((db) =>
      sql`with entered as materialized (
              select pg_advisory_lock_shared(${door}), pg_advisory_unlock_shared(${door})),
            first as materialized (
              select n from numbers where n = (select count(*) from entered) for update),
            passed as materialized (select pg_advisory_xact_lock(${gate}) from first)
          update numbers set value = value + 10 where n = (select 1 + count(*) from passed)`.execute(db),
    )
    expect(cause).toBeNull()
    expect(await values()).toEqual([1, 11])
  })

  it('fail in a transaction, which may have done more', async () => {
    const cause = await deadlocked((db) =>
      db.transaction().execute(async (trx) => {
        await sql`update numbers set value = value + 10 where n = 1`.execute(trx)
        await sql`select pg_advisory_xact_lock(${gate})`.execute(trx)
        await sql`update numbers set value = value + 10 where n = 2`.execute(trx)
      }),
    )
    expect(cause).toMatchObject({ code: '40P01' })
    expect(isDatabaseDown(cause)).toBe(true)
    expect(await values()).toEqual([1, 1])
  })
})

describe('a server that may not write', () => {
  it('is left after the first refusal, and the next try succeeds', async () => {
    const database = openDatabase(store.connection, { connections: 1 })
    const before = await processOf(database)
    await sql`set default_transaction_read_only = on`.execute(database.db)
    const failure = await causeOf(sql`update numbers set value = 0`.execute(database.db))
    expect(failure).toMatchObject({ code: '25006' })
    expect(isDatabaseDown(failure)).toBe(true)
    expect(await processOf(database)).not.toBe(before)
    await database.close()
  })

  it('is not used again if other hosts are named, although no connection to it broke', async () => {
    const other = await bridgeTo(store.connection)
    await other.cut()
    const { user, database: name } = store.connection
    const database = openDatabase(
      { connectionString: `postgres://${user}@127.0.0.1:${bridge.port},127.0.0.1:${other.port}/${name}` },
      { connections: 1 },
    )
    await sql`set default_transaction_read_only = on`.execute(database.db)
    await other.repair()
    bridge.leadTo({ host: '127.0.0.1', port: 1 })
    expect(await causeOf(sql`update numbers set value = 0`.execute(database.db))).toMatchObject({
      code: '25006',
    })
    expect(await causeOf(sql`update numbers set value = 0`.execute(database.db))).toBeNull()
    bridge.leadTo(store.connection as { host: string; port: number })
    await database.close()
    await other.cut()
  })
})

it.each([
  ['a statement that takes too long', `set statement_timeout = '10ms'`, 'select pg_sleep(10)'],
  ['a lock that takes too long', `set lock_timeout = '10ms'`, 'update numbers set value = 1 where n = 1'],
])('%s is a failure that passes', async (_what, limit, statement) => {
  const holder = await direct.pool.connect()
  await holder.query('begin')
  await holder.query('update numbers set value = 2 where n = 1')
  const database = openDatabase(store.connection, { connections: 1 })
  await sql.raw(limit).execute(database.db)
  expect(isDatabaseDown(await causeOf(sql.raw(statement).execute(database.db)))).toBe(true)
  await holder.query('rollback')
  holder.release()
  await database.close()
})
