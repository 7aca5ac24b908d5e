import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { CannotStart } from './cannotStart.ts'
import { takeLock } from './lockFile.ts'
import { postgresAccount, preparePostgres } from './postgresBinaries.ts'
import { joinClients } from './postgresClients.ts'
import {
  type Cluster,
  clusterOwner,
  clusterState,
  createCluster,
  databaseUser,
  startCluster,
  stopCluster,
  untilStopped,
} from './postgresCluster.ts'

export type PrivatePostgres = {
  /** Connection settings for pg, valid until `close`, also after a restart by `ensureRunning`. */
  connection: { host: string; port: number; user: string; database: string; ssl: false }
  /** Restarts PostgreSQL if it has crashed. While it runs, this costs only the reading of one file. */
  ensureRunning(): Promise<void>
  /** From now on, restarts PostgreSQL whenever it has exited. */
  keepRunning(): void
  /** Releases PostgreSQL. For its last client, this resolves when PostgreSQL has shut down. */
  close(): Promise<void>
}

const pollMs = 5
/** For a PostgreSQL that another process has started: a process is notified of the end of its own. */
const checkMs = 10_000
const retryMs = 1000
const databaseName = 'folkmoot'
/** PostgreSQL's log file is rotated on start once it is larger. */
const logMaxBytes = 1_000_000
/** Longest path of a Unix socket, in bytes. */
const socketPathMaxBytes = process.platform === 'linux' ? 107 : 103
/** After this, a cluster whose watchdog does not read the pipe counts as unwatched: someone killed the watchdog. */
const watchdogTimeoutMs = 2000
/** How long PostgreSQL may take to write its memory to disk on shutdown. */
const shutdownTimeoutMs = 60_000

/**
 * Starts the private PostgreSQL in `<dataDir>/postgres`, or joins it when another process of ours has started it. The
 * first start creates it. It listens on a Unix socket in a folder of its own and on no port, and shuts down with
 * the last process that uses it, even if that process is killed.
 *
 * @param options.binaries the folder of an installed PostgreSQL to use: see `preparePostgres`.
 * @param options.log receives messages for the operator.
 * @param options.disposable for tests: faster, without durability.
 * @param options.loading faster, while an empty database is filled; without effect when PostgreSQL runs already.
 * @throws Error with a message for the operator when PostgreSQL cannot run here.
 */
export async function startPrivatePostgres(options: {
  dataDir: string
  binaries?: string | undefined
  log?: (line: string) => void
  disposable?: boolean
  loading?: boolean
}): Promise<PrivatePostgres> {
  const { log = () => {}, disposable = false, loading = false } = options
  if (process.platform === 'win32') {
    throw new CannotStart(
      'The private PostgreSQL runs on Linux and macOS. On Windows use WSL, or set DATABASE_URL.',
    )
  }
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const account = postgresAccount()
  const cluster: Cluster = {
    folder: join(dataDir, 'postgres'),
    logFile: join(dataDir, 'postgres.log'),
    account,
    binaries: preparePostgres(account, { fallbackFolder: dataDir, installed: options.binaries }),
  }
  const lockFile = join(dataDir, 'postgres.lock')
  const clients = joinClients(join(dataDir, 'users.fifo'))

  /** Serializes starts of PostgreSQL across processes. */
  async function withStartLock<T>(action: () => Promise<T>): Promise<T> {
    for (;;) {
      const lock = takeLock(lockFile)
      if ('release' in lock) {
        try {
          return await action()
        } finally {
          lock.release()
        }
      }
      await pause(pollMs)
    }
  }

  async function joinOrStart() {
    cluster.account = clusterOwner(cluster)
    for (;;) {
      const state = clusterState(cluster.folder)
      if (state.is === 'ready') {
        const deadline = Date.now() + watchdogTimeoutMs
        const cancelled = () => Date.now() > deadline || clusterState(cluster.folder).is !== 'ready'
        if (await clients.isWatched(cancelled)) return
        if (clusterState(cluster.folder).is === 'ready') await stopCluster(cluster.folder, state.pid)
      } else if (state.is === 'absent') {
        if (!existsSync(cluster.folder)) log(`Creating a new database in ${cluster.folder}`)
        const isNew = await createCluster(cluster, { disposable })
        rotateLog(cluster.logFile)
        await startCluster(cluster, clients.path, { disposable, loading }, () => void keptRunning?.())
        if (isNew) log('The database is ready')
        return
      } else {
        await pause(pollMs)
      }
    }
  }

  /** Checks it now, and again later. */
  let keptRunning: (() => Promise<void>) | undefined
  let timer: NodeJS.Timeout | undefined

  const { socket, connection } = await withStartLock(async () => {
    await joinOrStart()
    const socket = socketFolder(cluster.folder)
    const connection = {
      host: socket.path,
      port: 5432,
      user: databaseUser,
      database: databaseName,
      ssl: false as const,
    }
    await ensureDatabase(connection)
    return { socket, connection }
  }).catch((error: unknown) => {
    clients.leave()
    throw error
  })

  let starting: Promise<void> | null = null
  let closing: Promise<void> | null = null

  async function ensureRunning() {
    if (closing) throw new Error('The private PostgreSQL has been closed.')
    if (clusterState(cluster.folder).is === 'ready') return
    starting ??= withStartLock(joinOrStart).finally(() => {
      starting = null
    })
    await starting
  }

  async function close() {
    keptRunning = undefined
    clearTimeout(timer)
    await starting?.catch(() => {})
    const state = clusterState(cluster.folder)
    const { wasLast } = clients.leave()
    socket.close()
    if (!wasLast || state.is === 'absent') return
    const timeout = pause(shutdownTimeoutMs, 'timeout', { ref: false })
    if ((await Promise.race([untilStopped(cluster.folder, state.pid), timeout])) === 'timeout') {
      log('PostgreSQL is still shutting down and continues in the background.')
    }
  }

  return {
    connection,
    ensureRunning,
    keepRunning() {
      const checkAfter = (ms: number) => {
        clearTimeout(timer)
        timer = setTimeout(() => void keptRunning?.(), ms)
      }
      keptRunning = async () => {
        const nextMs = await ensureRunning().then(
          () => checkMs,
          (error: Error) => {
            log(`PostgreSQL cannot be started again: ${error.message}`)
            return retryMs
          },
        )
        if (keptRunning) checkAfter(nextMs)
      }
      checkAfter(checkMs)
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}

async function ensureDatabase(connection: PrivatePostgres['connection']) {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  client.on('error', () => {}) // The pending query rejects with the same error.
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [databaseName])
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}

/**
 * The folder in which clients find the Unix socket. Where the path would be too long, it goes through a descriptor of
 * this process in /proc, so that child processes can use it too.
 */
function socketFolder(folder: string): { path: string; close(): void } {
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= socketPathMaxBytes)
    return { path: folder, close: () => {} }
  if (process.platform !== 'linux') {
    throw new CannotStart(
      `The path of the data directory is too long for this system: ${folder}. Choose a shorter DATA_DIR.`,
    )
  }
  const fd = openSync(folder, 'r')
  return { path: `/proc/${process.pid}/fd/${fd}`, close: () => closeSync(fd) }
}

function rotateLog(logFile: string) {
  if (existsSync(logFile) && statSync(logFile).size > logMaxBytes) renameSync(logFile, `${logFile}.old`)
}
