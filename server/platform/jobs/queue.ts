import { type CronItem, Logger, parseCronItems, type Runner, run, type Task } from 'graphile-worker'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { type Db, openDatabase } from '../database/connection.ts'
import type { Secrets } from '../http/secrets.ts'
import type { FileStore } from '../storage/store.ts'

/** What tasks receive. */
export interface TaskServices {
  readonly db: Db
  readonly config: Config
  readonly secrets: Secrets
  readonly files: FileStore
}

/** A background task. Its name must never change, because queued jobs refer to it. */
export interface TaskDefinition {
  readonly name: string
  /** Crontab expression in UTC. Without one, the task runs only when enqueued. */
  readonly schedule?: string
  /** Also runs once at every start of the server. */
  readonly atStart?: true
  /** Must be idempotent: it runs again after a crash. Should stop early when `signal` is aborted. */
  readonly perform: (services: TaskServices, payload: unknown, signal: AbortSignal) => Promise<void>
}

export interface Jobs {
  /** Graceful shutdown: aborts the signal of running tasks and waits for them. */
  stop(): Promise<void>
}

const concurrency = 2
const idlePollMs = 2000
/** A single statement of a task that takes longer is considered stuck. */
const statementTimeoutMs = 10 * 60_000

const cronItem = ({ name, schedule }: TaskDefinition): CronItem[] =>
  schedule
    ? [
        {
          task: name,
          match: schedule,
          options: { backfillPeriod: 0, jobKey: name, jobKeyMode: 'preserve_run_at' },
        },
      ]
    : []

/**
 * Starts the job workers. The queue lives in the database, so that jobs are enqueued in the transaction that causes
 * them. The workers use a separate pool, because their statements have a longer timeout than those of requests.
 *
 * @param given what tasks receive besides the database.
 */
export async function startJobs(
  connection: pg.ClientConfig,
  given: Omit<TaskServices, 'db'>,
  tasks: readonly TaskDefinition[],
  log: (level: string, message: string) => void,
): Promise<Jobs> {
  const pool = new pg.Pool({
    ...connection,
    max: concurrency + 2,
    options: `-c timezone=UTC -c statement_timeout=${statementTimeoutMs}`,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const database = openDatabase(connection, { connections: concurrency, statementTimeoutMs })
  const services: TaskServices = { ...given, db: database.db }
  const stopping = new AbortController()
  const taskList = Object.fromEntries(
    tasks.map(({ name, perform }): [string, Task] => [
      name,
      (payload) => perform(services, payload, stopping.signal),
    ]),
  )
  const runner: Runner = await run({
    pgPool: pool,
    taskList,
    parsedCronItems: parseCronItems(tasks.flatMap(cronItem)),
    concurrency,
    pollInterval: idlePollMs,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => log(level, message)),
  })
  for (const { name, atStart } of tasks) if (atStart) await runner.addJob(name, {}, { jobKey: name })
  return {
    async stop() {
      stopping.abort()
      await runner.stop()
      await database.close()
      await pool.end()
    },
  }
}
