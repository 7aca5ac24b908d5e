import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { postgresAccount, preparePostgres } from '../../server/platform/database/postgresBinaries.ts'
import { createCluster, databaseUser } from '../../server/platform/database/postgresCluster.ts'
import { migrateAll, scratchRoot } from './cluster.ts'
import { freePort } from './freePort.ts'

/** One PostgreSQL of several that replicate. */
export interface Node {
  readonly connection: { host: string; port: number; user: string; database: string }
  ask<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>
  /** Ends it as a power failure does. */
  kill(): Promise<void>
  /** Makes a replica the primary. Resolves once it takes writes. */
  promote(): Promise<void>
  /** Starts it again, as a replica of this primary. */
  follow(primary: Node): Promise<void>
  /** Replaces all that it has by a copy of a primary that runs, as `pg_basebackup` does; the private PostgreSQL has no such program. */
  copyFrom(primary: Node): Promise<void>
}

/** A primary with a migrated, empty database, and its streaming replicas. */
export interface Replication {
  readonly primary: Node
  readonly replicas: readonly Node[]
  close(): Promise<void>
}

const database = 'postgres'

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

/**
 * @param replicas settings of each replica besides those of all.
 * @param options.all settings of each server.
 * @param options.isOverTcp whether they listen at 127.0.0.1, too.
 */
export async function startReplication(
  replicas: readonly Record<string, string>[],
  { all = {}, isOverTcp = false }: { all?: Record<string, string>; isOverTcp?: boolean } = {},
): Promise<Replication> {
  const account = postgresAccount()
  const root = mkdtempSync(join(scratchRoot(), 'folkmoot-replication-'))
  chmodSync(root, 0o755)
  if (account) chownSync(root, account.uid, account.gid)
  const binaries = preparePostgres(account, { fallbackFolder: root })
  const nodes: Node[] = []

  async function addNode(name: string, own: Record<string, string>): Promise<Node> {
    const folder = join(root, name)
    const port = isOverTcp ? Number(await freePort()) : 5432
    const connection = { host: folder, port, user: databaseUser, database }
    let running: { shell: ChildProcess; ended: Promise<void> } | null = null

    async function start(primary: Node | null): Promise<void> {
      const upstream = primary?.connection
      const flags = Object.entries({
        ...settings,
        ...all,
        ...own,
        ...(upstream && {
          primary_conninfo: `host=${upstream.host} port=${upstream.port} user=${databaseUser} application_name=${name}`,
        }),
        ...(isOverTcp && { listen_addresses: '127.0.0.1' }),
        unix_socket_directories: folder,
        port: String(port),
      }).flatMap(([key, value]) => ['-c', `${key}=${value}`])
      const shell = spawn('/bin/sh', ['-c', watched, 'sh', binaries.postgres, '-D', folder, ...flags], {
        ...account,
        cwd: '/',
        env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
        stdio: ['pipe', 'pipe', 'pipe'],
      })
      const ended = new Promise<void>((resolve) => shell.once('exit', () => resolve()))
      running = { shell, ended }
      let log = ''
      await new Promise<void>((resolve, reject) => {
        const read = (chunk: Buffer) => {
          log += String(chunk)
          if (/ready to accept (read-only )?connections/.test(log)) resolve()
        }
        shell.stdout.on('data', read)
        shell.stderr.on('data', read)
        void ended.then(() => reject(new Error(`PostgreSQL has ended:\n${log}`)))
      })
    }

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
        const { shell, ended } = running ?? {}
        if (!shell || shell.exitCode !== null || shell.signalCode !== null) return
        const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
        process.kill(pid, 'SIGQUIT')
        shell.stdin?.end()
        await ended
      },
      async promote() {
        // A statement that waited for the end of recovery could be canceled by what is still replayed.
        await node.ask('select pg_promote(false)')
        const isReplica = async () =>
          (await node.ask<{ yes: boolean }>('select pg_is_in_recovery() as yes'))[0]?.yes !== false
        while (await isReplica().catch(() => true)) await setTimeout(50)
      },
      follow: start,
      async copyFrom(primary) {
        const client = new pg.Client(primary.connection)
        await client.connect()
        try {
          await client.query("select pg_backup_start('copy', fast => true)")
          rmSync(folder, { recursive: true, force: true })
          // Files that vanish meanwhile are no fault: the log that is replayed has what became of them.
          spawnSync('cp', ['-a', primary.connection.host, folder], { stdio: 'ignore' })
          const { rows } = await client.query(
            'select labelfile from pg_backup_stop(wait_for_archive => false)',
          )
          for (const name of ['postmaster.pid', 'postmaster.opts'])
            rmSync(join(folder, name), { force: true })
          writeOwn(join(folder, 'backup_label'), rows[0].labelfile)
          writeOwn(join(folder, 'standby.signal'), '')
        } finally {
          await client.end()
        }
      },
    }
    if (name === 'primary') await start(null)
    nodes.push(node)
    return node
  }
  const writeOwn = (file: string, content: string) => {
    writeFileSync(file, content)
    if (account) chownSync(file, account.uid, account.gid)
  }

  const cluster = { folder: join(root, 'primary'), logFile: join(root, 'log'), account, binaries }
  await createCluster(cluster, { disposable: true })
  const copies = replicas.map((_, index) => `replica${index}`)
  if (isOverTcp) {
    // The first line that fits counts.
    const file = join(cluster.folder, 'pg_hba.conf')
    writeFileSync(file, `host all all 127.0.0.1/32 trust\n${readFileSync(file, 'utf8')}`)
  }
  for (const name of copies) {
    // Keeps the owner.
    execFileSync('cp', ['-a', cluster.folder, join(root, name)])
    writeOwn(join(root, name, 'standby.signal'), '')
  }
  const primary = await addNode('primary', {})
  const started = await Promise.all(copies.map((name, index) => addNode(name, replicas[index] ?? {})))
  await Promise.all(started.map((node) => node.follow(primary)))
  await migrateAll(primary.connection)
  return {
    primary,
    replicas: started,
    async close() {
      for (const node of nodes) await node.kill()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
