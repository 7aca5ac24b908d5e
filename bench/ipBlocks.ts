import { randomBytes } from 'node:crypto'
import {
  type Address,
  addressBits,
  networkOf,
  networkText,
  parseAddress,
} from '../server/core/ipBlocks/network.ts'
import { NetworkSet } from '../server/core/ipBlocks/networkSet.ts'

const blockCount = 100_000
const lookupCount = 20_000
const rounds = 10

/** The time of one lookup of an address among the blocks, in microseconds. */
export interface IpBlockCost {
  readonly blocks: number
  /** Most blocks are single addresses, the others ranges of three sizes. */
  readonly usualUs: number
  /** Every prefix length occurs, as in no real forum. */
  readonly worstUs: number
  /** For comparison: ten blocks. */
  readonly tenUs: number
}

/**
 * Looks up addresses that are not blocked, half IPv4 and half IPv6, parsing included. The fastest round counts, because
 * slower ones measure the load of the machine.
 */
export function measureIpBlocks(): IpBlockCost {
  const addresses = Array.from({ length: lookupCount }, (_, n) => textOf(anyAddress(n)))
  const usual = (n: number, bits: number) => (n % 4 === 0 ? bits - 8 * (1 + ((n / 4) % 3)) : bits)
  const every = (n: number, bits: number) => bits - (n % (bits - 15))
  return {
    blocks: blockCount,
    usualUs: timeOf(setOf(blockCount, usual), addresses),
    worstUs: timeOf(setOf(blockCount, every), addresses),
    tenUs: timeOf(setOf(10, usual), addresses),
  }
}

function setOf(count: number, prefixOf: (n: number, bits: number) => number): NetworkSet {
  const set = new NetworkSet()
  for (let n = 0; n < count; n += 1) {
    const address = anyAddress(n)
    set.add(networkOf(address, prefixOf(n >> 1, addressBits[address.version])))
  }
  return set
}

/** Microseconds of one lookup, parsing included. */
function timeOf(set: NetworkSet, addresses: readonly string[]): number {
  let fastest = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    for (const text of addresses) {
      const address = parseAddress(text)
      if (address) set.has(address)
    }
    fastest = Math.min(fastest, performance.now() - startedAt)
  }
  return (fastest * 1000) / addresses.length
}

/** A random address: IPv4 for even n, IPv6 of the assigned range for odd n. */
function anyAddress(n: number): Address {
  const version = n % 2 === 0 ? 4 : 6
  const words = Array.from({ length: version === 4 ? 1 : 4 }, () => randomBytes(4).readUInt32BE())
  if (version === 6) words[0] = (0x20000000 | ((words[0] ?? 0) & 0x1fffffff)) >>> 0
  return { version, words }
}

const textOf = (address: Address): string =>
  networkText(networkOf(address, addressBits[address.version])).split('/')[0] ?? ''
