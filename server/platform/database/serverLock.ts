import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CannotStart } from './cannotStart.ts'
import { type HeldLock, takeLock } from './lockFile.ts'

/** Another server already uses this data directory. The message is for the operator. */
export class DataDirectoryInUse extends CannotStart {
  readonly pid: number

  constructor(dataDir: string, pid: number) {
    super(
      `Another Folkmoot server (process ${pid}) already uses the data directory ${dataDir}. ` +
        'Stop that one first, or give this one a directory of its own with DATA_DIR.',
    )
    this.name = 'DataDirectoryInUse'
    this.pid = pid
  }
}

/**
 * Makes this process the only server of a data directory until it releases the lock or exits, even by a kill.
 * Commands of the command line do not take this lock, so they work beside a running server.
 *
 * @throws CannotStart when the directory is a copy of one that is in use, DataDirectoryInUse when another running process holds the lock.
 */
export function acquireServerLock(dataDir: string): HeldLock {
  const directory = resolve(dataDir)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const lock = takeLock(join(directory, 'server.lock'))
  if ('heldBy' in lock && lock.isCopy)
    throw new CannotStart(
      `The data directory ${directory} was copied while the server (process ${lock.heldBy}) was running, so the database in it ` +
        'may be damaged. Stop the server and copy again. If the copy was made at one moment, as a snapshot of the file ' +
        `system is, delete ${join(directory, 'server.lock')} and start.`,
    )
  if ('heldBy' in lock) throw new DataDirectoryInUse(directory, lock.heldBy)
  return lock
}
