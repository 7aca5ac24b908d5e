import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { birthOfProcess } from './processes.ts'

export type HeldLock = { release(): void }

/**
 * Takes a lock that a file stands for, without waiting. The file names its holder by number and time of birth, so
 * the lock of a killed process is free again, also when its number now belongs to somebody else.
 *
 * @returns the lock, or the number of the process that holds it.
 */
export function takeLock(path: string): HeldLock | { heldBy: number } {
  const mine = JSON.stringify({ pid: process.pid, birth: birthOfProcess(process.pid), id: randomUUID() })
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    for (;;) {
      // A link appears with its content or not at all: nobody ever reads half a lock.
      if (linked(draft, path)) return { release: () => removeIf(path, mine) }
      const theirs = readIfThere(path)
      if (theirs === null) continue
      const holder = parseHolder(theirs)
      if (holder && birthOfProcess(holder.pid) === holder.birth) return { heldBy: holder.pid }
      removeIf(path, theirs)
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes the lock if it still has this content; a fresher one of somebody who was quicker is put back. */
function removeIf(path: string, content: string) {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (readIfThere(aside) !== content) linked(aside, path)
  rmSync(aside, { force: true })
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function parseHolder(content: string): { pid: number; birth: string } | null {
  try {
    const { pid, birth } = JSON.parse(content) as Record<string, unknown>
    return typeof pid === 'number' && typeof birth === 'string' ? { pid, birth } : null
  } catch {
    return null
  }
}
