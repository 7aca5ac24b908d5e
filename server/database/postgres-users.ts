import { execFileSync } from 'node:child_process'
import { closeSync, constants, existsSync, openSync, readSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Everybody who uses the cluster holds this pipe open for writing. The system closes it for those who are killed, so
 * nobody has to count. A pipe and not a number in a file, because a number would survive a crash.
 */
export type UsersPipe = {
  path: string
  /** Says whether somebody reads the pipe, so that our end will be noticed. Waits until that or `giveUp` is true. */
  isWatched(giveUp: () => boolean): Promise<boolean>
  /** Lets go of the pipe and says whether nobody else holds it. */
  leave(): { wasLast: boolean }
}

/** More than any pipe holds (16 memory pages, of up to 64 KiB). */
const moreThanAPipeHolds = 17 * 65_536

export function joinUsers(path: string): UsersPipe {
  if (!existsSync(path)) makePipe(path)
  // Read-write, because opening only for writing fails while nobody reads yet.
  const held = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  return {
    path,
    // Somebody who had read the end of the pipe just before we opened it would stop the cluster under our feet, and
    // nothing in the system tells that moment. But what a pipe cannot hold can only be written if it is being read.
    async isWatched(giveUp) {
      const chunk = Buffer.alloc(65_536)
      for (let left = moreThanAPipeHolds; left > 0; ) {
        const written = writeNow(held, chunk)
        left -= written
        if (written > 0) continue
        if (giveUp()) return false
        await pause(1)
      }
      return true
    },
    leave() {
      const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
      closeSync(held)
      try {
        // Reading finds the end of the pipe when there is no writer, and "try again" when there is one.
        return { wasLast: readSync(reader, Buffer.alloc(1)) === 0 }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return { wasLast: false }
        throw error
      } finally {
        closeSync(reader)
      }
    },
  }
}

/** @returns how many bytes went in without waiting. */
function writeNow(fd: number, chunk: Buffer): number {
  try {
    return writeSync(fd, chunk)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0
    throw error
  }
}

/** Node cannot make a named pipe by itself. */
function makePipe(path: string) {
  try {
    execFileSync('mkfifo', ['-m', '600', path], { stdio: 'pipe' })
  } catch (error) {
    if (!existsSync(path)) throw error // else another process was quicker
  }
}
