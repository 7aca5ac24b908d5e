import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { errorCode } from '../errors.ts'
import { DatabaseClient } from './client.ts'
import { statementName } from './statementNames.ts'
import type { DB } from './tables.ts'
import { parseUtcTimestamp } from './timestamps.ts'

export type Db = Kysely<DB>

export interface Database {
  readonly db: Db
  readonly pool: pg.Pool
  /** The longest time that a queued query has waited for a connection so far, in milliseconds; 0 when none waits. */
  waitingMs(): number
  /**
   * From now on, reports statements that take longer than `ms` (0 for none): their text on one line, shortened, without parameters.
   */
  reportSlow(ms: number, report: (slow: SlowStatement) => void): void
  close(): Promise<void>
}

export interface SlowStatement {
  readonly statement: string
  readonly ms: number
}

const slowStatementMaxLength = 2000

/** A pool that detects silently broken connections and replaces them. */
class Connections {
  readonly #pool: pg.Pool
  readonly #queryOf: typeof named
  /** Whether this process chooses the kind of plan: a pooler shares the settings of a session with others. */
  readonly #choosesPlans: boolean
  readonly #answeredAt = new WeakMap<pg.PoolClient, number>()
  /** When the last unanswered or refused query was sent. Connections without an answer since then are suspect. */
  #silentSince = 0
  #slowMs = Number.POSITIVE_INFINITY
  #reportSlow: (slow: SlowStatement) => void = () => {}
  /** In the order of their arrival. */
  readonly #waiting = new Set<{ readonly since: number }>()

  constructor(pool: pg.Pool, { isThroughPooler }: { isThroughPooler: boolean }) {
    this.#pool = pool
    this.#queryOf = isThroughPooler ? unnamed : named
    this.#choosesPlans = !isThroughPooler
    pool.on('connect', (client) => this.#answeredAt.set(client, performance.now()))
  }

  /** For the builder. */
  forBuilder(): PostgresPool {
    return {
      connect: async () => {
        const client = await this.#connect()
        let isInTransaction = false
        let unusable: unknown = null
        const send = async (query: pg.QueryConfig) => {
          // A rollback would time out, too; PostgreSQL rolls back when the connection ends.
          if (unusable) throw unusable
          const sentAt = performance.now()
          const isCustom = this.#choosesPlans && isCustomPlanned(query)
          try {
            if (isCustom) await client.query('set plan_cache_mode = force_custom_plan')
            const result = await client.query(query)
            if (isCustom) await client.query('reset plan_cache_mode')
            const answeredAt = performance.now()
            this.#answeredAt.set(client, answeredAt)
            this.#noteDuration(query, answeredAt - sentAt)
            return result
          } catch (error) {
            this.#noteDuration(query, performance.now() - sentAt)
            if (isUnanswered(error)) this.#silentSince = Math.max(this.#silentSince, sentAt)
            if (isRefusedByReplica(error)) {
              if (client instanceof DatabaseClient) client.leadsToReplica()
              // The other connections lead to the same server.
              this.#silentSince = performance.now()
            }
            // The setting has not been reset.
            if (isCustom || isUnanswered(error) || isRefusedByReplica(error)) unusable = error
            throw error
          }
        }
        const query = async (text: string, values: unknown[]) => {
          if (text === 'commit' || text === 'rollback') isInTransaction = false
          const config = this.#queryOf(text, values)
          const isAlone = !isInTransaction
          if (/^(begin|start transaction)/.test(text)) isInTransaction = true
          try {
            return await send(config)
          } catch (error) {
            // PostgreSQL has rolled back the whole statement, so nothing is done twice.
            if (isAlone && isConflict(error)) return await send(config)
            throw error
          }
        }
        return { query: query as never, release: () => client.release(unusable !== null) }
      },
      end: () => this.#pool.end(),
    }
  }

  reportSlow(ms: number, report: (slow: SlowStatement) => void): void {
    this.#slowMs = ms === 0 ? Number.POSITIVE_INFINITY : ms
    this.#reportSlow = report
  }

  #noteDuration({ text }: pg.QueryConfig, ms: number): void {
    if (ms <= this.#slowMs) return
    const statement = text.replace(/\s+/g, ' ').trim().slice(0, slowStatementMaxLength)
    this.#reportSlow({ statement, ms: Math.round(ms) })
  }

  waitingMs(): number {
    const [first] = this.#waiting
    return first ? performance.now() - first.since : 0
  }

  async #connect(): Promise<pg.PoolClient> {
    const place = { since: performance.now() }
    this.#waiting.add(place)
    try {
      for (;;) {
        const client = await this.#pool.connect()
        if ((this.#answeredAt.get(client) ?? 0) >= this.#silentSince) return client
        client.release(true)
      }
    } finally {
      this.#waiting.delete(place)
    }
  }
}

/**
 * In the text of a statement: its best plan depends on its parameters, so PostgreSQL plans it for each execution. All others have one
 * plan per connection (`plan_cache_mode`), because planning costs more than their execution.
 */
export const customPlan = '/* custom plan */'
const isCustomPlanned = ({ name, text }: pg.QueryConfig) => !name && text.includes(customPlan)

const unnamed = (text: string, values: unknown[]): pg.QueryConfig => ({ text, values })

/** Every statement is prepared under its name. */
function named(text: string, values: unknown[]): pg.QueryConfig {
  const name = text.includes(customPlan) ? undefined : statementName(text)
  return name ? { name, text, values } : { text, values }
}

/** The parsers of pg, except for timestamps: they make up half of all values and deserve a faster parser. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.TIMESTAMPTZ && format !== 'binary'
    ? parseUtcTimestamp
    : pg.types.getTypeParser(oid, format)

/** Longer than any query of a request should take. */
const requestStatementTimeoutMs = 8000
/** PostgreSQL itself cancels a statement at its timeout; without an answer after that, the connection is broken. */
const lateAnswerMs = 2000
const keepAliveAfterMs = 5000

/** Settings that detect a broken connection. @param answerMs how long a query may take. */
export const noticingSilence = (answerMs: number) => ({
  connectionTimeoutMillis: 5000,
  query_timeout: answerMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveAfterMs,
})

/**
 * How long a pool keeps an idle connection. A new one costs PostgreSQL a process, and has to plan each statement again: on a
 * quiet site, the next reader would wait for it.
 */
export const idleConnectionMs = 5 * 60_000

/**
 * Opens a connection pool. Every statement is prepared and planned once per connection, so write limits as literals (`sql.lit`):
 * the plan depends on them. Statements with `customPlan` in their text are planned for each execution.
 *
 * @param options.connections size of the pool.
 * A connection without an answer two seconds after the timeout is replaced, and so are those that were silent meanwhile.
 * A statement outside a transaction that lost a conflict (deadlock, serialization) is retried once.
 *
 * @param options.statementTimeoutMs 8 s by default, the limit for requests.
 * @param options.isThroughPooler for a pooler in transaction mode: each transaction may use another session of
 *   PostgreSQL, so statements are not prepared by name, and timeouts are set in the pooler.
 */
export function openDatabase(
  connection: pg.ClientConfig,
  options: { connections: number; statementTimeoutMs?: number; isThroughPooler?: boolean },
): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? requestStatementTimeoutMs
  const answerMs = statementTimeoutMs + lateAnswerMs
  const pool = new pg.Pool({
    ...connection,
    Client: DatabaseClient,
    ...noticingSilence(answerMs),
    max: options.connections,
    idleTimeoutMillis: idleConnectionMs,
    // Otherwise PostgreSQL would keep the locks of a silently broken client's transaction for hours.
    ...(options.isThroughPooler
      ? { startup: { TimeZone: 'UTC' } }
      : {
          options: `-c timezone=UTC -c plan_cache_mode=force_generic_plan -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=${answerMs}`,
        }),
    types: { getTypeParser },
  })
  pool.on('connect', (client) => {
    // The pool replaces broken idle connections. Without a listener, the error event would end the process.
    client.on('error', () => {})
  })
  pool.on('error', () => {})
  const connections = new Connections(pool, { isThroughPooler: options.isThroughPooler ?? false })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: connections.forBuilder() }) })
  return {
    db,
    pool,
    waitingMs: () => connections.waitingMs(),
    reportSlow: (ms, report) => connections.reportSlow(ms, report),
    close: () => db.destroy(),
  }
}

/** `read_only_sql_transaction`: after a failover, the connection leads to a server that may not write. */
const readOnly = /^25006$/
/** The connection leads to a server that may not write. It cannot read tables that are not logged either (`feature_not_supported`). */
export const isRefusedByReplica = (error: unknown): boolean =>
  hasState(error, readOnly) ||
  (hasState(error, /^0A000$/) && error instanceof pg.DatabaseError && error.routine === 'get_relation_info')
/** `deadlock_detected` and `serialization_failure`. */
const conflict = /^(40P01|40001)$/
/** Connections that break, PostgreSQL that starts or stops, and statements or locks that took too long (57014, 55P03). */
const unavailable = /^(57P0[1-5]|57014|55P03|08...|53300|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/
const unanswered = 'Query read timeout'
const unavailableMessages = new RegExp(
  `Connection terminated|timeout exceeded when trying to connect|is not queryable|${unanswered}`,
)

const hasState = (error: unknown, states: RegExp): boolean => states.test(errorCode(error) ?? '')

/** Whether a statement or transaction lost a conflict with another one. It is rolled back and can be retried. */
export const isConflict = (error: unknown): boolean => hasState(error, conflict)

/** Whether PostgreSQL refused a statement, so it is rolled back; false if it may have been committed without an answer. */
export const isUndone = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR'
const isUnanswered = (error: unknown) => error instanceof Error && error.message === unanswered

/** Whether a query failed because PostgreSQL is temporarily unavailable or too slow. */
export const isDatabaseDown = (error: unknown): boolean =>
  [unavailable, conflict].some((states) => hasState(error, states)) ||
  isRefusedByReplica(error) ||
  (error instanceof Error && unavailableMessages.test(error.message))

/** Whether PostgreSQL could not write because its disk is full (`disk_full`). */
export const isDiskFull = (error: unknown): boolean => hasState(error, /^53100$/)

/** Whether a write violated a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean => errorCode(error) === '23505'
