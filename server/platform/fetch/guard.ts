import { promises as dns } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config, Network } from '../../config.ts'

/** A document could not be fetched, or must not be. The message completes "URL …" for a log. */
export class NotFetched extends Error {
  /** Whether a retry a few minutes later may succeed. */
  readonly isTemporary: boolean

  constructor(message: string, options: { isTemporary: boolean }) {
    super(message)
    this.isTemporary = options.isTemporary
  }
}

/** An SSRF guard: restricts which servers a URL given by a member may make us connect to. */
export interface Guard {
  readonly ports: readonly number[]
  /** Private networks that are allowed nevertheless. */
  readonly allowedNetworks: readonly Network[]
  /** Looks up the current addresses of a host in DNS. */
  readonly resolve: (hostname: string) => Promise<readonly string[]>
}

export const guardFor = (config: Pick<Config, 'linkPorts' | 'linkAllowedNetworks'>): Guard => ({
  ports: config.linkPorts,
  allowedNetworks: config.linkAllowedNetworks,
  resolve: resolveByDns,
})

/** The only IPv6 range assigned to the public internet so far. */
const globalIpv6: Network = ipaddr.parseCIDR('2000::/3')
/** Azure's metadata service: looks public, but answers inside a virtual machine, with its secrets. */
const azureMetadata = '168.63.129.16'

/** Whether `address`, an IPv4 or IPv6 address in any notation, belongs to the public internet or to an allowed network. */
export function mayConnect(address: string, allowedNetworks: readonly Network[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  const isIn = ([network, bits]: Network) => parsed.kind() === network.kind() && parsed.match(network, bits)
  if (allowedNetworks.some(isIn)) return true
  // All special ranges have other names: loopback, private, linkLocal, ipv4Mapped, 6to4, …
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv6' ? isIn(globalIpv6) : parsed.toString() !== azureMetadata
}

/**
 * Checks the scheme, the port, and a host given as an IP address. `checkedLookup` checks host names.
 *
 * @throws NotFetched for a URL that we must not connect to.
 */
export function enforceGuard(guard: Guard, { protocol, port, hostname }: URL): void {
  if (protocol !== 'http:' && protocol !== 'https:') throw forbidden('a scheme that is not allowed')
  if (!guard.ports.includes(Number(port) || (protocol === 'http:' ? 80 : 443)))
    throw forbidden('a port that is not allowed')
  const host = bareHost(hostname)
  // Node calls no lookup function for an IP address.
  if (isIP(host) && !mayConnect(host, guard.allowedNetworks)) throw forbidden('an address that is not public')
}

/** The host of a URL without the brackets around an IPv6 address. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * A lookup function for the connection itself, which returns permitted addresses only. Checking before the connection
 * would not protect against DNS rebinding, where the address of a name changes between check and connection.
 */
export function checkedLookup(guard: Guard): LookupFunction {
  return (hostname, options, callback) => {
    guard.resolve(hostname).then(
      (resolved) => {
        const addresses = resolved
          .filter((address) => mayConnect(address, guard.allowedNetworks))
          .map((address) => ({ address, family: isIP(address) }))
        const [first] = addresses
        if (!first) {
          const reason = resolved.length > 0 ? 'a host that is not public' : 'an unknown host'
          callback(forbidden(reason), '', 0)
        } else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, '', 0),
    )
  }
}

const forbidden = (what: string) => new NotFetched(`leads to ${what}`, { isTemporary: false })

const temporaryFailures = ['ESERVFAIL', 'EREFUSED', 'ETIMEOUT', 'ECONNREFUSED']

/**
 * Queries DNS without `getaddrinfo`, which would block a thread of libuv's small pool, needed for files and password
 * hashes, for as long as a slow name server takes.
 */
async function resolveByDns(hostname: string): Promise<string[]> {
  const resolver = new dns.Resolver({ timeout: 2000, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
  if (addresses.length === 0 && failures.some((code) => temporaryFailures.includes(code)))
    throw new NotFetched('has no name server that answers', { isTemporary: true })
  return addresses
}
