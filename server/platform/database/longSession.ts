import pg from 'pg'
import { DatabaseClient } from './client.ts'

/**
 * Opens a connection for batch work on a whole forum: no statement timeout, and more memory for sorts and joins.
 * Commits are asynchronous: a crash of the machine may lose the last transactions, but never a part of one.
 *
 * @param options.signal closes the connection, so that the running statement rejects and PostgreSQL ends it.
 */
export async function openLongSession(
  connection: pg.ClientConfig,
  { signal }: { signal?: AbortSignal } = {},
): Promise<pg.Client> {
  const client = new DatabaseClient({ ...connection, connectionTimeoutMillis: 5000 })
  // The pending query rejects with the same error.
  client.on('error', () => {})
  await client.connect()
  await client.query(`
    set timezone = 'UTC';
    set statement_timeout = 0;
    set work_mem = '64MB';
    set maintenance_work_mem = '256MB';
    set jit = off;
    set client_min_messages = warning;
    set synchronous_commit = off`)
  // Otherwise a statement of minutes would keep its locks after its client was stopped. Not supported on every system.
  await client.query(`set client_connection_check_interval = '500ms'`).catch(() => {})
  if (signal) closeOn(signal, client)
  return client
}

function closeOn(signal: AbortSignal, client: pg.Client): void {
  const close = () => void client.end().catch(() => {})
  if (signal.aborted) close()
  signal.addEventListener('abort', close)
  client.once('end', () => signal.removeEventListener('abort', close))
}

const deadlock = '40P01'
const attempts = 5

/**
 * Runs `work` in one transaction and retries it after a deadlock with requests of a running server.
 *
 * @throws the reason of `signal` when that is aborted before the commit.
 */
export async function inTransaction<T>(
  client: pg.Client,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    await client.query('begin')
    try {
      const result = await work()
      signal.throwIfAborted()
      await client.query('commit')
      return result
    } catch (error) {
      // The caller that aborts may have closed the connection.
      await client.query('rollback').catch(() => signal.throwIfAborted())
      signal.throwIfAborted()
      if (attempt === attempts || !(error instanceof pg.DatabaseError) || error.code !== deadlock) throw error
    }
  }
}
