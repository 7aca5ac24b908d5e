import type { ClientConfig } from 'pg'
import { runCommandLine } from '../../server/cli/run.ts'

const addressOf = ({ host = '', port, user, database }: ClientConfig) =>
  `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`

/** Runs `folkmoot check` on a database and returns its output. */
export async function recount(connection: ClientConfig, { fix = false } = {}): Promise<string> {
  const said: string[] = []
  await runCommandLine(fix ? ['check', '--fix'] : ['check'], {
    environment: { DATABASE_URL: addressOf(connection) },
    interrupted: new AbortController().signal,
    terminal: {
      isInteractive: false,
      say: (line) => said.push(line),
      report: (line) => said.push(line),
      showProgress: () => {},
      askSecret: async () => '',
      readInput: async () => '',
    },
  })
  return said.join('\n')
}
