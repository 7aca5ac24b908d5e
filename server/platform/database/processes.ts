import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const hasProc = process.platform === 'linux'

/** Changes at every boot, so that a process id from before a restart never matches a current process. */
const bootId = hasProc ? readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim() : ''

/**
 * The start time of a process, as an opaque text that differs for every later process with the same id.
 *
 * @returns null when there is no such process. Zombies count as dead, because in containers nobody may reap them.
 */
export function birthOfProcess(pid: number): string | null {
  if (!hasProc) return birthByPs(pid)
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The process name, in parentheses, may contain spaces and parentheses itself, so count the fields after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : `${bootId}:${fields[19]}`
  } catch {
    return null
  }
}

/** Running processes of all accounts whose command line contains `text`. */
export function processesMentioning(text: string): { pid: number; command: string }[] {
  const all = hasProc ? commandsByProc() : commandsByPs()
  return all.filter(({ command }) => command.includes(text))
}

/** The command line of a running process, of any account; arguments are separated by spaces. @returns null for none. */
export function commandOfProcess(pid: number): string | null {
  if (!hasProc) return commandsByPs().find((other) => other.pid === pid)?.command ?? null
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') || null
  } catch {
    return null
  }
}

function commandsByProc() {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((name) => {
    const command = commandOfProcess(Number(name))
    return command ? [{ pid: Number(name), command }] : []
  })
}

function commandsByPs() {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, state, command] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return command && !state?.startsWith('Z') ? [{ pid: Number(pid), command }] : []
  })
}

function birthByPs(pid: number): string | null {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return line === '' || line.startsWith('Z') ? null : line.replace(/^\S+\s+/, '')
  } catch {
    return null
  }
}
