import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { queryRowOn } from '../../platform/database/statement.ts'
import type { IpBlocks } from '../../platform/http/ipBlocks.ts'
import { ipBlockChanges } from './ipBlockChanges.sql.ts'
import { parseAddress, parseNetwork } from './network.ts'
import { NetworkSet } from './networkSet.ts'

const channel = 'ip_blocks'
/** It also reads at this interval, in case a notification was lost. */
const readIntervalMs = 30_000
const reconnectMs = 500
/** After this time the connection counts as lost: one whose other end is gone reports no error. */
const queryTimeoutMs = 10_000

/** A part of a statement that changes blocks: tells all processes when it is committed. */
export const notifyProcesses = (): RawBuilder<unknown> => sql`pg_notify(${channel}, '')`

/** What one connection has read so far. */
class Known {
  readonly blocked = new NetworkSet()
  torExits = new NetworkSet()
  isTorBlocked = false
  #version = '0'
  #torExitsVersion = '0'

  /** Reads what was changed since the last time. */
  async refresh(client: pg.Client): Promise<void> {
    const changes = await queryRowOn(client, ipBlockChanges, {
      // Version 0: nothing is known yet.
      knownVersion: this.#version,
      knownTorExitsVersion: this.#torExitsVersion,
    })
    if (!changes) return
    for (const { network, until } of changes.blocks) {
      const range = parseNetwork(network)
      if ('status' in range) continue
      if (until === 0) this.blocked.delete(range)
      else this.blocked.add(range, until ?? undefined)
    }
    if (changes.tor_exits) this.torExits = setOf(changes.tor_exits)
    this.isTorBlocked = changes.tor_blocked
    this.#version = changes.version
    this.#torExitsVersion = changes.tor_exits_version
  }
}

/**
 * Keeps the blocks of the database in memory: notified by PostgreSQL of a change, it reads only what has changed, and
 * everything after a lost connection. It has a connection of its own, so that it need not wait behind the very requests
 * that blocks are to stop.
 *
 * @param log receives messages for the operator.
 * @returns when all blocks are known.
 * @throws when the database does not answer at the start.
 */
export async function watchIpBlocks(
  connection: pg.ClientConfig,
  log: (line: string) => void,
): Promise<IpBlocks> {
  let known = new Known()
  let client: pg.Client | null = null
  let reading: Promise<void> = Promise.resolve()
  let isReadAwaited = false
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  /** One at a time; callers that come before the next has begun share it. Never rejects: `lose` handles a failure. */
  function refresh(): Promise<void> {
    if (isReadAwaited) return reading
    isReadAwaited = true
    reading = reading.then(async () => {
      isReadAwaited = false
      const current = client
      if (current) await known.refresh(current).catch((error) => lose(current, error))
    })
    return reading
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...connection,
      connectionTimeoutMillis: 5000,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
    })
    next.on('error', (error) => lose(next, error))
    next.on('end', () => lose(next, new Error('The connection has ended')))
    next.on('notification', () => void refresh())
    const fresh = new Known()
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      await fresh.refresh(next)
      if (isClosed) throw new Error('The watch was closed')
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    known = fresh
    client = next
    // For a notification that came while `client` was not set yet.
    await refresh()
  }

  function lose(lost: pg.Client, error: Error): void {
    if (client !== lost || isClosed) return
    client = null
    lost.end().catch(() => {})
    log(`New IP blocks are not seen until the database answers again: ${error.message}`)
    connectLater()
  }

  function connectLater(): void {
    retry = setTimeout(() => {
      connect().catch(() => {
        if (!isClosed) connectLater()
      })
    }, reconnectMs)
  }

  await connect()
  const timer = setInterval(() => void refresh(), readIntervalMs)
  return {
    isBlocked(ip) {
      if (known.blocked.isEmpty && !known.isTorBlocked) return false
      const address = parseAddress(ip)
      if (!address) return false
      return known.blocked.has(address) || (known.isTorBlocked && known.torExits.has(address))
    },
    isTorExit(ip) {
      const address = parseAddress(ip)
      return address !== null && known.torExits.has(address)
    },
    refresh,
    async close() {
      isClosed = true
      clearInterval(timer)
      clearTimeout(retry)
      await reading
      await client?.end()
    },
  }
}

function setOf(addresses: readonly string[]): NetworkSet {
  const set = new NetworkSet()
  for (const address of addresses) {
    const network = parseNetwork(address)
    if (!('status' in network)) set.add(network)
  }
  return set
}
