import { randomBytes } from 'node:crypto'
import { type Address, addressBits, networkOf, networkText, readAddress } from '../server/ipblocks/network.ts'
import { NetworkSet } from '../server/ipblocks/networkSet.ts'

const blockCount = 100_000
const questionCount = 20_000
const rounds = 10

/** What comparing a request's address with the blocks costs, in microseconds. */
export interface IpBlockCost {
  readonly blocks: number
  /** Where most blocks are single addresses and the others ranges of three sizes. */
  readonly usualUs: number
  /** Where every length of prefix occurs, as in no real forum. */
  readonly worstUs: number
  /** For comparison: ten blocks. */
  readonly tenUs: number
}

/**
 * Asks of addresses that are not blocked, in equal parts of IPv4 and IPv6, as they come with a request. The fastest
 * round counts, because the others measure the machine.
 */
export function measureIpBlocks(): IpBlockCost {
  const addresses = Array.from({ length: questionCount }, (_, n) => textOf(anyAddress(n)))
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

/** Microseconds for one question, reading the address included. */
function timeOf(set: NetworkSet, addresses: readonly string[]): number {
  let fastest = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    for (const text of addresses) {
      const address = readAddress(text)
      if (address) set.has(address)
    }
    fastest = Math.min(fastest, performance.now() - startedAt)
  }
  return (fastest * 1000) / addresses.length
}

/** Of one version and the other in turn; IPv6 from what is given out. */
function anyAddress(n: number): Address {
  const version = n % 2 === 0 ? 4 : 6
  const words = Array.from({ length: version === 4 ? 1 : 4 }, () => randomBytes(4).readUInt32BE())
  if (version === 6) words[0] = (0x20000000 | ((words[0] ?? 0) & 0x1fffffff)) >>> 0
  return { version, words }
}

const textOf = (address: Address): string =>
  networkText(networkOf(address, addressBits[address.version])).split('/')[0] ?? ''
