import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { runCommandLine } from '../../server/cli/run.ts'
import { openDatabase } from '../../server/platform/database/connection.ts'
import { type TestDatabase, testDatabase } from './postgres.ts'

export const addressOf = ({
  connection: { host, port, user, database: name },
}: Pick<TestDatabase, 'connection'>) =>
  `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host ?? '')}`

/** Starts a database and a folder for the tests of a file, which run commands in them. */
export async function startCommandLine() {
  const testing = await testDatabase()
  const database = openDatabase(testing.connection, { connections: 2 })
  const folder = mkdtempSync(join(tmpdir(), 'folkmoot-cli-'))
  afterAll(async () => {
    await database.close()
    await testing.drop()
    rmSync(folder, { recursive: true })
  })

  let members = 0
  /** Runs a command as in a shell, with these lines as standard input. */
  async function folkmoot(
    args: string,
    {
      input = [] as string[],
      environment = {},
      isInteractive = false,
      interrupted = new AbortController().signal,
    } = {},
  ) {
    const said: string[] = []
    const reported: string[] = []
    const answers = [...input]
    const exitCode = await runCommandLine(args.split(' ').filter(Boolean), {
      environment: { DATABASE_URL: addressOf(testing), ...environment },
      interrupted,
      terminal: {
        isInteractive,
        say: (line) => said.push(line),
        report: (line) => reported.push(line),
        showProgress: () => {},
        askSecret: async () => answers.shift() ?? '',
        readInput: async () => answers.join('\n'),
      },
    })
    return { exitCode, said: said.join('\n'), reported: reported.join('\n') }
  }
  async function newMember(facts: { deleted_at?: Date; password_hash?: string } = {}) {
    const username = `member${++members}`
    return database.db
      .insertInto('users')
      .values({ username, ...facts })
      .returning(['id', 'username'])
      .executeTakeFirstOrThrow()
  }
  const factsOf = (id: string) =>
    database.db
      .selectFrom('users')
      .where('id', '=', id)
      .select(['is_admin', 'password_hash'])
      .executeTakeFirstOrThrow()
  return { testing, database, folder, folkmoot, newMember, factsOf }
}
