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
import { version } from '../../../package.json'
import type { Database } from '../../platform/database/connection.ts'
import type { OverloadFigures } from '../../platform/http/overload.ts'
import type { JobQueueFigures } from '../../platform/jobs/queue.ts'
import type { Valkey } from '../../platform/valkey/valkey.ts'

/** Where the figures come from. They are read when somebody asks for them. */
export interface Measured {
  readonly database: Pick<Database, 'pool' | 'waitingMs'> | undefined
  /** Null while the database does not answer. */
  readonly readJobQueue: () => Promise<JobQueueFigures | null>
  readonly overload: () => OverloadFigures
  readonly eventStreams: () => number
  /** Null where the site has none. */
  readonly valkey: Pick<Valkey, 'isUsed'> | null
  readonly caches: Readonly<Record<string, () => CacheFigures>>
}

const bucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** Each measurement of the event loop wakes the process. */
const eventLoopPrecisionMs = 20

/** Of the process: one for all applications in it. */
let processRegistry: Registry | null = null

function getProcessRegistry(): Registry {
  if (processRegistry) return processRegistry
  processRegistry = new Registry()
  collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: eventLoopPrecisionMs })
  return processRegistry
}

/**
 * All metrics of an application. Names and labels are those of the program; nothing of what people write or who they are is among
 * them.
 *
 * The aggregators say how figures of several processes would become one: figures of the common database are the same in all.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly contentType = this.#registry.contentType

  #askAll: (() => Promise<unknown[]>) | null = null

  /** @param share gives the figures of this process to the other workers, and asks for those of all. */
  shareWith(share: ShareFigures): void {
    this.#askAll = share(() => this.#ofProcess().getMetricsAsJSON())
  }

  /** In the text format of Prometheus; of all workers together, whichever is asked. */
  async text(): Promise<string> {
    if (!this.#askAll) return this.#ofProcess().metrics()
    const all = (await this.#askAll()) as Parameters<typeof AggregatorRegistry.aggregate>[0]
    return AggregatorRegistry.aggregate(all).metrics()
  }

  #ofProcess(): Registry {
    return Registry.merge([getProcessRegistry(), this.#registry])
  }

  /** Counts the requests of routes that are added later, with the pattern of their path. */
  countRequests(app: FastifyInstance): void {
    const durations = new Histogram({
      name: 'folkmoot_http_request_duration_seconds',
      help: 'Time until an answer was sent, by the pattern of the path; * is all pages. Event streams are left out.',
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

  /** Adds what is there besides requests. */
  measure({ database, readJobQueue, overload, eventStreams, valkey, caches }: Measured): void {
    this.#gauge('folkmoot_build_info', 'The version of the program.', () => [[{ version }, 1]], 'first')
    this.#gauge('folkmoot_requests_working', 'Requests with a turn.', () => [[{}, overload().working]])
    this.#gauge('folkmoot_requests_waiting', 'Requests that wait for their turn.', () => [
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
    if (database) this.#measureDatabase(database, readJobQueue)
    this.#measureJobs(readJobQueue)
    const ofEach = (figure: keyof CacheFigures) => () =>
      Object.entries(caches).map(([cache, figures]): Value => [{ cache }, figures()[figure]])
    this.#gauge('folkmoot_cache_entries', 'Entries of a cache.', ofEach('entries'))
    this.#gauge('folkmoot_cache_bytes', 'About how much memory a cache takes.', ofEach('bytes'))
    this.#counter('folkmoot_cache_hits_total', 'What was asked for and there.', ofEach('hits'))
    this.#counter('folkmoot_cache_misses_total', 'What was asked for and not there.', ofEach('misses'))
  }

  #measureDatabase(
    { pool, waitingMs }: Pick<Database, 'pool' | 'waitingMs'>,
    readJobQueue: Measured['readJobQueue'],
  ): void {
    // Otherwise the question about the queue would be what waits, or makes a connection busy.
    const afterQuestion = (values: () => Value[]) => async () => {
      await readJobQueue()
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
      'How long the first of those has waited.',
      afterQuestion(() => [[{}, waitingMs() / 1000]]),
      'max',
    )
  }

  #measureJobs(readJobQueue: Measured['readJobQueue']): void {
    const ofQueue = (values: (queue: JobQueueFigures) => Value[]) => async () => {
      const queue = await readJobQueue()
      return queue ? values(queue) : []
    }
    this.#gauge(
      'folkmoot_database_up',
      'Whether the database has answered this question.',
      async () => [[{}, (await readJobQueue()) ? 1 : 0]],
      'min',
    )
    this.#gauge(
      'folkmoot_jobs',
      'Background jobs of all servers; failed ones are not tried again.',
      ofQueue(({ waiting, scheduled, running, failed }) =>
        Object.entries({ waiting, scheduled, running, failed }).map(([state, count]) => [{ state }, count]),
      ),
      'max',
    )
    this.#gauge(
      'folkmoot_jobs_oldest_waiting_seconds',
      'How long the job waits that has waited longest since its time came.',
      ofQueue(({ oldestWaitingSeconds }) => [[{}, oldestWaitingSeconds]]),
      'max',
    )
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

/** As `shareFigures` of the supervisor. */
export type ShareFigures = (own: () => Promise<unknown>) => () => Promise<unknown[]>

const labelNames = ['cache', 'state', 'version']
type Value = [labels: Readonly<Record<string, string>>, value: number]
type Read = () => Value[] | Promise<Value[]>
