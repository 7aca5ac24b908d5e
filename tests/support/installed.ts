import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/** Programs of the system are not always in the PATH of a user. */
const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']

/** The path of a program that may be installed on this machine; null where it is not. */
export function findProgram(name: string): string | null {
  for (const folder of folders) {
    const path = join(folder, name)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {}
  }
  return null
}

/** Prints why tests are skipped. @returns whether the program is missing, for `skipIf`. */
export function isMissing(name: string): boolean {
  if (findProgram(name)) return false
  process.stdout.write(`Skipped, because ${name} is not installed (apt-get install ${name}).\n`)
  return true
}
