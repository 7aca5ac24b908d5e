import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** `server`: the process of the forum. The others concern the private PostgreSQL, or the disk that both write to. */
export const faults = [
  'server',
  'postmaster',
  'backend',
  'all',
  'stalled database',
  'full disk',
  'server clock',
] as const
export type Fault = (typeof faults)[number]

const stallMs = 3000
const fullDiskMs = 2000
/** Ahead, and then behind what PostgreSQL says. */
const clockOffsets = ['+1h', '-1h'] as const
const clockMs = 1500

/** Causes the fault. Resolves when it is over; what was killed stays dead. */
export async function bringAbout(fault: Fault, forum: { serverPid: number; dataDir: string }): Promise<void> {
  const postmaster = postmasterOf(forum.dataDir)
  switch (fault) {
    case 'server':
      return kill([forum.serverPid])
    case 'postmaster':
      return kill([postmaster])
    case 'backend':
      return kill(childrenOf(postmaster, /\[local\]/).slice(0, 1))
    case 'all':
      return kill([forum.serverPid, postmaster, ...childrenOf(postmaster)])
    case 'stalled database': {
      const stopped = [postmaster, ...childrenOf(postmaster)]
      kill(stopped, 'SIGSTOP')
      await pause(stallMs)
      return kill(stopped, 'SIGCONT')
    }
    case 'full disk': {
      const filler = join(forum.dataDir, 'filler')
      const { bavail, bsize } = statfsSync(forum.dataDir)
      const block = Buffer.alloc(1 << 20)
      try {
        for (let left = bavail * bsize; left > 0; left -= block.length)
          writeFileSync(filler, left < block.length ? block.subarray(0, left) : block, { flag: 'a' })
      } catch {
        // Another process has taken the rest of the space.
      }
      await pause(fullDiskMs)
      rmSync(filler, { force: true })
      return
    }
    case 'server clock':
      for (const offset of clockOffsets) {
        writeFileSync(clockFileIn(forum.dataDir), offset)
        await pause(clockMs)
      }
      writeFileSync(clockFileIn(forum.dataDir), '+0')
  }
}

const clockFileIn = (dataDir: string) => join(dataDir, 'clock')

/** The library that moves the clock of one process, where the package `faketime` of the distribution is installed. */
export const findClockLibrary = (): string | undefined =>
  readdirSync('/usr/lib')
    .map((folder) => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
    .find((path) => existsSync(path))

/** What makes the clock of a server follow the fault. Timers do not depend on the time of day and are not affected. */
export function movableClock(library: string, dataDir: string): Record<string, string> {
  writeFileSync(clockFileIn(dataDir), '+0')
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clockFileIn(dataDir),
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}

function kill(pids: readonly number[], signal: NodeJS.Signals = 'SIGKILL'): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended on its own.
    }
}

const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

/** The processes that a process has started, as Linux lists them. @param title what their command line must have. */
export function childrenOf(parent: number, title = /./): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        // The name in brackets may have spaces; state and parent come after it.
        const afterName = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)
        return (
          afterName?.split(' ')[1] === String(parent) &&
          title.test(readFileSync(`/proc/${name}/cmdline`, 'utf8'))
        )
      } catch {
        return false
      }
    })
    .map(Number)
}
