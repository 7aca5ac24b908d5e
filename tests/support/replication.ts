import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { openDatabase } from '../../server/platform/database/connection.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { postgresAccount, preparePostgres } from '../../server/platform/database/postgres-binaries.ts'
import { createCluster, databaseUser } from '../../server/platform/database/postgres-cluster.ts'
import { scratchRoot } from './cluster.ts'

/** One PostgreSQL of several that replicate. */
export interface Node {
  readonly connection: { host: string; port: number; user: string; database: string }
  ask<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>
  /** Ends it as a power failure does. */
  kill(): Promise<void>
}

/** A primary with a migrated, empty database, and its streaming replicas. */
export interface Replication {
  readonly primary: Node
  readonly replicas: readonly Node[]
  close(): Promise<void>
}

const database = 'postgres'
const port = 5432

const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '32MB',
  max_connections: '100',
  wal_keep_size: '256MB',
  wal_receiver_status_interval: '1s',
  wal_retrieve_retry_interval: '200ms',
  jit: 'off',
  listen_addresses: '',
  log_min_messages: 'log',
}

/** Ends PostgreSQL when our process ends, whose pipe is its input then. */
const watched = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
(cat <&3 >/dev/null; kill -QUIT $server 2>/dev/null) &
wait $server`

/** @param replicas settings of each replica besides those of all. */
export async function startReplication(replicas: readonly Record<string, string>[]): Promise<Replication> {
  const account = postgresAccount()
  const root = mkdtempSync(join(scratchRoot(), 'folkmoot-replication-'))
  chmodSync(root, 0o755)
  if (account) chownSync(root, account.uid, account.gid)
  const binaries = preparePostgres(account, root)
  const nodes: Node[] = []

  async function start(name: string, more: Record<string, string>): Promise<Node> {
    const folder = join(root, name)
    const flags = Object.entries({
      ...settings,
      ...more,
      unix_socket_directories: folder,
      port: String(port),
    })
    const log: string[] = []
    const shell = spawn(
      '/bin/sh',
      [
        '-c',
        watched,
        'sh',
        binaries.postgres,
        '-D',
        folder,
        ...flags.flatMap(([key, value]) => ['-c', `${key}=${value}`]),
      ],
      {
        ...account,
        cwd: '/',
        env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    )
    const ended = new Promise<void>((resolve) => shell.once('exit', () => resolve()))
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        log.push(String(chunk))
        if (/ready to accept (read-only )?connections/.test(log.join(''))) resolve()
      }
      shell.stdout.on('data', read)
      shell.stderr.on('data', read)
      void ended.then(() => reject(new Error(`PostgreSQL has ended:\n${log.join('')}`)))
    })
    const connection = { host: folder, port, user: databaseUser, database }
    const node: Node = {
      connection,
      async ask(statement) {
        const client = new pg.Client(connection)
        await client.connect()
        try {
          return (await client.query(statement)).rows
        } finally {
          await client.end()
        }
      },
      async kill() {
        if (shell.exitCode !== null || shell.signalCode !== null) return
        const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
        process.kill(pid, 'SIGQUIT')
        shell.stdin.end()
        await ended
      },
    }
    nodes.push(node)
    return node
  }

  const cluster = { folder: join(root, 'primary'), logFile: join(root, 'log'), account, binaries }
  await createCluster(cluster, { disposable: true })
  const copies = replicas.map((_, index) => `replica${index}`)
  for (const name of copies) {
    // Keeps the owner.
    execFileSync('cp', ['-a', cluster.folder, join(root, name)])
    const signal = join(root, name, 'standby.signal')
    writeFileSync(signal, '')
    if (account) chownSync(signal, account.uid, account.gid)
  }
  const primary = await start('primary', {})
  const started = await Promise.all(
    copies.map((name, index) =>
      start(name, {
        ...replicas[index],
        primary_conninfo: `host=${cluster.folder} port=${port} user=${databaseUser}`,
      }),
    ),
  )
  const opened = openDatabase(primary.connection, { connections: 1, statementTimeoutMs: 100_000 })
  try {
    await migrate(opened.db)
    await runMigrations({ pgPool: opened.pool })
  } finally {
    await opened.close()
  }
  return {
    primary,
    replicas: started,
    async close() {
      for (const node of nodes) await node.kill()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
