import { type CronItem, Logger, parseCronItems, type Runner, run, type Task } from 'graphile-worker'
import pg from 'pg'
import type { Config } from '../config.ts'
import { type Db, openDatabase } from '../database/connection.ts'
import type { Secrets } from '../http/secrets.ts'
import type { FileStore } from '../storage/store.ts'

/** What a task may use. */
export interface TaskServices {
  readonly db: Db
  readonly config: Config
  readonly secrets: Secrets
  readonly files: FileStore
}

/** Slow work of one domain, under a name that stays the same for jobs already queued. */
export interface TaskDefinition {
  readonly name: string
  /** When it runs by itself, as in a crontab (UTC); left out: only when enqueued. */
  readonly schedule?: string
  /** Also runs once whenever the program starts. */
  readonly atStart?: true
  /** May run again after a crash in its midst, so it must do no harm twice. */
  readonly perform: (services: TaskServices, payload: unknown, signal: AbortSignal) => Promise<void>
}

export interface Jobs {
  /** Waits for the tasks under way, then stops. */
  stop(): Promise<void>
}

const tasksAtOnce = 2
const idlePollMs = 2000
/** A task that is still at one statement then is stuck. */
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
 * Starts working off the queue, which lives in the same database as the facts that cause its jobs.
 * Connections of its own: its statements may take longer than those of a request.
 */
export async function startJobs(
  connection: pg.ClientConfig,
  given: Omit<TaskServices, 'db'>,
  tasks: readonly TaskDefinition[],
  log: (level: string, message: string) => void,
): Promise<Jobs> {
  const pool = new pg.Pool({
    ...connection,
    max: tasksAtOnce + 2,
    options: `-c timezone=UTC -c statement_timeout=${statementTimeoutMs}`,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const database = openDatabase(connection, { connections: tasksAtOnce, statementTimeoutMs })
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
    concurrency: tasksAtOnce,
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
