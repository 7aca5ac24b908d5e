import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type ApiError, errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'

/** The bits of an address of each version. */
export const addressBits = { 4: 32, 6: 128 } as const

/** An address as a number. An IPv4 address in its IPv6 spelling (`::ffff:10.0.0.1`) is the IPv4 address. */
export interface Address {
  readonly version: 4 | 6
  readonly value: bigint
}

/** All addresses that share their first `prefix` bits with this one; the others are zero. */
export interface Network extends Address {
  readonly prefix: number
}

const mappedPrefix = 96

/** The address that a text from the network spells, or null for any other text. */
export function readAddress(text: string): Address | null {
  const version = isIP(text)
  if (version === 0) return null
  if (version === 4) return { version: 4, value: readIpv4(text) }
  const address = ipaddr.IPv6.parse(text)
  const bytes = address.isIPv4MappedAddress() ? address.toIPv4Address().toByteArray() : address.toByteArray()
  return { version: bytes.length === 4 ? 4 : 6, value: BigInt(`0x${Buffer.from(bytes).toString('hex')}`) }
}

function readIpv4(text: string): bigint {
  let value = 0
  for (const part of text.split('.')) value = value * 256 + Number(part)
  return BigInt(value)
}

/**
 * Reads what an admin wants to block: an address, a range `10.0.0.0/16`, or trailing wildcards, each of which stands
 * for eight bits (`10.0.*.*`, and in IPv6 likewise).
 *
 * @returns the error to answer with when it is none of these, or too much.
 */
export function readNetwork(given: string): Network | ApiError {
  const wildcards = given.split('*').length - 1
  if (wildcards > 0 && !trailingWildcards.test(given.trim())) return errors.invalidWildcard
  const [host = '', length, ...rest] = given.trim().replaceAll('*', '0').split('/')
  if (rest.length > 0 || host.includes('%')) return errors.badIp
  const spelledAs = isIP(host)
  const address = readAddress(host)
  if (!address || (spelledAs !== 4 && spelledAs !== 6)) return errors.badIp
  const spelledBits = addressBits[spelledAs]
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return errors.badIp
  const spelledPrefix = length === undefined ? spelledBits - 8 * wildcards : Number(length)
  if (spelledPrefix > spelledBits) return errors.badIp
  // ::ffff:10.0.0.0/104 is 10.0.0.0/8; with fewer bits than the spelling itself has, it is everything.
  const prefix = spelledPrefix - (address.version === spelledAs ? 0 : mappedPrefix)
  if (prefix < limits.ipBlockPrefixMin) return errors.subnetTooLarge
  return networkOf(address, prefix)
}

const trailingWildcards = /^[^*]*((^|[.:])\*)+$/

/** The network of so many bits that an address lies in. */
export function networkOf({ version, value }: Address, prefix: number): Network {
  const free = BigInt(addressBits[version] - prefix)
  return { version, value: (value >> free) << free, prefix }
}

export const contains = (network: Network, { version, value }: Address): boolean =>
  version === network.version && networkOf({ version, value }, network.prefix).value === network.value

/** As PostgreSQL reads it: `10.0.0.0/16`. */
export const networkText = ({ version, value, prefix }: Network): string =>
  `${addressText({ version, value })}/${prefix}`

/** The network in the IPv6 spelling that a socket for both versions gives IPv4 addresses; null for IPv6. */
export const mappedText = ({ version, value, prefix }: Network): string | null =>
  version === 4 ? `::ffff:${addressText({ version, value })}/${prefix + mappedPrefix}` : null

function addressText({ version, value }: Address): string {
  const bytes = Buffer.from(value.toString(16).padStart(addressBits[version] / 4, '0'), 'hex')
  return ipaddr.fromByteArray([...bytes]).toString()
}
