import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { statementName } from './statementNames.ts'
import type { DB } from './tables.ts'
import { parseUtcTimestamp } from './timestamps.ts'

export type Db = Kysely<DB>

export interface Database {
  readonly db: Db
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** Has every statement of the builder prepared under its name. */
const preparing = (pool: pg.Pool): PostgresPool => ({
  async connect() {
    const client = await pool.connect()
    return {
      query: (text: unknown, values?: unknown) =>
        client.query(named(text as string, values as unknown[])) as never,
      release: () => client.release(),
    }
  },
  end: () => pool.end(),
})

function named(text: string, values: unknown[]): pg.QueryConfig {
  const name = statementName(text)
  return name ? { name, text, values } : { text, values }
}

/** The parsers of pg, except for timestamps: they make up half of all values and deserve a faster parser. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.TIMESTAMPTZ && format !== 'binary'
    ? parseUtcTimestamp
    : pg.types.getTypeParser(oid, format)

/** Longer than any query of a request should take. */
const requestStatementTimeoutMs = 15_000

/**
 * Opens a connection pool. Every statement is prepared once per connection, so write limits as literals (`sql.lit`):
 * the plan depends on them.
 *
 * @param options.connections size of the pool.
 * @param options.statementTimeoutMs 15 s by default, the limit for requests.
 */
export function openDatabase(
  connection: pg.ClientConfig,
  options: { connections: number; statementTimeoutMs?: number },
): Database {
  const pool = new pg.Pool({
    ...connection,
    max: options.connections,
    connectionTimeoutMillis: 5000,
    options: `-c timezone=UTC -c statement_timeout=${options.statementTimeoutMs ?? requestStatementTimeoutMs}`,
    types: { getTypeParser },
  })
  pool.on('connect', (client) => {
    // The pool replaces broken idle connections. Without a listener, the error event would end the process.
    client.on('error', () => {})
  })
  pool.on('error', () => {})
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
  return { db, pool, close: () => db.destroy() }
}

/** Whether a query failed because PostgreSQL is unavailable: starting, stopping or unreachable. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (
    typeof code === 'string' &&
    /^(57P0[1-5]|08...|53300|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/.test(code)
  )
    return true
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  )
}

/** Whether a write violated a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === '23505'
