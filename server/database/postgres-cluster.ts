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
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Account, PostgresBinaries } from './postgres-binaries.ts'
import { clusterSettings } from './postgres-settings.ts'
import { commandOfProcess, processesMentioning } from './processes.ts'

/** The name of the superuser of the cluster, and of our database in it. */
export const databaseUser = 'folkmoot'

const pollMs = 5
/** How long processes of a killed PostgreSQL may take to notice by themselves that it is gone. */
const leftoverPatienceMs = 2000

export type ClusterPlace = {
  /** PostgreSQL's own data folder; it exists once `createCluster` has been through. */
  folder: string
  logFile: string
  account: Account
  binaries: PostgresBinaries
}

/**
 * Makes an empty cluster unless there is one. It is made beside its place and renamed into it, so a cluster that a
 * kill left half made is never taken for a whole one. The caller holds the starting lock.
 *
 * @throws Error with a sentence for the owner of the site when the cluster there is not ours to run.
 */
export async function createCluster(place: ClusterPlace, options: { disposable: boolean }) {
  const { folder, account, binaries } = place
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
    // Independent of the languages this machine happens to have.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(options.disposable ? ['--no-sync'] : []),
  ]
  await inFolder(draft, async (folderFd, path) => {
    const initdb = spawn(binaries.initdb, ['-D', path, ...flags], {
      ...runAs(account),
      stdio: ['ignore', 'pipe', 'pipe', folderFd],
    })
    await finished(initdb, 'initdb')
  })
  renameSync(draft, folder)
  return true
}

/**
 * The account that a cluster runs as: whoever owns it, so that a forum once started as root goes on as it began.
 *
 * @throws Error when it was made by another major version, or belongs to an account we cannot become.
 */
export function checkedOwner(place: ClusterPlace): Account {
  const { folder, account, binaries } = place
  if (!existsSync(folder)) return account
  const { uid, gid } = statSync(folder)
  const we = process.geteuid?.()
  if (we !== 0 && uid !== we) {
    throw new Error(
      `The database in ${folder} belongs to another user (number ${uid}). Start Folkmoot as that user.`,
    )
  }
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    if (readdirSync(folder).length === 0) return account
    throw new Error(
      `The folder ${folder} holds something that is not a PostgreSQL database. Move it away first.`,
    )
  }
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== binaries.majorVersion) {
    throw new Error(
      `The database in ${folder} was made by PostgreSQL ${version}, and this Folkmoot brings PostgreSQL ` +
        `${binaries.majorVersion}, which cannot read it. Export it with the Folkmoot that made it, then import it here.`,
    )
  }
  return we === 0 ? { uid, gid } : null
}

export type ClusterState = { is: 'ready' | 'starting' | 'stopping'; pid: number } | { is: 'absent' }

/** What PostgreSQL says about itself in its pid file, if the process named there is alive and really is it. */
export function clusterState(folder: string): ClusterState {
  const lines = readPidFile(folder)
  const pid = Number(lines?.[0])
  if (!lines || !pid || !commandOfProcess(pid)?.includes(clusterName(folder))) return { is: 'absent' }
  const status = lines[7]?.trim()
  return { is: status === 'ready' || status === 'stopping' ? status : 'starting', pid }
}

/**
 * Starts PostgreSQL and resolves when it answers. It stops by itself when no process holds `usersFifo` open any more:
 * the shell that started it reads there, and the end of the file is the end of the last user, killed or not.
 *
 * The data folder is handed over as a descriptor where that is possible. So it may lie below folders that PostgreSQL's
 * account may not enter, such as the home of root, and no mode of them has to change.
 */
export async function startCluster(place: ClusterPlace, usersFifo: string, options: { disposable: boolean }) {
  const { folder, account, binaries, logFile } = place
  await endLeftovers(folder)
  for (const name of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    rmSync(join(folder, name), { force: true })
  const chosen = {
    ...clusterSettings(options),
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: '.',
    cluster_name: clusterName(folder),
  }
  const flags = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(logFile, 'a', 0o600)
  const users = openSync(usersFifo, 'r')
  try {
    await inFolder(folder, async (folderFd, path) => {
      const shell = spawn('/bin/sh', ['-c', watchdog, 'sh', binaries.postgres, '-D', path, ...flags], {
        ...runAs(account),
        // A session of its own: Ctrl-C in the terminal is for the program, which may still have questions to ask.
        detached: true,
        stdio: [users, log, log, folderFd, 'pipe'],
      })
      shell.unref()
      await untilReady(shell, place)
    })
  } finally {
    closeSync(users)
    closeSync(log)
  }
}

/**
 * Runs PostgreSQL (`"$@"`), and ends it cleanly when the last user of the pipe on descriptor 0 is gone. Descriptor 4
 * stays open in PostgreSQL alone: its end tells the program that PostgreSQL has ended.
 */
const watchdog = `
trap '' INT HUP TERM
"$@" </dev/null &
exec 4>&-
cat >/dev/null 3<&-
kill -INT $!
wait $!`

async function untilReady(shell: ChildProcess, place: ClusterPlace) {
  let hasEnded = false
  const sign = shell.stdio[4] as Readable
  sign.once('close', () => {
    hasEnded = true
  })
  sign.resume()
  shell.once('error', () => {
    hasEnded = true
  })
  while (readPidFile(place.folder)?.[7]?.trim() !== 'ready') {
    if (hasEnded) {
      // The shell itself still waits for the last user.
      if (shell.pid) signal(-shell.pid, 'SIGKILL')
      throw startFailure(place)
    }
    await pause(pollMs)
  }
  sign.destroy()
}

function startFailure(place: ClusterPlace) {
  const lastLines = readFileSync(place.logFile, 'utf8').trimEnd().split('\n').slice(-10).join('\n')
  return new Error(`PostgreSQL does not start. The end of ${place.logFile}:\n${lastLines}`)
}

/** After a kill, PostgreSQL's helpers need a moment to notice; until then they own the shared memory. */
async function endLeftovers(folder: string) {
  const patienceEndsAt = Date.now() + leftoverPatienceMs
  for (;;) {
    const leftovers = processesMentioning(clusterName(folder)).filter(
      ({ command }) => !command.startsWith('/bin/sh'),
    )
    if (leftovers.length === 0) return
    if (Date.now() > patienceEndsAt) {
      // Safe without a parent: nothing they know is not also in the write-ahead log.
      for (const { pid } of leftovers) signal(pid, 'SIGKILL')
    }
    await pause(pollMs)
  }
}

/** Asks PostgreSQL to end at once but cleanly, and waits for it. */
export async function stopCluster(folder: string, pid: number) {
  signal(pid, 'SIGINT')
  await ended(folder, pid)
}

/** Waits until this PostgreSQL is gone. */
export async function ended(folder: string, pid: number) {
  while (commandOfProcess(pid)?.includes(clusterName(folder))) await pause(pollMs)
}

/**
 * Stands in the command line of every process of this cluster. Command lines can be read across accounts, the
 * working folder and the executable of a process only with rights that containers do not give even to root.
 */
function clusterName(folder: string): string {
  const { dev, ino } = statSync(folder)
  return `folkmoot-${dev}-${ino}`
}

function readPidFile(folder: string): string[] | null {
  try {
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Opens a folder for a child process that gets it as descriptor 3, and says by which path it finds it there. */
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

function finished(child: ChildProcess, name: string): Promise<void> {
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${name} failed:\n${output}`))))
  })
}

function refuseNamelessAccount() {
  try {
    userInfo()
  } catch (cause) {
    throw new Error(
      `The user number ${process.geteuid?.()} has no name on this machine, and PostgreSQL insists on one. ` +
        'Run Folkmoot as a named user, or set DATABASE_URL.',
      { cause },
    )
  }
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
