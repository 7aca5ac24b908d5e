import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { type BuiltServer, startBuiltServer } from '../../bench/builtServer.ts'
import { type Database, openDatabase } from '../../server/platform/database/connection.ts'
import { childrenOf } from '../chaos/faults.ts'
import { scratchRoot } from '../support/cluster.ts'
import { freePort } from '../support/freePort.ts'
import { startHaproxy } from '../support/haproxy.ts'
import { findProgram } from '../support/installed.ts'
import { type RunningPgbouncer, startPgbouncer } from '../support/pgbouncer.ts'
import { type Node, type Replication, startReplication } from '../support/replication.ts'
import { startS3 } from '../support/s3.ts'
import { type RunningValkey, startValkey, valkeyProgram } from '../support/valkey.ts'

/** One server of the forum: a supervisor and its workers. */
export interface SiteServer {
  readonly origin: string
  readonly pid: () => number
  readonly workers: () => number[]
  start(): Promise<void>
  /** Ends the supervisor; its workers end on their own. */
  kill(): Promise<void>
}

/** A forum on many machines, all of which are this one. */
export interface Site {
  /** Origin of the balancer. */
  readonly origin: string
  readonly servers: readonly SiteServer[]
  /** All servers of PostgreSQL. */
  readonly nodes: readonly Node[]
  readonly primary: () => Node
  /** Names another server of PostgreSQL as the primary. */
  promoted(node: Node): void
  /** One for each node, in the same order; null where none is installed. */
  readonly poolers: readonly RunningPgbouncer[] | null
  readonly valkey: RunningValkey | null
  /** Programs that are not installed on this machine. */
  readonly missing: readonly string[]
  /** The environment of the servers, for commands. */
  readonly environment: Readonly<Record<string, string>>
  /** Directly in the primary. */
  withDatabase<T>(use: (database: Database) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const delay = '5s'
const bucket = 'forum'
const workersEach = 2

/**
 * Starts PostgreSQL with two replicas, of which one is five seconds behind, a pooler for each, Valkey, a store for images, a
 * balancer; the servers of the forum are started by `start` of each.
 *
 * @param options.root of the built program.
 */
export async function startSite(options: { servers: number; root: string }): Promise<Site> {
  const folder = mkdtempSync(join(scratchRoot(), 'folkmoot-growth-'))
  const closing: (() => Promise<unknown>)[] = [
    async () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  ]
  const closes = <T>(thing: T, close: (thing: T) => Promise<unknown>): T => {
    closing.push(() => close(thing))
    return thing
  }
  const close = async () => {
    for (const step of closing.reverse()) await step()
  }
  try {
    const replication: Replication = closes(
      await startReplication([{}, { recovery_min_apply_delay: delay }], {
        all: { synchronous_standby_names: 'ANY 1 (*)', max_connections: '250' },
        isOverTcp: true,
      }),
      (all) => all.close(),
    )
    const nodes = [replication.primary, ...replication.replicas]
    const hasPooler = findProgram('pgbouncer') !== null
    const poolers = hasPooler
      ? await Promise.all(
          nodes.map(async (node) =>
            closes(await startPgbouncer(node.connection, { poolSize: 20, isOverTcp: true }), (one) =>
              one.close(),
            ),
          ),
        )
      : null
    const valkey = valkeyProgram ? closes(await startValkey(), (one) => one.kill()) : null
    const s3 = closes(await startS3([bucket]), (store) => store.close())

    const direct = nodes.map(({ connection }) => connection)
    const [{ user, database }] = direct as [Node['connection']]
    const hosts = (ports: readonly (string | number)[]) => ports.map((port) => `127.0.0.1:${port}`).join(',')
    const several = (at: string, name: string, ports: readonly (string | number)[]) =>
      `postgres://${at}@${hosts(ports)}/${name}?target_session_attrs=read-write`
    const directUrl = several(
      user,
      database,
      direct.map(({ port }) => port),
    )
    const environment = {
      DATABASE_URL: poolers
        ? several(
            'forum',
            'forum',
            poolers.map(({ port }) => port),
          )
        : directUrl,
      ...(poolers && { DATABASE_DIRECT_URL: directUrl }),
      // The primary, too: a program cannot know which of them it will be.
      DATABASE_REPLICA_URLS: direct
        .map(({ port }) => `postgres://${user}@127.0.0.1:${port}/${database}`)
        .join(','),
      ...(valkey && { VALKEY_URL: valkey.url }),
      S3_BUCKET: bucket,
      ...s3.environment,
      TRUST_PROXY: 'loopback',
      RATE_LIMITS: 'on',
      CAPTCHA: 'off',
      LINK_PREVIEWS: 'off',
      LOG_LEVEL: 'silent',
      OVERLOAD_DELAY_MS: '0',
    }
    const servers: SiteServer[] = []
    for (const number of Array(options.servers).keys()) {
      const dataDir = join(folder, `server${number}`)
      mkdirSync(dataDir)
      const own = { ...environment, WORKERS: String(workersEach), PORT: await freePort() }
      servers.push(closes(siteServer(dataDir, own, options.root), (one) => one.kill()))
    }
    const ports = servers.map(({ origin }) => Number(new URL(origin).port))
    const balancer = closes(
      findProgram('haproxy') ? await startHaproxy(ports) : await relayTo(ports),
      (one) => one.close(),
    )
    let primary = replication.primary
    return {
      origin: `http://127.0.0.1:${balancer.port}`,
      servers,
      nodes,
      primary: () => primary,
      promoted(node) {
        primary = node
      },
      poolers,
      valkey,
      missing: [
        ...(poolers ? [] : ['PgBouncer']),
        ...(valkey ? [] : ['Valkey or Redis']),
        ...(findProgram('haproxy') ? [] : ['HAProxy']),
      ],
      environment,
      async withDatabase(use) {
        const opened = openDatabase(primary.connection, { connections: 1 })
        try {
          return await use(opened)
        } finally {
          await opened.close()
        }
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function siteServer(
  dataDir: string,
  environment: Record<string, string> & { PORT: string },
  root: string,
): SiteServer {
  let running: BuiltServer | null = null
  const pid = () => running?.pid ?? 0
  return {
    origin: `http://127.0.0.1:${environment.PORT}`,
    pid,
    workers: () => (running ? childrenOf(running.pid, /main\.js/) : []),
    async start() {
      running = await startBuiltServer(dataDir, environment, root)
    },
    async kill() {
      const ended = running
      running = null
      if (!ended) return
      process.kill(ended.pid, 'SIGKILL')
      await ended.stop()
    },
  }
}

/** In place of HAProxy: each connection goes to the next server that accepts it. */
async function relayTo(ports: readonly number[]): Promise<{ port: number; close(): Promise<void> }> {
  let turn = 0
  const open = new Set<Socket>()
  const relay = (near: Socket, triesLeft = ports.length) => {
    const far = connect(ports[turn++ % ports.length] ?? 0, '127.0.0.1')
    far.once('error', () => (triesLeft > 1 ? relay(near, triesLeft - 1) : near.destroy()))
    far.once('connect', () => {
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        open.add(one)
        one.pipe(other)
        one.on('error', () => other.destroy())
        one.on('close', () => {
          open.delete(one)
          other.destroy()
        })
      }
    })
  }
  const server: Server = createServer((near) => relay(near))
  const port = Number(await freePort())
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    port,
    async close() {
      const closed = new Promise((done) => server.close(done))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
