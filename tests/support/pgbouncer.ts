import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { postgresAccount } from '../../server/platform/database/postgresBinaries.ts'
import { bridgeTo } from './bridge.ts'
import { scratchRoot } from './cluster.ts'
import { freePort } from './freePort.ts'
import { findProgram } from './installed.ts'
import { type RunningProgram, runProgram } from './program.ts'

export interface RunningPgbouncer {
  readonly port: string
  readonly url: string
  kill(): Promise<void>
  /** Starts it again after `kill`. */
  start(): Promise<void>
  close(): Promise<void>
}

/**
 * PgBouncer in transaction mode, with the settings of docs/scaling.md besides those of addresses and passwords.
 *
 * @param options.isOverTcp whether PostgreSQL listens at this port of 127.0.0.1, too.
 */
export async function startPgbouncer(
  target: ClientConfig,
  { poolSize, isOverTcp = false }: { poolSize: number; isOverTcp?: boolean },
): Promise<RunningPgbouncer> {
  const account = postgresAccount()
  // The folder of the socket is not open to the account of PgBouncer.
  const bridge = isOverTcp ? null : await bridgeTo(target)
  const folder = mkdtempSync(join(scratchRoot(), 'folkmoot-pgbouncer-'))
  const port = await freePort()
  const settings = `
[databases]
forum = host=127.0.0.1 port=${bridge?.port ?? target.port} dbname=${target.database} user=${target.user} connect_query='set statement_timeout = 8000; set idle_in_transaction_session_timeout = 10000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 1000
query_wait_timeout = 3
server_login_retry = 1
server_round_robin = 1
`
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, settings)
  chmodSync(folder, 0o755)
  if (account) chownSync(file, account.uid, account.gid)
  let program: RunningProgram
  const start = async () => {
    program = await runProgram(findProgram('pgbouncer') ?? '', [file], { port: Number(port), account })
  }
  await start()
  const kill = () => program.kill()
  return {
    port,
    url: `postgres://forum@127.0.0.1:${port}/forum`,
    kill,
    start,
    async close() {
      await kill()
      await bridge?.cut()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
