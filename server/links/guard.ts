import { promises as dns } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config, Network } from '../config.ts'

/** What could not be fetched, or may not be; the message says why, in words for a log. */
export class NotFetched extends Error {
  /** Whether another try a few minutes later may go better. */
  readonly isPassing: boolean

  constructor(message: string, options: { isPassing: boolean }) {
    super(message)
    this.isPassing = options.isPassing
  }
}

/** Where the program may connect to on behalf of a member. */
export interface Guard {
  readonly ports: readonly number[]
  /** Networks that may be reached although the internet cannot reach them. */
  readonly allowedNetworks: readonly Network[]
  /** All addresses of a host, as the domain name system says at this moment. */
  readonly resolve: (hostname: string) => Promise<readonly string[]>
}

export const guardOf = (config: Pick<Config, 'linkPorts' | 'linkAllowedNetworks'>): Guard => ({
  ports: config.linkPorts,
  allowedNetworks: config.linkAllowedNetworks,
  resolve: resolveByDns,
})

/** IPv6 has given out nothing else to the public internet yet. */
const globalIpv6: Network = ipaddr.parseCIDR('2000::/3')
/** Answers inside the machines of one cloud provider only, with their secrets, though it looks public. */
const hostServices = '168.63.129.16'

/** Whether `address`, an IPv4 or IPv6 address in any notation, belongs to the public internet or an allowed network. */
export function mayConnect(address: string, allowedNetworks: readonly Network[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  const isIn = ([network, bits]: Network) => parsed.kind() === network.kind() && parsed.match(network, bits)
  if (allowedNetworks.some(isIn)) return true
  // Everything with a meaning of its own has another name: loopback, private, linkLocal, ipv4Mapped, 6to4, …
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv6' ? isIn(globalIpv6) : parsed.toString() !== hostServices
}

/**
 * Refuses addresses that no connection may be tried for: other schemes and ports, and hosts given as a number. Hosts
 * with a name are looked at by `checkedLookup`.
 *
 * @throws NotFetched
 */
export function enforceGuard(guard: Guard, { protocol, port, hostname }: URL): void {
  if (protocol !== 'http:' && protocol !== 'https:') throw refused('another scheme')
  if (!guard.ports.includes(Number(port) || (protocol === 'http:' ? 80 : 443))) throw refused('another port')
  const host = bareHost(hostname)
  // The connection asks for no name here, so `checkedLookup` would not be called.
  if (isIP(host) && !mayConnect(host, guard.allowedNetworks)) throw refused('an address inside a network')
}

/** The host as a connection wants it: IPv6 without the brackets. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * The name lookup of the connection itself: it can only be made to an address that was checked here, so a name that
 * changes its address between a check and the connection gains nothing.
 */
export function checkedLookup(guard: Guard): LookupFunction {
  return (hostname, options, callback) => {
    guard.resolve(hostname).then(
      (found) => {
        const addresses = found
          .filter((address) => mayConnect(address, guard.allowedNetworks))
          .map((address) => ({ address, family: isIP(address) }))
        const [first] = addresses
        if (!first) {
          const problem = found.length > 0 ? refused('a name inside a network') : refused('an unknown name')
          callback(problem, '', 0)
        } else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, '', 0),
    )
  }
}

const refused = (what: string) => new NotFetched(`leads to ${what}`, { isPassing: false })

const passingFailures = ['ESERVFAIL', 'EREFUSED', 'ETIMEOUT', 'ECONNREFUSED']

/**
 * Asks the name servers directly. The system's own lookup would hold one of the few threads that also read files and
 * check passwords, for as long as somebody's name server likes.
 */
async function resolveByDns(hostname: string): Promise<string[]> {
  const resolver = new dns.Resolver({ timeout: 2000, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
  if (found.length === 0 && failures.some((code) => passingFailures.includes(code)))
    throw new NotFetched('has no name server that answers', { isPassing: true })
  return found
}
