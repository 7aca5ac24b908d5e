import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { availableParallelism, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Renderer } from '../contract/pages.ts'
import { type Config, ConfigurationError, findMisspelt, parseConfig } from './config.ts'
import { CannotStart } from './platform/database/cannotStart.ts'
import { type ConfiguredDatabase, openForRequests } from './platform/database/open.ts'
import { loadAssets } from './platform/http/assets.ts'
import { loadSecrets } from './platform/http/secrets.ts'
import { drain } from './platform/http/server.ts'
import type { Resources } from './resources.ts'
import { openServerDatabase, startMessage, urlFor } from './start.ts'
import { explainListenFailure, explainStartFailure } from './startFailure.ts'
import {
  shareFigures,
  stopWhenDismissed,
  superviseWorkers,
  type WorkerOrders,
  workerOrders,
} from './supervise.ts'
import { programVersion } from './version.ts'
import { planWorkers, requestedWorkers } from './workerPlan.ts'

/** A graceful shutdown that takes longer ends with exit code 1. */
const shutdownTimeoutMs = 10_000
/** A supervisor waits longer, because its workers may take as long. */
const workersTimeoutMs = 30_000
/**
 * How long a replaced worker waits for its connections to end. Proxies must close idle ones earlier (docs/scaling.md), because a
 * request on a connection that is just being closed is lost.
 */
const drainMs = 10_000
const bytesPerMib = 1024 * 1024

// V8 puts objects that often survived the collection of young ones where old ones are. After a second in which the machine was
// busy, that holds for what each request allocates, which then keeps the next requests' objects alive as well: twice the CPU time
// for cheap answers, for as long as the process runs.
setFlagsFromString('--no-allocation-site-pretenuring')
// A process that has become idle gives memory back with one full collection. V8 would make three, for another hundredth of it.
setFlagsFromString('--memory-reducer-single-gc')

const log = (line: string) => console.log(line)

/** Modules for answering requests are loaded by `import()`, so that a supervisor needs little memory. */
async function start(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = parseConfig(process.env)
  const orders = workerOrders()
  if (orders) return work(config, orders)
  for (const { given, meant } of findMisspelt(process.env))
    log(`Warning: ${given} is not a setting. Did you mean ${meant}?`)
  log(`Folkmoot ${programVersion} with Node ${process.versions.node} starts.`)
  const machine = { cores: availableParallelism(), memoryMib: totalmem() / bytesPerMib }
  const requested = requestedWorkers(config, machine)
  const database = await openServerDatabase(config, log).catch((error) => {
    throw explainStartFailure(error, config) ?? error
  })
  if (requested === 1) await serveAlone(config, database)
  else await supervise(config, database, requested)
}

/** Everything in one process. */
async function serveAlone(config: Config, database: ConfiguredDatabase): Promise<void> {
  const { openResources } = await import('./resources.ts')
  const resources = await openResources(config, database, log).catch((error) => {
    throw explainStartFailure(error, config) ?? error
  })
  const { app, close } = await serve(resources)
  stopOnSignals(close, shutdownTimeoutMs, {
    onHangUp: process.stdin.isTTY
      ? undefined
      : () =>
          log(
            'There is one process (WORKERS), which cannot replace itself. Restart the server to load changes.',
          ),
  })
  const { port } = app.server.address() as AddressInfo
  log(await startMessage(resources, urlFor(config.host, port)))
}

/** Several workers that answer requests, and this process, which keeps them and the private PostgreSQL running. */
async function supervise(config: Config, database: ConfiguredDatabase, requested: number): Promise<void> {
  try {
    const { db, connection } = database
    const secrets = await loadSecrets(db)
    const plan = planWorkers(config, requested, await findMaxConnections(database))
    const supervisor = await superviseWorkers(
      plan.workers,
      (place): WorkerOrders => ({
        connection: { ...connection },
        connections: plan.connectionsEach,
        performsJobs: config.jobs && place === 0,
      }),
      log,
    )
    stopOnSignals(
      async () => {
        await supervisor.stop()
        await database.close()
      },
      workersTimeoutMs,
      // A terminal sends it when it is closed.
      { onHangUp: process.stdin.isTTY ? undefined : () => void supervisor.restart() },
    )
    log(await startMessage({ db, config, secrets }, urlFor(config.host, supervisor.port)))
    log(
      `${plan.workers} workers (WORKERS), with ${plan.connectionsEach} database connections each. "kill -HUP ${process.pid}" replaces them one after the other.`,
    )
  } catch (error) {
    await database.close()
    throw error
  }
}

/** One of several workers. The supervisor is responsible for migrations, locks and PostgreSQL itself. */
async function work(config: Config, { connection, connections, performsJobs }: WorkerOrders): Promise<void> {
  let stop = async (_hasSuccessor: boolean): Promise<void> => process.exit(1)
  stopWhenDismissed((hasSuccessor) => stop(hasSuccessor))
  const database = {
    ...openForRequests({ ...config, databaseConnections: connections }, connection),
    connection,
  }
  const { openResources } = await import('./resources.ts')
  const own = { ...config, databaseConnections: connections, jobs: performsJobs }
  const resources = await openResources(own, database, log)
  const { app, close } = await serve(resources, { shareFigures })
  stop = async (hasSuccessor) => {
    if (hasSuccessor) await drain(app, drainMs)
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref()
    await close()
    process.exit()
  }
}

/** Answers requests with these resources, which are closed at the end or after a failure. */
async function serve(
  resources: Resources,
  more: { shareFigures?: typeof shareFigures } = {},
): Promise<{ app: FastifyInstance; close(): Promise<void> }> {
  try {
    const { createApp } = await import('./app.ts')
    const app = await createApp({ ...resources, ...more, pages: await loadBuiltPages() })
    await listen(app, resources.config)
    return {
      app,
      async close() {
        await app.close()
        await resources.close()
      },
    }
  } catch (error) {
    await resources.close()
    throw error
  }
}

async function findMaxConnections({ db }: ConfiguredDatabase): Promise<number> {
  const { max } = await db
    .selectNoFrom(sql<number>`current_setting('max_connections')::integer`.as('max'))
    .executeTakeFirstOrThrow()
  return max
}

/** Loads the renderer and the browser's files from the build, which is beside this program. */
async function loadBuiltPages() {
  const filesFolder = fileURLToPath(new URL('../web', import.meta.url))
  const pages = new URL('./entry-server.js', import.meta.url).href
  const { renderer }: { renderer: Renderer } = await import(/* @vite-ignore */ pages)
  return { renderer, assetsFor: loadAssets(filesFolder), filesFolder }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw explainListenFailure(error, { host, port }) ?? error
  }
}

/** @param options.onHangUp what SIGHUP does; by default it stops, too. */
function stopOnSignals(
  stop: () => Promise<void>,
  timeoutMs: number,
  options: { onHangUp?: (() => void) | undefined } = {},
): void {
  let isStopping = false
  const onSignal = async () => {
    if (isStopping) return
    isStopping = true
    log('Stopping: open requests are answered first.')
    setTimeout(() => process.exit(1), timeoutMs).unref()
    await stop()
    log('Stopped.')
    process.exit()
  }
  // If stopping fails, the unhandled rejection ends the process with its error and exit code 1.
  // The parent process has ended without sending a signal, as after a kill (scripts/start.mjs).
  process.once('disconnect', () => void onSignal())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void onSignal())
  process.on('SIGHUP', options.onHangUp ?? (() => void onSignal()))
}

/** Errors whose message tells the operator what to do; all others are printed with their stack. */
const operatorErrors = [CannotStart, ConfigurationError]

start().catch((error) => {
  console.error(operatorErrors.some((kind) => error instanceof kind) ? error.message : error)
  process.exit(1)
})
