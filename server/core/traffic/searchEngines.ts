import { Resolver } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { networksOf } from '../../platform/http/networks.ts'

/**
 * Search engines whose crawlers can be verified: what they call themselves, and the domains of their names in the DNS.
 *
 * @see https://developers.google.com/search/docs/crawling-indexing/verifying-googlebot
 * @see https://www.bing.com/webmasters/help/how-to-verify-bingbot-3905dc26
 * @see https://support.apple.com/119829
 * @see https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html
 */
const engines = [
  { agent: /google/i, domains: ['.googlebot.com', '.google.com'] },
  { agent: /bingbot|adidxbot|microsoftpreview/i, domains: ['.search.msn.com'] },
  { agent: /applebot/i, domains: ['.applebot.apple.com'] },
  { agent: /yandex/i, domains: ['.yandex.ru', '.yandex.net', '.yandex.com'] },
  { agent: /baiduspider/i, domains: ['.baidu.com', '.baidu.jp'] },
  { agent: /slurp/i, domains: ['.crawl.yahoo.net'] },
  { agent: /seznambot/i, domains: ['.seznam.cz'] },
  { agent: /mojeekbot/i, domains: ['.mojeek.com'] },
] as const

/** What is needed of the DNS. */
export type Names = Pick<Resolver, 'reverse' | 'resolve4' | 'resolve6'>

/** Recognizes crawlers of search engines. */
export interface SearchEngines {
  /**
   * Whether a client may be one: verified, or still being looked up, for which nobody waits.
   *
   * @param ip a valid address.
   */
  mayBe(ip: string, userAgent: string | undefined): boolean
}

const rememberedMax = 5000
const verifiedMs = 24 * 3_600_000
/** Also for failures of the DNS. */
const refusedMs = 3_600_000
const lookupMs = 3000
/** Beyond this, clients count as unknown, so that a flood of false names costs little. */
const lookupsMax = 20

const sameAddress = (one: string, other: string): boolean =>
  ipaddr.process(one).toNormalizedString() === ipaddr.process(other).toNormalizedString()

/** Whether an address has a name in one of these domains, and that name the address: anyone can claim a name for their own addresses. */
async function isIn(names: Names, ip: string, domains: readonly string[]): Promise<boolean> {
  const found = (await names.reverse(ip)).filter((name) => domains.some((domain) => name.endsWith(domain)))
  const [name] = found
  if (!name) return false
  const isIpv4 = ipaddr.process(ip).kind() === 'ipv4'
  const addresses = isIpv4 ? await names.resolve4(name) : await names.resolve6(name)
  return addresses.some((address) => sameAddress(address, ip))
}

/** @param names for tests; by default the DNS of the system. */
export function createSearchEngines(
  names: Names = new Resolver({ timeout: lookupMs, tries: 1 }),
): SearchEngines {
  const verified = new LRUCache<string, true>({ max: rememberedMax, ttl: verifiedMs })
  /** By network: a client that lies from one address of it has all others, too. */
  const refused = new LRUCache<string, true>({ max: rememberedMax, ttl: refusedMs })
  const pending = new Set<string>()
  return {
    mayBe(ip, userAgent = '') {
      const engine = engines.find(({ agent }) => agent.test(userAgent))
      if (!engine) return false
      const [domain] = engine.domains
      const key = `${ip} ${domain}`
      if (verified.has(key)) return true
      const { narrow, wide } = networksOf(ip)
      const [network, neighbors] = [`${narrow} ${domain}`, `${wide} ${domain}`]
      if (refused.has(network)) return false
      // In a network with liars, nobody passes before they are verified.
      const mayPass = !refused.has(neighbors)
      if (pending.has(network)) return mayPass
      if (pending.size >= lookupsMax) return false
      pending.add(network)
      void isIn(names, ip, engine.domains)
        .catch(() => false)
        .then((isVerified) => {
          if (isVerified) verified.set(key, true)
          else for (const each of [network, neighbors]) refused.set(each, true)
          pending.delete(network)
        })
      return mayPass
    },
  }
}
