import type { FastifyInstance } from 'fastify'
import {
  type Aggregator,
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricConfiguration,
  Registry,
} from 'prom-client'
import type { CacheFigures } from '../../../contract/cacheFigures.ts'
import type { BackupTimes } from '../../core/backups/lastMade.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { OverloadFigures } from '../../platform/http/overload.ts'
import type { JobQueueRow } from '../../platform/jobs/jobQueue.sql.ts'
import type { Valkey } from '../../platform/valkey/connection.ts'
import { programVersion } from '../../version.ts'

/** The sources of the metrics, which are read at each scrape. */
export interface Measured {
  readonly database: Pick<Database, 'pool' | 'waitingMs'> | undefined
  /** Null while the database does not answer. */
  readonly findJobQueue: () => Promise<JobQueueRow | null>
  /** Null while the database does not answer. */
  readonly findOperations: () => Promise<Operations | null>
  readonly findDisks: () => Promise<readonly Disk[]>
  readonly overload: () => OverloadFigures
  readonly eventStreams: () => number
  /** Null if the site has none. */
  readonly valkey: Pick<Valkey, 'isUsed'> | null
  readonly caches: Readonly<Record<string, () => CacheFigures>>
}

/** What operators must not overlook. */
export interface Operations {
  readonly backups: BackupTimes
  /** Mails of the last 24 hours by outcome. */
  readonly mails: Readonly<Record<string, number>>
}

export interface Disk {
  readonly place: 'data' | 'backups'
  readonly freeBytes: number
  readonly totalBytes: number
}

const bucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** Not shorter, because each measurement of the event loop wakes the process. */
const eventLoopPrecisionMs = 20

/** One per process, for all applications in it. */
let processRegistry: Registry | null = null

function getProcessRegistry(): Registry {
  if (processRegistry) return processRegistry
  processRegistry = new Registry()
  collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: eventLoopPrecisionMs })
  return processRegistry
}

/** The metrics of one process, as the workers pass them to each other. */
type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/**
 * All metrics of an application. Names and labels contain no data of users.
 *
 * The aggregators define how to combine the metrics of several processes: those of the shared database are the same in all.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly contentType = this.#registry.contentType

  #askAll: (() => Promise<Figures[]>) | null = null

  /** @param share passes the metrics of this process to the other workers, and requests those of all. */
  shareWith(share: ShareFigures): void {
    this.#askAll = share(() => this.#ofProcess().getMetricsAsJSON())
  }

  /** The metrics of all workers together, in the text format of Prometheus. */
  async text(): Promise<string> {
    if (!this.#askAll) return this.#ofProcess().metrics()
    return AggregatorRegistry.aggregate(await this.#askAll()).metrics()
  }

  #ofProcess(): Registry {
    return Registry.merge([getProcessRegistry(), this.#registry])
  }

  /** Counts the requests of routes that are added later, with the pattern of their path. */
  countRequests(app: FastifyInstance): void {
    const durations = new Histogram({
      name: 'folkmoot_http_request_duration_seconds',
      help: 'Time until an answer was sent, by the pattern of the path; * is all pages. Without event streams.',
      labelNames: ['route', 'method', 'status'],
      buckets: bucketsSeconds,
      registers: [this.#registry],
    })
    app.addHook('onResponse', ({ routeOptions, method }, reply, done) => {
      const { url, config } = routeOptions
      if (!config?.isStream || reply.statusCode !== 200)
        durations.observe(
          {
            route: url ?? 'none',
            method: url ? method : 'any',
            status: `${Math.floor(reply.statusCode / 100)}xx`,
          },
          reply.elapsedTime / 1000,
        )
      done()
    })
  }

  /** Adds metrics other than those of requests. */
  measure({
    database,
    findJobQueue,
    findOperations,
    findDisks,
    overload,
    eventStreams,
    valkey,
    caches,
  }: Measured): void {
    this.#gauge(
      'folkmoot_build_info',
      'The version of the program.',
      () => [[{ version: programVersion }, 1]],
      'first',
    )
    this.#gauge('folkmoot_requests_working', 'Requests being processed.', () => [[{}, overload().working]])
    this.#gauge('folkmoot_requests_waiting', 'Requests waiting in the queue.', () => [
      [{}, overload().waiting],
    ])
    this.#counter('folkmoot_requests_refused_total', 'Requests refused because too many waited.', () => [
      [{}, overload().refused],
    ])
    this.#gauge('folkmoot_event_streams', 'Open streams of notification counts.', () => [
      [{}, eventStreams()],
    ])
    if (valkey)
      this.#gauge(
        'folkmoot_valkey_up',
        'Whether rate limits are counted in Valkey.',
        () => [[{}, Number(valkey.isUsed())]],
        'min',
      )
    if (database) this.#measureDatabase(database, findJobQueue)
    this.#measureJobs(findJobQueue)
    this.#measureOperations(findOperations)
    this.#measureDisks(findDisks)
    const ofEach = (figure: keyof CacheFigures) => () =>
      Object.entries(caches).map(([cache, figures]): Value => [{ cache }, figures()[figure]])
    this.#gauge('folkmoot_cache_entries', 'Entries of a cache.', ofEach('entries'))
    this.#gauge('folkmoot_cache_bytes', 'Approximate memory use of a cache, in bytes.', ofEach('bytes'))
    this.#counter('folkmoot_cache_hits_total', 'Lookups that found an entry.', ofEach('hits'))
    this.#counter('folkmoot_cache_misses_total', 'Lookups that found no entry.', ofEach('misses'))
  }

  #measureDatabase(
    { pool, waitingMs }: Pick<Database, 'pool' | 'waitingMs'>,
    findJobQueue: Measured['findJobQueue'],
  ): void {
    // Measured first, because the query about the queue would itself wait or use a connection.
    const afterQuestion = (values: () => Value[]) => async () => {
      await findJobQueue()
      return values()
    }
    this.#gauge(
      'folkmoot_database_connections',
      'Open connections for requests.',
      afterQuestion(() => [
        [{ state: 'idle' }, pool.idleCount],
        [{ state: 'busy' }, pool.totalCount - pool.idleCount],
      ]),
    )
    this.#gauge(
      'folkmoot_database_waiting',
      'Statements and transactions that wait for a connection.',
      afterQuestion(() => [[{}, pool.waitingCount]]),
    )
    this.#gauge(
      'folkmoot_database_longest_wait_seconds',
      'How long the oldest of them has waited.',
      afterQuestion(() => [[{}, waitingMs() / 1000]]),
      'max',
    )
  }

  #measureJobs(findJobQueue: Measured['findJobQueue']): void {
    const ofQueue = (values: (queue: JobQueueRow) => Value[]) => async () => {
      const queue = await findJobQueue()
      return queue ? values(queue) : []
    }
    this.#gauge(
      'folkmoot_database_up',
      'Whether the database answered the query for these metrics.',
      async () => [[{}, (await findJobQueue()) ? 1 : 0]],
      'min',
    )
    this.#gauge(
      'folkmoot_jobs',
      'Background jobs of all servers; failed ones are not retried.',
      ofQueue(({ waiting, scheduled, running, failed }) =>
        Object.entries({ waiting, scheduled, running, failed }).map(([state, count]) => [{ state }, count]),
      ),
      'max',
    )
    this.#gauge(
      'folkmoot_jobs_oldest_waiting_seconds',
      'How long the oldest due job has waited.',
      ofQueue(({ oldestWaitingSeconds }) => [[{}, oldestWaitingSeconds]]),
      'max',
    )
  }

  #measureOperations(findOperations: Measured['findOperations']): void {
    const found = (values: (operations: Operations) => Value[]) => async () => {
      const operations = await findOperations()
      return operations ? values(operations) : []
    }
    const ofBackups = (name: keyof BackupTimes) =>
      found(({ backups }) => {
        const value = backups[name]
        return value === null ? [] : [[{}, value]]
      })
    for (const [name, help, field] of [
      ['made_timestamp_seconds', 'When the last backup was made, also by a command.', 'madeAt'],
      ['failed_timestamp_seconds', 'When a backup or its verification last failed.', 'failedAt'],
      ['verified_timestamp_seconds', 'When a backup was last verified and sound.', 'soundAt'],
      ['bytes', 'Size of the last backup, except those of commands.', 'bytes'],
    ] as const)
      this.#gauge(`folkmoot_backup_${name}`, help, ofBackups(field), 'max')
    this.#gauge(
      'folkmoot_mails_of_day',
      'Mails of the last 24 hours by what became of them.',
      found(({ mails }) => Object.entries(mails).map(([state, count]) => [{ state }, count])),
      'max',
    )
  }

  #measureDisks(findDisks: Measured['findDisks']): void {
    const ofEach = (figure: 'freeBytes' | 'totalBytes') => async () =>
      (await findDisks()).map((disk): Value => [{ place: disk.place }, disk[figure]])
    this.#gauge(
      'folkmoot_disk_free_bytes',
      'Free space where data and backups are.',
      ofEach('freeBytes'),
      'min',
    )
    this.#gauge('folkmoot_disk_bytes', 'Size of those disks.', ofEach('totalBytes'), 'min')
  }

  #gauge(name: string, help: string, read: Read, aggregator: Aggregator = 'sum'): void {
    new Gauge({
      ...this.#definition(name, help, aggregator),
      async collect() {
        const values = await read()
        this.reset()
        for (const [labels, value] of values) this.set(labels, value)
      },
    })
  }

  /** @param read the totals since the start. */
  #counter(name: string, help: string, read: Read): void {
    new Counter({
      ...this.#definition(name, help, 'sum'),
      async collect() {
        const values = await read()
        this.reset()
        for (const [labels, value] of values) this.inc(labels, value)
      },
    })
  }

  #definition(name: string, help: string, aggregator: Aggregator): MetricConfiguration<string> {
    return { name, help, aggregator, labelNames, registers: [this.#registry] }
  }
}

/** Like `shareFigures` of the supervisor. */
export type ShareFigures = <Figures>(own: () => Promise<Figures>) => () => Promise<Figures[]>

const labelNames = ['cache', 'place', 'state', 'version']
type Value = [labels: Readonly<Record<string, string>>, value: number]
type Read = () => Value[] | Promise<Value[]>
