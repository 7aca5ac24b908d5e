import { execFileSync } from 'node:child_process'
import { closeSync, constants, existsSync, openSync, readSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { errorCode } from '../errors.ts'

/**
 * A named pipe that every client process of the cluster keeps open for writing; the watchdog reads it. The system
 * closes the pipe for killed processes. A reference count in a file would survive a crash and be wrong afterwards.
 */
export type ClientsPipe = {
  path: string
  /** Resolves to true once the watchdog reads the pipe, so that it will notice our exit; to false once `cancelled()`. */
  isWatched(cancelled: () => boolean): Promise<boolean>
  /** Closes the pipe. @returns whether this was the last client. */
  leave(): { wasLast: boolean }
}

/** More than the capacity of any pipe: 16 memory pages of up to 64 KiB. */
const overPipeCapacityBytes = 17 * 65_536

/** Registers this process as a client of the cluster. */
export function joinClients(path: string): ClientsPipe {
  if (!existsSync(path)) createPipe(path)
  // Read-write, because opening only for writing fails while nobody reads yet.
  const held = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  return {
    path,
    // A watchdog that reached the end of the pipe just before we opened it is about to stop the cluster, and no system
    // call reveals that. But more than the capacity of a pipe can be written only while someone reads it.
    async isWatched(cancelled) {
      const chunk = Buffer.alloc(65_536)
      for (let left = overPipeCapacityBytes; left > 0; ) {
        const written = writeWithoutBlocking(held, chunk)
        left -= written
        if (written > 0) continue
        if (cancelled()) return false
        await pause(1)
      }
      return true
    },
    leave() {
      const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
      closeSync(held)
      try {
        // Reading returns the end of the file when there is no writer, and EAGAIN when there is one.
        return { wasLast: readSync(reader, Buffer.alloc(1)) === 0 }
      } catch (error) {
        if (errorCode(error) === 'EAGAIN') return { wasLast: false }
        throw error
      } finally {
        closeSync(reader)
      }
    },
  }
}

/** @returns the number of bytes written, 0 when the pipe is full. */
function writeWithoutBlocking(fd: number, chunk: Buffer): number {
  try {
    return writeSync(fd, chunk)
  } catch (error) {
    if (errorCode(error) === 'EAGAIN') return 0
    throw error
  }
}

/** Node has no function for this. */
function createPipe(path: string) {
  try {
    execFileSync('mkfifo', ['-m', '600', path], { stdio: 'pipe' })
  } catch (error) {
    if (!existsSync(path)) throw error // else another process has created it first
  }
}
