import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { takeLock } from './lock-file.ts'
import { postgresAccount, preparePostgres } from './postgres-binaries.ts'
import {
  type ClusterPlace,
  checkedOwner,
  clusterState,
  createCluster,
  databaseUser,
  ended,
  startCluster,
  stopCluster,
} from './postgres-cluster.ts'
import { joinUsers } from './postgres-users.ts'

export type PrivatePostgres = {
  /** How to reach it, for pg. Good until `close`, also across a restart by `ensureRunning`. */
  connection: { host: string; port: number; user: string; database: string; ssl: false }
  /** Starts PostgreSQL again if it has died. Costs next to nothing while it runs; may be called at any moment. */
  ensureRunning(): Promise<void>
  /** Lets go of it. The last user waits here until PostgreSQL has written everything down and ended. */
  close(): Promise<void>
}

const pollMs = 5
const databaseName = 'folkmoot'
/** Where the database's own messages go on from the start once there are more. */
const largestLogBytes = 1_000_000
/** A socket's path may have so many bytes. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103
/** A cluster that nobody watches any more is only met after somebody killed its watcher. */
const watcherPatienceMs = 2000
/** What PostgreSQL may take to write down what it has in memory. */
const shutdownPatienceMs = 60_000

/**
 * Starts the PostgreSQL in `<dataDir>/postgres`, or joins it when another process of ours has it running already.
 * It is made on the first start, listens on a socket in its own closed folder and on no port, and ends with the last
 * process that uses it, however that process ends.
 *
 * @param options.log receives sentences for the owner of the site.
 * @param options.disposable for tests: faster, and nothing survives a power cut.
 * @throws Error with a sentence for the owner of the site when it cannot run here.
 */
export async function startPrivatePostgres(options: {
  dataDir: string
  log?: (line: string) => void
  disposable?: boolean
}): Promise<PrivatePostgres> {
  const { log = () => {}, disposable = false } = options
  if (process.platform === 'win32') {
    throw new Error(
      'The private PostgreSQL runs on Linux and macOS. On Windows use WSL, or set DATABASE_URL.',
    )
  }
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const account = postgresAccount()
  const place: ClusterPlace = {
    folder: join(dataDir, 'postgres'),
    logFile: join(dataDir, 'postgres.log'),
    account,
    binaries: preparePostgres(account, dataDir),
  }
  const lockFile = join(dataDir, 'postgres.lock')
  const users = joinUsers(join(dataDir, 'users.fifo'))

  /** Only one process at a time may find out what is there and change it. */
  async function locked<T>(action: () => Promise<T>): Promise<T> {
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

  async function bringUp() {
    place.account = checkedOwner(place)
    for (;;) {
      const state = clusterState(place.folder)
      if (state.is === 'ready') {
        const giveUpAt = Date.now() + watcherPatienceMs
        if (await users.isWatched(() => Date.now() > giveUpAt || clusterState(place.folder).is !== 'ready'))
          return
        if (clusterState(place.folder).is === 'ready') await stopCluster(place.folder, state.pid)
      } else if (state.is === 'absent') {
        if (!existsSync(place.folder)) log(`Making a new database in ${place.folder}`)
        const isNew = await createCluster(place, { disposable })
        turnOverLog(place.logFile)
        await startCluster(place, users.path, { disposable })
        if (isNew) log('The database is ready')
        return
      } else {
        await pause(pollMs)
      }
    }
  }

  const { socket, connection } = await locked(async () => {
    await bringUp()
    const socket = socketFolder(place.folder)
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
    users.leave()
    throw error
  })

  let starting: Promise<void> | null = null
  let closing: Promise<void> | null = null

  async function close() {
    await starting?.catch(() => {})
    const state = clusterState(place.folder)
    const { wasLast } = users.leave()
    socket.close()
    if (!wasLast || state.is === 'absent') return
    const patience = pause(shutdownPatienceMs, 'impatient', { ref: false })
    if ((await Promise.race([ended(place.folder, state.pid), patience])) === 'impatient') {
      log('PostgreSQL is still busy ending. It goes on by itself.')
    }
  }

  return {
    connection,
    async ensureRunning() {
      if (closing) throw new Error('The private PostgreSQL has been closed.')
      if (clusterState(place.folder).is === 'ready') return
      starting ??= locked(bringUp).finally(() => {
        starting = null
      })
      await starting
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}

async function ensureDatabase(connection: PrivatePostgres['connection']) {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  client.on('error', () => {}) // Its query fails with the same error.
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [databaseName])
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}

/**
 * Where clients find the socket. Its path must be short; a longer one is reached through a descriptor of its folder,
 * by the number of this process, so that processes started from here can use it too.
 */
function socketFolder(folder: string): { path: string; close(): void } {
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= longestSocketPath)
    return { path: folder, close: () => {} }
  if (process.platform !== 'linux') {
    throw new Error(
      `The path of the data directory is too long for this system: ${folder}. Choose a shorter DATA_DIR.`,
    )
  }
  const fd = openSync(folder, 'r')
  return { path: `/proc/${process.pid}/fd/${fd}`, close: () => closeSync(fd) }
}

function turnOverLog(logFile: string) {
  if (existsSync(logFile) && statSync(logFile).size > largestLogBytes) renameSync(logFile, `${logFile}.old`)
}
