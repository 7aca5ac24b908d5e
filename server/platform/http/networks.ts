import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The networks that an address counts for, such as `203.0.113.0/24`. */
export interface Networks {
  /** What one customer has: an IPv4 address, or the /64 of an IPv6 address. */
  readonly narrow: string
  /** What one operator rents or an organization gets: the /24 of an IPv4 address, or the /48 of an IPv6 address (RFC 6177). */
  readonly wide: string
  readonly isIpv6: boolean
}

/** @param ip a valid address; IPv4 addresses in their IPv6 spelling are IPv4 addresses. */
export function networksOf(ip: string): Networks {
  const address = isIP(ip) === 0 ? null : ipaddr.process(ip)
  if (address instanceof ipaddr.IPv6) {
    const network = (groups: number) => {
      const parts = address.parts.map((part, index) => (index < groups ? part : 0))
      return `${new ipaddr.IPv6(parts).toRFC5952String()}/${groups * 16}`
    }
    return { narrow: network(4), wide: network(3), isIpv6: true }
  }
  const text = address?.toString() ?? ip
  return { narrow: `${text}/32`, wide: `${text.slice(0, text.lastIndexOf('.'))}.0/24`, isIpv6: false }
}
