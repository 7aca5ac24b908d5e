import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program that ended with another code than 0. */
export class Failed extends Error {}

/** The lines of a failed program that are shown: compilers say the most important last or first. */
const linesShown = 40

/** Whether a program is in the PATH. */
export const has = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/**
 * Runs a program in a folder.
 *
 * @returns the last line that it printed.
 * @throws Failed with its output, if it fails.
 */
export function runIn(
  cwd: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env } })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed += String(part)))
    child.on('error', reject)
    child.on('close', (code) => {
      const lines = printed.trim().split('\n')
      if (code === 0) resolve(lines.at(-1) ?? '')
      else reject(new Failed([`${program} ended with ${code}:`, ...lines.slice(-linesShown)].join('\n')))
    })
  })
}
