import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fieldsOf } from '../../../contract/objects.ts'
import { errorCode } from '../errors.ts'
import { birthOfProcess } from './processes.ts'

export type HeldLock = { release(): void }

/**
 * Takes a lock file without waiting. The file names its holder by process id and start time, so the lock of a killed
 * process counts as free, even when another process has the same id by now.
 *
 * @returns the lock, or the id of the process that holds it, and whether the file is a copy of the one that it holds.
 */
export function takeLock(path: string): HeldLock | { heldBy: number; isCopy: boolean } {
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, '', { mode: 0o600 })
  const ownContent = JSON.stringify({
    pid: process.pid,
    birth: birthOfProcess(process.pid),
    id: randomUUID(),
    file: fileId(draft),
  })
  writeFileSync(draft, ownContent)
  try {
    for (;;) {
      // A hard link is atomic: the lock file appears with its whole content or not at all.
      if (tryLink(draft, path)) return { release: () => removeIfUnchanged(path, ownContent) }
      const content = readFileOrNull(path)
      if (content === null) continue
      const holder = parseHolder(content)
      if (holder && birthOfProcess(holder.pid) === holder.birth)
        return { heldBy: holder.pid, isCopy: holder.file !== undefined && holder.file !== fileId(path) }
      removeIfUnchanged(path, content)
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes the lock file if it still has this content. If another process has taken the lock meanwhile, puts it back. */
function removeIfUnchanged(path: string, content: string) {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (readFileOrNull(aside) !== content) tryLink(aside, path)
  rmSync(aside, { force: true })
}

/** @returns false when `to` exists already. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

function readFileOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** Identifies the file: different for a copy, the same for another name. */
function fileId(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && `${stats.dev}-${stats.ino}`
}

function parseHolder(content: string): { pid: number; birth: string; file: unknown } | null {
  try {
    const { pid, birth, file } = fieldsOf(JSON.parse(content))
    return typeof pid === 'number' && typeof birth === 'string' ? { pid, birth, file } : null
  } catch {
    return null
  }
}
