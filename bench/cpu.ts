import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

interface ProcessTimes {
  readonly parent: number
  /** User and system time of the process itself, in seconds. */
  readonly own: number
  /** The same of its children that have ended. */
  readonly ofEnded: number
}

/** @see man proc_pid_stat; the fields are counted behind the name, which may itself hold spaces. */
function timesOf(pid: number): ProcessTimes | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const sum = (...places: number[]) =>
      places.reduce((seconds, place) => seconds + (fields[place] ?? 0), 0) / ticksPerSecond
    return { parent: fields[1] ?? 0, own: sum(11, 12), ofEnded: sum(13, 14) }
  } catch {
    return null
  }
}

/** CPU seconds that one process has used so far, all of its threads together. */
export const processSeconds = (pid: number): number => timesOf(pid)?.own ?? 0

/** CPU seconds that the private PostgreSQL of a data directory has used so far, all of its processes together; 0 while it is off. */
export function postgresSeconds(dataDir: string): number {
  const file = join(dataDir, 'postgres/postmaster.pid')
  if (!existsSync(file)) return 0
  const pidFile = readFileSync(file, 'utf8')
  const postmaster = Number(pidFile.split('\n')[0])
  const main = timesOf(postmaster)
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times?.parent === postmaster)
  return children.reduce((sum, times) => sum + (times?.own ?? 0), (main?.own ?? 0) + (main?.ofEnded ?? 0))
}

/** The most memory that a process has held so far, in MB; 0 when it is gone. */
export function peakMemory(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Which parts of all CPU time, 0 to 1, were not there for the benchmark. */
export interface Disturbance {
  /** Given by the owner of the machine to others. */
  readonly steal: number
  /** Used by other programs on this machine. */
  readonly others: number
}

/**
 * Starts to watch who else uses the machine; the answer covers the time since.
 *
 * @param oursSeconds CPU time that belongs to the benchmark beyond this process and what it has started and seen end.
 */
export function watchDisturbance(oursSeconds: () => number): () => Disturbance {
  const read = () => {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
    const fields = line.split(/\s+/).slice(1, 9).map(Number)
    const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, softly = 0, stolen = 0] =
      fields
    const busy = user + nice + system + interrupts + softly
    const self = timesOf(process.pid)
    const ours = (self?.own ?? 0) + (self?.ofEnded ?? 0) + oursSeconds()
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
