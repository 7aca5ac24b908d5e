import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from './tables.ts'
import { parseUtcTimestamp } from './timestamps.ts'

export type Db = Kysely<DB>

export interface Database {
  readonly db: Db
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** Beyond this many distinct statements new ones are sent unnamed: each name costs memory in every connection. */
const maxNamedStatements = 1000
const statementNames = new Map<string, string>()

/** A name for a statement that PostgreSQL then plans once a connection instead of at every call. */
function nameOf(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known) return known
  if (statementNames.size >= maxNamedStatements || !/^\s*(select|insert|update|delete|with)\b/i.test(text))
    return
  const name = createHash('sha1').update(text).digest('base64url')
  statementNames.set(text, name)
  return name
}

function nameStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((first: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof first !== 'string' || !Array.isArray(values)) return query(first, values, ...rest)
    const name = nameOf(first)
    return query(name ? { name, text: first, values } : { text: first, values }, ...rest)
  }) as typeof client.query
}

/** The usual parsers but for instants, which make up half of what is read. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.TIMESTAMPTZ && format !== 'binary'
    ? parseUtcTimestamp
    : pg.types.getTypeParser(oid, format)

/** A query that is still running then would keep a request hanging. */
const requestStatementTimeoutMs = 15_000

/**
 * Opens a pool of connections. Statements are prepared once a connection; literal limits
 * (`sql.lit`) keep their plans good.
 *
 * @param options.statementTimeoutMs as long as a request may wait, unless given.
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
    // A connection that breaks while idle is replaced by the pool; unheard, its error would end the program.
    client.on('error', () => {})
    nameStatements(client)
  })
  pool.on('error', () => {})
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

/** Says whether a failed query failed because PostgreSQL is not there (stopping, starting, unreachable). */
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

/** Says whether a write failed because what must be unique is there already. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === '23505'
