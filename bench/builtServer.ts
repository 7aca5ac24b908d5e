import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

export interface BuiltServer {
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

/** Without the settings of the user, which would influence the results. */
const plainEnvironment = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' }

/** The flags of Node.js with which `npm start` of a version runs the server; early versions have none. */
async function flagsOfStart(root: string): Promise<readonly string[]> {
  const file = join(root, 'scripts/lib/heap.mjs')
  if (!existsSync(file)) return []
  const { heapFlags } = await import(/* @vite-ignore */ pathToFileURL(file).href)
  return heapFlags({})
}

/**
 * Starts the built server, as `npm start` does, on a free port and without rate limits. It is killed when this process exits.
 *
 * @param environment further environment variables.
 * @param root of the built version; by default, this one.
 * @throws Error with the output of the server when it does not start.
 */
export async function startBuiltServer(
  dataDir: string,
  environment: Record<string, string>,
  root = process.cwd(),
): Promise<BuiltServer> {
  const flags = await flagsOfStart(root)
  const child = spawn(process.execPath, [...flags, join(root, 'dist/server/main.js')], {
    cwd: dataDir,
    env: { ...plainEnvironment, DATA_DIR: dataDir, PORT: '0', RATE_LIMITS: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  const ended = once(child, 'exit')
  process.once('exit', () => child.kill('SIGKILL'))
  child.stderr.on('data', (part) => output.push(String(part)))
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line)
      const announcedPort = /running at http:\/\/[^:]+:(\d+)/.exec(line)?.[1]
      if (announcedPort) resolve(Number(announcedPort))
    })
    child.once('exit', () => reject(new Error(`The server does not start:\n${output.join('\n')}`)))
  })
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/**
 * Runs the built command line.
 *
 * @param watch is called every 50 ms while the command runs.
 * @param root of the built version; by default, this one.
 * @returns its output.
 */
export async function runBuiltCommand(
  dataDir: string,
  args: readonly string[],
  watch: (pid: number) => void,
  root = process.cwd(),
): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'dist/server/cli.js'), ...args], {
    cwd: dataDir,
    env: { ...plainEnvironment, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(String(part)))
  const timer = setInterval(() => watch(child.pid ?? 0), 50)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  if (code !== 0) throw new Error(`The command failed:\n${output.join('')}`)
  return output.join('')
}
