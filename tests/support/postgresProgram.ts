import { createInterface } from 'node:readline'
import pg from 'pg'
import { startPrivatePostgres } from '../../server/platform/database/privatePostgres.ts'
import { acquireServerLock } from '../../server/platform/database/serverLock.ts'

/**
 * A program that uses the private PostgreSQL, for tests that kill it. Arguments: the data directory, and `server` to be
 * its server. It executes the commands on its input, and answers each with a line of JSON.
 */
const [dataDir = '', role] = process.argv.slice(2)

function say(answer: unknown) {
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}

try {
  if (role === 'server') acquireServerLock(dataDir)
  const postgres = await startPrivatePostgres({ dataDir })

  const ask = async (statement: string) => {
    const client = new pg.Client(postgres.connection)
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query(statement)
    await client.end()
    return rows
  }
  const abilities: Record<string, (rest: string) => Promise<unknown>> = {
    ask,
    heal: async (times) => {
      await Promise.all(Array.from({ length: Number(times) }, () => postgres.ensureRunning()))
      return 'healed'
    },
    keep: async () => {
      postgres.keepRunning()
      return 'kept'
    },
    close: async () => {
      await postgres.close()
      return 'closed'
    },
  }

  process.on('SIGINT', () => say('interrupted'))
  say('started')
  for await (const line of createInterface({ input: process.stdin })) {
    const [, name = '', rest = ''] = /^(\w+) ?(.*)$/.exec(line) ?? []
    say((await abilities[name]?.(rest).catch((error: Error) => ({ failed: error.message }))) ?? 'what?')
  }
} catch (error) {
  say({ failed: (error as Error).message })
  process.exitCode = 1
}
