import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '../../../server/platform/database/connection.ts'
import { startPrivatePostgres } from '../../../server/platform/database/privatePostgres.ts'
import { scratchRoot } from '../../support/cluster.ts'
import { takingWireIds } from '../../support/wireIds.ts'

const builtPrograms = fileURLToPath(new URL('../../../dist/server/', import.meta.url))

/** A server that has not stopped after this time is killed. */
const stopPatienceMs = 15_000

export interface Server {
  /** Without a slash at the end. */
  readonly url: string
  /** The server's database, for states that no call of the API can create. */
  readonly db: Database['db']
  isRunning(): boolean
  stop(): Promise<void>
}

/**
 * Starts the built server as an operator would, on a free port, with a database of its own and without rate limits.
 *
 * @param environment further settings, as in docs/configuration.md.
 * @param programs the folder of another build's programs.
 * @throws with the server's output when it does not start.
 */
export async function startServer(
  environment: Record<string, string> = {},
  programs = builtPrograms,
): Promise<Server> {
  const dataDir = await mkdtemp(join(scratchRoot(), 'folkmoot-browser-'))
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    // A busy machine must not refuse the guests of a test.
    OVERLOAD_DELAY_MS: '0',
    CAPTCHA: 'off',
    GUEST_CACHE_SECONDS: '0',
    // Links in tests point to hosts that must not be contacted.
    LINK_PREVIEWS: 'off',
    // A private address, from which the server refuses to fetch.
    TOR_EXIT_LIST_URL: 'http://localhost/exits',
    ...environment,
  }
  const child = spawn(process.execPath, [join(programs, 'main.js')], {
    cwd: dataDir,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async () => {
    await stopProcess(child)
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const url = await addressOf(child)
    // The private PostgreSQL that the server has started.
    const postgres = await startPrivatePostgres({ dataDir })
    const database = takingWireIds(openDatabase(postgres.connection, { connections: 1 }))
    return {
      url,
      db: database.db,
      isRunning: () => child.exitCode === null && child.signalCode === null,
      async stop() {
        await database.close()
        await postgres.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits for the line that contains the URL. */
async function addressOf(child: ChildProcess): Promise<string> {
  const printed: string[] = []
  child.stderr?.on('data', (chunk) => printed.push(String(chunk)))
  if (!child.stdout) throw new Error('The server prints nothing.')
  for await (const line of createInterface(child.stdout)) {
    printed.push(`${line}\n`)
    const address = /is running at (\S+)/.exec(line)?.[1]
    if (address) {
      // Drains the pipes: a full pipe would block the server.
      child.stdout.resume()
      return new URL(address).origin
    }
  }
  throw new Error(`The server did not start:\n${printed.join('')}`)
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  const patience = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs)
  child.kill('SIGTERM')
  await ended
  clearTimeout(patience)
}
