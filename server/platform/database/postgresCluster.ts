import { type ChildProcess, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import type { Socket } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { errorCode } from '../errors.ts'
import { CannotStart } from './cannotStart.ts'
import type { Account, PostgresBinaries } from './postgresBinaries.ts'
import { type ClusterUse, clusterSettings } from './postgresSettings.ts'
import { commandOfProcess, processesMentioning } from './processes.ts'

/** The superuser of the cluster. */
export const databaseUser = 'folkmoot'

const pollMs = 5
/** How long child processes of a killed PostgreSQL may take to exit on their own. */
const orphanTimeoutMs = 2000

/** A cluster: the data folder of one PostgreSQL server, and how to run it. */
export type Cluster = {
  /** The data folder of PostgreSQL; `createCluster` creates it. */
  folder: string
  logFile: string
  account: Account
  binaries: PostgresBinaries
}

/**
 * Creates an empty cluster unless it exists. `initdb` runs in a temporary folder that is renamed afterwards, so a
 * cluster left incomplete by a kill is never used. The caller holds the start lock.
 *
 * @returns whether the cluster was created.
 * @throws Error with a message for the operator when PostgreSQL cannot run as this account.
 */
export async function createCluster(cluster: Cluster, options: { disposable: boolean }) {
  const { folder, account, binaries } = cluster
  if (existsSync(join(folder, 'PG_VERSION'))) return false
  if (!account) refuseNamelessAccount()
  const parent = join(folder, '..')
  for (const name of readdirSync(parent)) {
    if (name.startsWith('postgres.new'))
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 5 })
  }
  const draft = join(parent, `postgres.new-${process.pid}`)
  mkdirSync(draft, { mode: 0o700 })
  if (account) chownSync(draft, account.uid, account.gid)
  const flags = [
    `--username=${databaseUser}`,
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale=C',
    ...localeFlags(binaries),
    '--no-instructions',
    ...(options.disposable ? ['--no-sync'] : []),
  ]
  try {
    await inFolder(draft, async (folderFd, path) => {
      const initdb = spawn(binaries.initdb, ['-D', path, ...flags], {
        ...runAs(account),
        stdio: ['ignore', 'pipe', 'pipe', folderFd],
      })
      await exitOf(initdb, 'initdb')
    })
  } catch (error) {
    rmSync(draft, { recursive: true, force: true, maxRetries: 5 })
    throw fullDisk(error, folder)
  }
  renameSync(draft, folder)
  return true
}

/** PostgreSQL and initdb say only in their output that the disk is full. */
function fullDisk(error: unknown, folder: string): unknown {
  return error instanceof CannotStart && /No space left on device|Disk quota exceeded/.test(error.message)
    ? new CannotStart(`The disk of ${folder} is full. Free some space, and start again.`, { cause: error })
    : error
}

/** Order by code points, and letters of all scripts. PostgreSQL brings that locale since 17; before, it is the system's. */
function localeFlags({ majorVersion }: PostgresBinaries): string[] {
  if (Number(majorVersion) >= 17) return ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  return [`--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`]
}

/**
 * The account that a cluster must run as: the owner of its folder.
 *
 * @throws Error with a message for the operator when the cluster was created by another major version of PostgreSQL, or
 *   belongs to an account that we cannot run it as.
 */
export function clusterOwner(cluster: Cluster): Account {
  const { folder, account, binaries } = cluster
  if (!existsSync(folder)) return account
  const { uid, gid } = statSync(folder)
  const we = process.geteuid?.()
  if (we !== 0 && uid !== we) {
    throw new CannotStart(
      `The database in ${folder} belongs to another user (id ${uid}). Start Folkmoot as that user.`,
    )
  }
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    if (readdirSync(folder).length === 0) return account
    throw new CannotStart(
      `The folder ${folder} is not empty and not a PostgreSQL database. Move it away first.`,
    )
  }
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== binaries.majorVersion) {
    throw new CannotStart(
      `The database in ${folder} was created by PostgreSQL ${version}, and ${binaries.postgres} is PostgreSQL ` +
        `${binaries.majorVersion}, which cannot read it. Set POSTGRES_BINARIES to an installed PostgreSQL ${version}; to change ` +
        'the version, make a backup with the old one, and restore it into a new data directory with the new one.',
    )
  }
  if (we === 0 && uid === 0 && account) {
    throw new CannotStart(
      `The database in ${folder} belongs to root, and PostgreSQL does not run as root. A copy must keep the owner (cp -a). ` +
        `To fix it, run: chown -R ${account.uid}:${account.gid} ${folder}`,
    )
  }
  return we === 0 ? { uid, gid } : null
}

export type ClusterState = { is: 'ready' | 'starting' | 'stopping'; pid: number } | { is: 'absent' }

/** The state that PostgreSQL reports in its pid file; `absent` when that process is dead or another program. */
export function clusterState(folder: string): ClusterState {
  const lines = readPidFile(folder)
  const pid = Number(lines?.[0])
  if (!lines || !pid || !commandOfProcess(pid)?.includes(clusterName(folder))) return { is: 'absent' }
  const status = lines[7]?.trim()
  return { is: status === 'ready' || status === 'stopping' ? status : 'starting', pid }
}

/**
 * Starts PostgreSQL and resolves when it accepts connections. It stops on its own once no process holds
 * `clientsFifo` open: a watchdog shell reads from the pipe, and reaches its end when the last client has exited or
 * was killed.
 *
 * On Linux PostgreSQL receives its data folder as a file descriptor, so that the folder may lie below folders that
 * its account cannot enter, such as /root.
 *
 * @param onExit called when PostgreSQL has exited, for whatever reason; does not keep this process running.
 */
export async function startCluster(
  cluster: Cluster,
  clientsFifo: string,
  use: ClusterUse,
  onExit: () => void,
) {
  const { folder, account, binaries, logFile } = cluster
  await endOrphans(folder)
  for (const name of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    rmSync(join(folder, name), { force: true })
  const chosen = {
    ...clusterSettings(use),
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: '.',
    cluster_name: clusterName(folder),
  }
  const flags = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(logFile, 'a', 0o600)
  const clients = openSync(clientsFifo, 'r')
  try {
    await inFolder(folder, async (folderFd, path) => {
      const shell = spawn('/bin/sh', ['-c', watchdog, 'sh', binaries.postgres, '-D', path, ...flags], {
        ...runAs(account),
        // Own process group, so that Ctrl-C reaches only our program, which still needs the database to shut down.
        detached: true,
        stdio: [clients, log, log, folderFd, 'pipe'],
      })
      shell.unref()
      const exitPipe = await untilReady(shell, cluster)
      exitPipe.once('close', onExit)
      exitPipe.unref()
    })
  } finally {
    closeSync(clients)
    closeSync(log)
  }
}

/**
 * Runs PostgreSQL (`"$@"`) and shuts it down cleanly when `cat` reaches the end of the clients' pipe on descriptor 0.
 * Only PostgreSQL keeps descriptor 4 open, so its end tells our program that PostgreSQL has exited.
 */
const watchdog = `
trap '' INT HUP TERM
"$@" </dev/null &
exec 4>&-
cat >/dev/null 3<&-
kill -INT $!
wait $!`

/** @returns the pipe that ends when PostgreSQL exits. */
async function untilReady(shell: ChildProcess, cluster: Cluster): Promise<Socket> {
  let hasEnded = false
  const exitPipe = shell.stdio[4] as Socket
  exitPipe.once('close', () => {
    hasEnded = true
  })
  exitPipe.resume()
  shell.once('error', () => {
    hasEnded = true
  })
  while (readPidFile(cluster.folder)?.[7]?.trim() !== 'ready') {
    if (hasEnded) {
      // The shell itself would wait for the last client.
      if (shell.pid) signal(-shell.pid, 'SIGKILL')
      throw fullDisk(startFailure(cluster), cluster.folder)
    }
    await pause(pollMs)
  }
  return exitPipe
}

function startFailure(cluster: Cluster) {
  const lastLines = readFileSync(cluster.logFile, 'utf8').trimEnd().split('\n').slice(-10).join('\n')
  return new CannotStart(`PostgreSQL does not start. The end of ${cluster.logFile}:\n${lastLines}`)
}

/** Waits for the child processes of a killed PostgreSQL, which keep its shared memory, and kills them after a timeout. */
async function endOrphans(folder: string) {
  const deadline = Date.now() + orphanTimeoutMs
  for (;;) {
    const orphans = processesMentioning(clusterName(folder)).filter(
      ({ command }) => !command.startsWith('/bin/sh'),
    )
    if (orphans.length === 0) return
    if (Date.now() > deadline) {
      // Loses nothing: all committed changes are in the write-ahead log.
      for (const { pid } of orphans) signal(pid, 'SIGKILL')
    }
    await pause(pollMs)
  }
}

/** Performs a fast shutdown of PostgreSQL: it disconnects its clients and writes everything to disk. */
export async function stopCluster(folder: string, pid: number) {
  signal(pid, 'SIGINT')
  await untilStopped(folder, pid)
}

/** Resolves when this PostgreSQL has exited. */
export async function untilStopped(folder: string, pid: number) {
  while (commandOfProcess(pid)?.includes(clusterName(folder))) await pause(pollMs)
}

/**
 * Identifies the processes of this cluster by their command line. Command lines are readable across accounts; the
 * working directory and the executable of a process need rights that containers deny even to root.
 */
function clusterName(folder: string): string {
  const { dev, ino } = statSync(folder)
  return `folkmoot-${dev}-${ino}`
}

function readPidFile(folder: string): string[] | null {
  try {
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** Opens a folder that the child process inherits as descriptor 3, and calls `run` with the path by which it finds it. */
async function inFolder(folder: string, run: (folderFd: number, path: string) => Promise<void>) {
  const folderFd = openSync(folder, 'r')
  try {
    await run(folderFd, process.platform === 'linux' ? '/proc/self/fd/3' : folder)
  } finally {
    closeSync(folderFd)
  }
}

function runAs(account: Account) {
  return { ...account, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } }
}

/** @throws Error with the output when the child exits with another code than 0. */
function exitOf(child: ChildProcess, name: string): Promise<void> {
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new CannotStart(`${name} failed:\n${output}`)),
    )
  })
}

function refuseNamelessAccount() {
  try {
    userInfo()
  } catch (cause) {
    throw new CannotStart(
      `The user with the id ${process.geteuid?.()} has no name on this machine, and PostgreSQL requires one. ` +
        'Start Folkmoot as a user with a name, or set DATABASE_URL.',
      { cause },
    )
  }
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}
