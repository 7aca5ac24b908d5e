import { EventEmitter } from 'node:events'
import {
  type CronItem,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type Task,
  type WorkerEvents,
} from 'graphile-worker'
import pg from 'pg'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import { DatabaseClient } from '../database/client.ts'
import { type Db, idleConnectionMs, noticingSilence, openDatabase } from '../database/connection.ts'
import { queryRow } from '../database/statement.ts'
import type { Secrets } from '../http/secrets.ts'
import { logLine, withoutAddresses } from '../log.ts'
import type { FileStore } from '../storage/store.ts'
import { type JobQueueRow, jobQueue } from './jobQueue.sql.ts'

/** What tasks receive. */
export interface TaskServices {
  readonly db: Db
  /** For tasks that need a long session of their own. */
  readonly connection: pg.ClientConfig
  readonly config: Config
  /** The current settings; read them when they are needed. */
  readonly settings: SettingValues
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
  /**
   * May take longer than a moment, so it comes after all others, and leaves a worker to them. `sliced`: its signal is aborted after
   * two seconds, and it is enqueued again, with the same payload, to go on where it was. `whole`: it cannot go on where it was; one at a
   * time runs to its end.
   */
  readonly long?: 'sliced' | 'whole'
  /** Must be idempotent: it runs again after a crash. Should stop early when `signal` is aborted. */
  readonly perform: (services: TaskServices, payload: unknown, signal: AbortSignal) => Promise<void>
}

export interface Jobs {
  /** False while the workers restart after a failure. */
  isWorking(): boolean
  /** Graceful shutdown: aborts the signal of running tasks and waits for them. */
  stop(): Promise<void>
}

/** Writes failures of jobs to the log, a line each. */
export const logFailedJobs = (config: Pick<Config, 'logLevel'>) => (level: string, message: string) => {
  if (level !== 'error') return
  const [failure = '', ...rest] = message.split('\n')
  const stack = rest.filter((line) => /^\s+at /.test(line)).join('\n')
  logLine(config, 'error', 'background job failed', { failure: withoutAddresses(failure), stack })
}

/** One for a long job, and one that is free within a slice. */
const concurrency = 2
/** For jobs that are due later: PostgreSQL notifies of all others. */
const idlePollMs = 10_000
const sliceMs = 2000
/** After those of other jobs, which is 0. */
const longPriority = 10
/** The queue's own statements are small. */
const queueAnswerMs = 60_000
const deadWorkersCheckMs = 30_000
/** Delay after a failure that ends the workers, such as a lost database while a job is completed. */
const restartMs = 1000
/** A statement of a task that takes longer counts as stuck. */
const statementTimeoutMs = 10 * 60_000

/** A named queue runs one job at a time, on all servers together. */
const placeOf = ({ long }: TaskDefinition) => ({
  ...(long && { priority: longPriority }),
  ...(long === 'whole' && { queueName: long }),
})

const cronItem = (task: TaskDefinition): CronItem[] =>
  task.schedule
    ? [
        {
          task: task.name,
          match: task.schedule,
          options: {
            backfillPeriod: 0,
            jobKey: task.name,
            jobKeyMode: 'preserve_run_at',
            ...placeOf(task),
          },
        },
      ]
    : []

/** Whether a later job of the task does what an interrupted one has not. */
const comesAgain = ({ schedule, atStart }: TaskDefinition): boolean =>
  schedule !== undefined || atStart === true

/** A task as graphile-worker runs it. @param stopping aborted when the server stops. */
function runnable(task: TaskDefinition, services: TaskServices, stopping: AbortSignal): Task {
  const { name, long } = task
  const perform: TaskDefinition['perform'] = async (...given) => {
    try {
      await task.perform(...given)
    } catch (error) {
      // A job that failed would stay as failed forever if the next start has enqueued its successor already.
      if (!(stopping.aborted && comesAgain(task))) throw error
    }
  }
  if (!long) return (payload) => perform(services, payload, stopping)
  return async (payload, { job, addJob }) => {
    const enqueueAgain = () =>
      addJob(name, payload, { ...placeOf(task), ...(job.key !== null && { jobKey: job.key }) })
    // The statements that enqueue a job do not know that it is long.
    if (long === 'whole') {
      if (job.job_queue_id === null) await enqueueAgain()
      else await perform(services, payload, stopping)
      return
    }
    const slice = new AbortController()
    const timer = setTimeout(() => slice.abort(), sliceMs)
    try {
      await perform(services, payload, AbortSignal.any([stopping, slice.signal]))
    } catch (error) {
      if (error !== slice.signal.reason || stopping.aborted) throw error
    } finally {
      clearTimeout(timer)
    }
    if (slice.signal.aborted && !stopping.aborted) await enqueueAgain()
  }
}

/**
 * Unlocks the jobs of workers that no longer exist, which graphile-worker would do after four hours. The `listen` connection of each
 * worker carries its name, so PostgreSQL knows which workers exist, on other servers, too. A worker that locked a job a moment ago
 * may not be listening yet. The workers are notified as of new jobs. If a running worker lost its connection, its job runs twice, which is safe for every task.
 */
const unlockDeadWorkers = `
  select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)), pg_notify('jobs:insert', '{"count":2}') from graphile_worker.jobs
  where locked_at < now() - interval '5 seconds' and not exists (
    select from pg_stat_activity where datname = current_database() and application_name = jobs.locked_by)
  having count(*) > 0`

/**
 * Deletes jobs of ended workers whose successor was enqueued with the same key while they ran: graphile-worker takes their key and
 * their attempts, so they would be shown as failed forever.
 */
const deleteReplacedJobs = `
  delete from graphile_worker._private_jobs as jobs using graphile_worker._private_tasks as tasks
  where tasks.id = task_id and tasks.identifier = any($1) and jobs.key is null and attempts >= max_attempts
    and locked_at < now() - interval '5 seconds' and not exists (
    select from pg_stat_activity where datname = current_database() and application_name = jobs.locked_by)`

/**
 * The state of the queue, for all servers together: `waiting` jobs are due and not yet running, `scheduled` ones are planned for
 * later or will be retried, and `failed` ones have no attempts left.
 */
export async function getJobQueue(db: Db): Promise<JobQueueRow> {
  const queue = await queryRow(db, jobQueue, {})
  if (!queue) throw new Error('An aggregate without a row.')
  return queue
}

/**
 * Starts the job workers. The queue lives in the database, so that jobs are enqueued in the transaction that causes
 * them. The workers use a separate pool, because their statements have a longer timeout than those of requests. Jobs of killed
 * servers are resumed at the start, or half a minute later.
 *
 * @param given what tasks receive besides the database.
 */
export async function startJobs(
  connection: pg.ClientConfig,
  given: Omit<TaskServices, 'db' | 'connection'>,
  tasks: readonly TaskDefinition[],
  log: (level: string, message: string) => void,
): Promise<Jobs> {
  const pool = new pg.Pool({
    ...connection,
    Client: DatabaseClient,
    ...noticingSilence(queueAnswerMs),
    max: concurrency + 2,
    idleTimeoutMillis: idleConnectionMs,
    options: `-c timezone=UTC -c statement_timeout=${statementTimeoutMs}`,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const database = openDatabase(connection, { connections: concurrency, statementTimeoutMs })
  const services: TaskServices = { ...given, connection, db: database.db }
  const stopping = new AbortController()
  const taskList = Object.fromEntries(
    tasks.map((task) => [task.name, runnable(task, services, stopping.signal)]),
  )
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:listen:success', ({ workerPool, client }) => {
    // Runs after the `listen` of the worker. If it fails, the connection is broken, and the worker opens another one.
    client.once('drain', () => {
      client.query(`set application_name = '${workerPool.id}'`).catch(() => {})
    })
  })
  const start = () =>
    run({
      pgPool: pool,
      taskList,
      parsedCronItems: parseCronItems(tasks.flatMap(cronItem)),
      concurrency,
      pollInterval: idlePollMs,
      noHandleSignals: true,
      events,
      // Without batches, graphile-worker does not handle that a finished job cannot be deleted, and the process ends.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      // What ends because the server stops is resumed later.
      logger: new Logger(
        () => (level, message) =>
          log(stopping.signal.aborted && message.includes('AbortError') ? 'info' : level, message),
      ),
    })
  let runner: Runner = await start()
  let isWorking = true
  let restart: NodeJS.Timeout | undefined
  const startAgainWhenEnded = (): void => {
    const again = () => {
      isWorking = false
      if (stopping.signal.aborted) return
      restart = setTimeout(() => {
        start().then((next) => {
          runner = next
          isWorking = true
          startAgainWhenEnded()
        }, again)
      }, restartMs)
    }
    runner.promise.then(again, again)
  }
  startAgainWhenEnded()
  const recurring = tasks.filter(comesAgain).map(({ name }) => name)
  const unlock = () =>
    pool
      .query(deleteReplacedJobs, [recurring])
      .then(() => pool.query(unlockDeadWorkers))
      .then(
        () => {},
        (error: Error) => log('warning', `Jobs of ended servers could not be continued: ${error.message}`),
      )
  await unlock()
  const unlocking = setInterval(() => void unlock(), deadWorkersCheckMs)
  for (const task of tasks)
    if (task.atStart) await runner.addJob(task.name, {}, { jobKey: task.name, ...placeOf(task) })
  return {
    isWorking: () => isWorking,
    async stop() {
      stopping.abort()
      clearInterval(unlocking)
      clearTimeout(restart)
      // It has ended on its own if the database was down.
      await runner.stop().catch(() => {})
      await database.close()
      await pool.end()
    },
  }
}
