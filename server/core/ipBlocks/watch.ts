import type pg from 'pg'
import { queryRowOn } from '../../platform/database/statement.ts'
import type { DatabaseWatch } from '../../platform/database/watch.ts'
import type { IpBlocks } from '../../platform/http/ipBlocks.ts'
import { ipBlockChanges } from './ipBlockChanges.sql.ts'
import { parseAddress, parseNetwork } from './network.ts'
import { NetworkSet } from './networkSet.ts'

/** As in the database's function `notify_ip_blocks`. */
const channel = 'ip_blocks'

/** The versions that one connection has read. */
class Known {
  readonly blocked = new NetworkSet()
  torExits = new NetworkSet()
  isTorBlocked = false
  #version = '0'
  #torExitsVersion = '0'

  /** Reads the changes since the last time. */
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
 * Keeps the blocks of the database in memory: notified by PostgreSQL of a change, it reads only what has changed, and everything
 * after a lost connection. While the database is down, the known blocks stay in force.
 *
 * @returns once all blocks are loaded.
 * @throws when the database does not answer at the start.
 */
export async function watchIpBlocks(watch: DatabaseWatch): Promise<IpBlocks> {
  let known = new Known()
  const { refresh, remove } = await watch.add({
    channel,
    async read(client, isNew) {
      const next = isNew ? new Known() : known
      await next.refresh(client)
      known = next
    },
  })
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
    close: remove,
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
