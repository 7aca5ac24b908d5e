import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts'
import { openLongSession } from './longSession.ts'

let store: TestDatabase
let observer: pg.Client
beforeAll(async () => {
  store = await testDatabase()
  observer = new pg.Client(store.connection)
  await observer.connect()
})
afterAll(async () => {
  await observer.end()
  await store.drop()
})

it('ends a statement at once when its signal is aborted, in PostgreSQL, too', async () => {
  const stopping = new AbortController()
  const session = await openLongSession(store.connection, stopping)
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
  const stateOf = async () =>
    (await observer.query('select state from pg_stat_activity where pid = $1', [rows[0]?.pid])).rows[0]?.state
  const running = session.query('select pg_sleep(3600)')
  running.catch(() => {}) // Awaited below.
  await expect.poll(stateOf).toBe('active')
  stopping.abort(new Error('Interrupted.'))
  await expect(running).rejects.toThrow('Connection terminated')
  await expect.poll(stateOf).toBeUndefined()
  await session.end()
})

it('runs no statement when its signal was aborted before', async () => {
  const session = await openLongSession(store.connection, { signal: AbortSignal.abort() })
  await expect(session.query('select 1')).rejects.toThrow()
})
