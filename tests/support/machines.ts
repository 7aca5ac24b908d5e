import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, onTestFinished } from 'vitest'
import { runCommandLine } from '../../server/cli/run.ts'
import { scratchRoot } from './cluster.ts'
import { addressOf } from './commandLine.ts'
import { emptyDatabase, type TestDatabase } from './postgres.ts'

/** Makes a folder for the machines of a file, which do not have a forum yet. */
export async function startMachines() {
  const folder = await mkdtemp(join(scratchRoot(), 'folkmoot-backup-commands-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** An empty database and an empty data directory, with their environment variables. */
  async function machine() {
    const store = await emptyDatabase()
    const dataDir = await mkdtemp(join(folder, 'data-'))
    onTestFinished(() => store.drop())
    return { store, dataDir, environment: { DATABASE_URL: addressOf(store), DATA_DIR: dataDir } }
  }
  return { folder, machine }
}

/**
 * Runs a command on a machine.
 *
 * @param options.interruptedAt the text of the progress line at which Ctrl-C is pressed.
 */
export async function folkmootOn(
  args: string,
  environment: Record<string, string>,
  { interruptedAt }: { interruptedAt?: string } = {},
) {
  const lines: string[] = []
  const interruption = new AbortController()
  const exitCode = await runCommandLine(args.split(' '), {
    environment,
    interrupted: interruption.signal,
    terminal: {
      isInteractive: false,
      say: (line) => lines.push(line),
      report: (line) => lines.push(line),
      showProgress: (line) => {
        if (interruptedAt && line.includes(interruptedAt)) interruption.abort(new Error('Interrupted.'))
      },
      askSecret: async () => '',
      readInput: async () => '',
    },
  })
  return { exitCode, output: lines.join('\n') }
}

export async function query<Row>({ connection }: Pick<TestDatabase, 'connection'>, text: string) {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows as Row[]
}
