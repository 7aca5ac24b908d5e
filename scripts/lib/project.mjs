import { execFile, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json, with a trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs a program in the root folder, with node_modules/.bin first in PATH, and streams its output.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, isLowPriority?: boolean, timeoutMs?: number, onError?: (text: string) => void }} [options]
 *   quiet: only errors; isLowPriority: others come first where cores are short;
 *   onError gets a copy of what goes to standard error.
 * @returns {Promise<number>} the exit code; 127 when the program does not exist, 128 and the number of the signal when it was killed.
 */
export function run(
  command,
  args,
  { env = {}, quiet = false, isLowPriority = false, timeoutMs, onError } = {},
) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, PATH: path, ...env },
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', onError ? 'pipe' : 'inherit'],
      shell: process.platform === 'win32',
      timeout: timeoutMs,
    })
    if (isLowPriority && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    child.stderr?.on('data', (chunk) => {
      process.stderr.write(chunk)
      onError?.(String(chunk))
    })
    child.once('error', () => resolve(127))
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

/**
 * Runs a program in the root folder and waits for its end, whatever its exit code.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ timeoutMs: number }} options
 * @returns {Promise<string>} what it printed to standard output.
 */
export function runForOutput(command, args, { timeoutMs }) {
  return new Promise((resolve) => {
    const options = { cwd: root, timeout: timeoutMs, maxBuffer: 64e6, shell: process.platform === 'win32' }
    execFile(command, args, options, (_error, output) => resolve(output))
  })
}

/** Exits with code 1 and a message instead of a stack trace. */
export function exitWith(message) {
  console.error(message)
  process.exit(1)
}
