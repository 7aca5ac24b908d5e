import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const hasProc = process.platform === 'linux'

/** Numbers the boots of a Linux machine, so that a process of before a restart is never mistaken for one of now. */
const bootId = hasProc ? readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim() : ''

/**
 * When the process was born, as text that no later process with the same number can share, or null when there
 * is no such process. A zombie is dead: where process 1 does not reap orphans it would otherwise live for ever.
 */
export function birthOfProcess(pid: number): string | null {
  if (!hasProc) return birthByPs(pid)
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses may itself hold spaces and parentheses; the fields are counted behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : `${bootId}:${fields[19]}`
  } catch {
    return null
  }
}

/** Numbers of the living processes with `text` in their command line, from all accounts. */
export function processesMentioning(text: string): { pid: number; command: string }[] {
  const all = hasProc ? commandsByProc() : commandsByPs()
  return all.filter(({ command }) => command.includes(text))
}

/** The command line of a living process, words divided by spaces, or null. Readable across accounts. */
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
