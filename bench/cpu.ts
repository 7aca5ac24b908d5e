import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

interface ProcessTimes {
  readonly parent: number
  /** User and system time of the process itself, in seconds. */
  readonly own: number
  /** The same of its children that have exited. */
  readonly ofExited: number
}

/** @see man proc_pid_stat; fields are counted after the process name, which may contain spaces itself. */
function timesOf(pid: number): ProcessTimes | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const sum = (...indexes: number[]) =>
      indexes.reduce((seconds, index) => seconds + (fields[index] ?? 0), 0) / ticksPerSecond
    return { parent: fields[1] ?? 0, own: sum(11, 12), ofExited: sum(13, 14) }
  } catch {
    return null
  }
}

/** CPU seconds that a process has used so far, all threads together. */
export const processSeconds = (pid: number): number => timesOf(pid)?.own ?? 0

/** The process and its running children. */
const withChildren = (pid: number): number[] => [
  pid,
  ...readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && timesOf(Number(name))?.parent === pid)
    .map(Number),
]

/** The first process of a private PostgreSQL; null when it does not run. */
function postmasterOf(dataDir: string): number | null {
  const file = join(dataDir, 'postgres/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null
}

/** CPU seconds that a server has used so far with its workers; processes that have ended are not counted. */
export const serverSeconds = (pid: number): number =>
  withChildren(pid).reduce((sum, one) => sum + processSeconds(one), 0)

/** CPU seconds that all processes of a private PostgreSQL have used so far; 0 when it does not run. */
export function postgresSeconds(dataDir: string): number {
  const postmaster = postmasterOf(dataDir)
  return postmaster === null ? 0 : serverSeconds(postmaster) + (timesOf(postmaster)?.ofExited ?? 0)
}

/** A clock that runs while a server or its private PostgreSQL computes, in milliseconds. It knows the processes of now. */
export function computingClock(pid: number, dataDir: string): () => number {
  const postmaster = postmasterOf(dataDir)
  const pids = [...withChildren(pid), ...(postmaster === null ? [] : withChildren(postmaster))]
  return () => pids.reduce((sum, one) => sum + nanosecondsOf(one), 0) / 1e6
}

/** @see man proc_pid_schedstat: the first number is the time on a processor, of each thread. */
function nanosecondsOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.reduce(
      (sum, thread) =>
        sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]),
      0,
    )
  } catch {
    return 0
  }
}

/** Memory in MB of processes that run now, with what they share counted once (PSS). */
export interface Memory {
  readonly server: number
  readonly database: number
}

/** The memory of a server with its workers, and of its private PostgreSQL. */
export function memoryOf(pid: number, dataDir: string): Memory {
  const postmaster = postmasterOf(dataDir)
  const sum = (pids: readonly number[]) => pids.reduce((total, one) => total + proportionalMemory(one), 0)
  return { server: sum(withChildren(pid)), database: postmaster === null ? 0 : sum(withChildren(postmaster)) }
}

/** @see man proc_pid_smaps; 0 when the process has exited or may not be read. */
function proportionalMemory(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Resets the peak resident memory of a process to its current use. @see man proc_pid_clear_refs */
export const resetPeakMemory = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** `resetPeakMemory` for a server and its workers. The watchdog of PostgreSQL, another child, may belong to another user. */
export function resetPeakOfServer(pid: number): void {
  for (const one of withChildren(pid))
    try {
      resetPeakMemory(one)
    } catch {
      // It has ended, or belongs to another user; it uses little memory.
    }
}

/** Peak resident memory of a server with its workers in MB. Shared memory is counted for each of them. */
export const peakOfServer = (pid: number): number =>
  withChildren(pid).reduce((sum, one) => sum + peakMemory(one), 0)

/** Peak resident memory of a process in MB; 0 when it has exited. */
export function peakMemory(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Shares of the CPU time of the machine, 0 to 1, that were not available to the benchmark. */
export interface Disturbance {
  /** Used by other virtual machines (steal time). */
  readonly steal: number
  /** Used by other programs on this machine. */
  readonly others: number
}

/**
 * Starts measuring the disturbance; the returned function measures it since then.
 *
 * @param oursSeconds CPU seconds of processes that belong to the benchmark, besides this one and its exited children.
 */
export function watchDisturbance(oursSeconds: () => number): () => Disturbance {
  const read = () => {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
    const fields = line.split(/\s+/).slice(1, 9).map(Number)
    const [
      user = 0,
      nice = 0,
      system = 0,
      idle = 0,
      waiting = 0,
      interrupts = 0,
      softInterrupts = 0,
      stolen = 0,
    ] = fields
    const busy = user + nice + system + interrupts + softInterrupts
    const self = timesOf(process.pid)
    const ours = (self?.own ?? 0) + (self?.ofExited ?? 0) + oursSeconds()
    return { stolen, busy, ours: ours * ticksPerSecond, all: busy + idle + waiting + stolen }
  }
  const before = read()
  return () => {
    const now = read()
    const all = Math.max(1, now.all - before.all)
    const others = now.busy - before.busy - (now.ours - before.ours)
    return { steal: (now.stolen - before.stolen) / all, others: Math.max(0, others) / all }
  }
}
