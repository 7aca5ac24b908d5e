import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type ApiError, errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'

/** The bits of an address of each version. */
export const addressBits = { 4: 32, 6: 128 } as const

/**
 * An address as numbers of 32 bits: one for IPv4, four for IPv6. An IPv4 address in its IPv6 spelling
 * (`::ffff:10.0.0.1`) is the IPv4 address.
 */
export interface Address {
  readonly version: 4 | 6
  readonly words: readonly number[]
}

/** All addresses that share their first `prefix` bits with this one; the others are zero. */
export interface Network extends Address {
  readonly prefix: number
}

const wordBits = 32
const mappedPrefix = 96

/** Parses an IP address; null for any other text. Every request needs it, so it is fast. */
export function parseAddress(text: string): Address | null {
  const version = isIP(text)
  if (version === 4) return { version, words: [parseIpv4(text)] }
  if (version !== 6) return null
  const words = parseIpv6(text)
  const isMapped = words[0] === 0 && words[1] === 0 && words[2] === 0xffff
  return isMapped ? { version: 4, words: words.slice(3) } : { version, words }
}

function parseIpv4(text: string): number {
  let word = 0
  for (const part of text.split('.')) word = word * 256 + Number(part)
  return word
}

/** @param text a valid address, perhaps with the name of a network interface behind a percent sign. */
function parseIpv6(text: string): number[] {
  const [plain = ''] = text.split('%')
  const [before = '', after] = plain.split('::')
  const head = groupsOf(before)
  const tail = groupsOf(after ?? '')
  const zeros = Array<number>(8 - head.length - tail.length).fill(0)
  const groups = [...head, ...zeros, ...tail]
  return [0, 2, 4, 6].map((at) => (groups[at] ?? 0) * 0x10000 + (groups[at + 1] ?? 0))
}

/** Numbers of 16 bits; the last two may be written as an IPv4 address. */
function groupsOf(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return Number.parseInt(part, 16)
    const word = parseIpv4(part)
    return [word >>> 16, word & 0xffff]
  })
}

/**
 * Parses what an admin wants to block: an address, a range `10.0.0.0/16`, or trailing wildcards, each of which stands
 * for eight bits (`10.0.*.*`, and in IPv6 likewise).
 *
 * @returns the error if it is none of these, or too large.
 */
export function parseNetwork(given: string): Network | ApiError {
  const wildcards = given.split('*').length - 1
  if (wildcards > 0 && !trailingWildcards.test(given.trim())) return errors.invalidWildcard
  const [host = '', length, ...rest] = given.trim().replaceAll('*', '0').split('/')
  if (rest.length > 0 || host.includes('%')) return errors.badIp
  const spelledAs = isIP(host)
  const address = parseAddress(host)
  if (!address || (spelledAs !== 4 && spelledAs !== 6)) return errors.badIp
  const spelledBits = addressBits[spelledAs]
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return errors.badIp
  const spelledPrefix = length === undefined ? spelledBits - 8 * wildcards : Number(length)
  if (spelledPrefix > spelledBits) return errors.badIp
  // ::ffff:10.0.0.0/104 is 10.0.0.0/8; with fewer than the 96 bits of this notation, it is everything.
  const prefix = spelledPrefix - (address.version === spelledAs ? 0 : mappedPrefix)
  if (prefix < limits.ipBlockPrefixMin) return errors.subnetTooLarge
  return networkOf(address, prefix)
}

const trailingWildcards = /^[^*]*((^|[.:])\*)+$/

/** One word of an address, masked to a network of `prefix` bits. */
export function maskedWord(word: number, index: number, prefix: number): number {
  const bits = prefix - wordBits * index
  if (bits >= wordBits) return word
  return bits <= 0 ? 0 : (word & (-1 << (wordBits - bits))) >>> 0
}

/** The network of `prefix` bits that contains an address. */
export const networkOf = ({ version, words }: Address, prefix: number): Network => ({
  version,
  words: words.map((word, index) => maskedWord(word, index, prefix)),
  prefix,
})

export const contains = ({ version, words, prefix }: Network, address: Address): boolean =>
  version === address.version &&
  address.words.every((word, index) => maskedWord(word, index, prefix) === words[index])

/** In the syntax of PostgreSQL: `10.0.0.0/16`. */
export const networkText = (network: Network): string => `${addressText(network)}/${network.prefix}`

/** The network in the IPv6 spelling that a socket for both versions gives IPv4 addresses; null for IPv6. */
export const mappedText = (network: Network): string | null =>
  network.version === 4 ? `::ffff:${addressText(network)}/${network.prefix + mappedPrefix}` : null

const addressText = ({ words }: Address): string =>
  ipaddr
    .fromByteArray(
      words.flatMap((word) => [word >>> 24, (word >>> 16) & 0xff, (word >>> 8) & 0xff, word & 0xff]),
    )
    .toString()
