import { randomBytes } from 'node:crypto'
import { access, constants, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../errors.ts'

/**
 * Writes a trial file into a folder and deletes it. A folder that does not exist is not made: whether it could be is asked of the
 * nearest one above it.
 *
 * @throws the error of the file system, such as EACCES, EROFS, ENOSPC or ENOTDIR.
 */
export async function tryFolder(folder: string): Promise<void> {
  const isThere = await stat(folder).then(
    () => true,
    (error) => {
      if (errorCode(error) === 'ENOENT') return false
      throw error
    },
  )
  if (!isThere) return access(await nearestFolder(folder), constants.W_OK)
  const trial = join(folder, `.trial-${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(trial, 'A trial.', { flush: true, mode: 0o600 })
  } finally {
    await rm(trial, { force: true })
  }
}

async function nearestFolder(folder: string): Promise<string> {
  const above = dirname(folder)
  try {
    await stat(above)
    return above
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    return nearestFolder(above)
  }
}
