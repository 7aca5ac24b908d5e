import { describe, expect, it } from 'vitest'
import { createSearchEngines, type Names } from './searchEngines.ts'

const names: Record<string, string> = {
  '192.0.2.1': 'crawl-192-0-2-1.googlebot.com',
  '2001:db8::1': 'crawl.googlebot.com',
  // The owner of an address can give it any name.
  '192.0.2.2': 'crawl-192-0-2-1.googlebot.com',
  '192.0.2.3': 'googlebot.com.example',
  '192.0.2.4': 'msnbot-192-0-2-4.search.msn.com',
}
const addresses: Record<string, string[]> = {
  'crawl-192-0-2-1.googlebot.com': ['192.0.2.1'],
  'crawl.googlebot.com': ['2001:0db8:0:0::1'],
  'googlebot.com.example': ['192.0.2.3'],
  'msnbot-192-0-2-4.search.msn.com': ['192.0.2.4'],
}
let lookups = 0
const dns = {
  async reverse(ip: string) {
    lookups += 1
    const name = names[ip]
    if (!name) throw new Error('ENOTFOUND')
    return [name]
  },
  resolve4: async (name: string) => addresses[name] ?? [],
  resolve6: async (name: string) => addresses[name] ?? [],
} as unknown as Names

const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const bingbot = 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'

describe('a search engine', () => {
  it.each([
    ['with its name and address', '192.0.2.1', googlebot, true],
    ['with an IPv6 address', '2001:db8::1', googlebot, true],
    ['by another name', '192.0.2.4', bingbot, true],
    ['whose name has another address', '192.0.2.2', googlebot, false],
    ['whose name only begins like that', '192.0.2.3', googlebot, false],
    ['without a name', '192.0.2.9', googlebot, false],
    ['that is another one', '192.0.2.4', googlebot, false],
  ])('%s', async (_, ip, agent, isOne) => {
    const engines = createSearchEngines(dns)
    // Nobody waits for the DNS.
    expect(engines.mayBe(ip, agent)).toBe(true)
    await expect.poll(() => engines.mayBe(ip, agent)).toBe(isOne)
    const before = lookups
    engines.mayBe(ip, agent)
    expect(lookups).toBe(before)
  })

  it('is not looked up where it does not say that it is one, nor when many do', () => {
    const engines = createSearchEngines({ ...dns, reverse: () => new Promise(() => {}) } as Names)
    expect(engines.mayBe('192.0.2.1', 'Mozilla/5.0 (X11; Linux x86_64)')).toBe(false)
    expect(engines.mayBe('192.0.2.1', undefined)).toBe(false)
    const passing = Array.from({ length: 100 }, (_, n) => engines.mayBe(`198.51.100.${n}`, googlebot))
    expect(passing.filter(Boolean)).toHaveLength(20)
  })

  it('is refused with its whole network, as one client has many addresses', async () => {
    const engines = createSearchEngines(dns)
    const before = lookups
    expect(engines.mayBe('2001:db8:5:6::1', googlebot)).toBe(true)
    // One lookup for all addresses of a network.
    expect(engines.mayBe('2001:db8:5:6::2', googlebot)).toBe(true)
    expect(lookups).toBe(before + 1)
    await expect.poll(() => engines.mayBe('2001:db8:5:6::1', googlebot)).toBe(false)
    for (let n = 2; n < 50; n += 1) expect(engines.mayBe(`2001:db8:5:6::${n}`, googlebot)).toBe(false)
    expect(lookups).toBe(before + 1)
  })

  it('passes only when it is verified where a neighbor has lied', async () => {
    const engines = createSearchEngines(dns)
    engines.mayBe('2001:db8:0:6::1', googlebot)
    await expect.poll(() => engines.mayBe('2001:db8:0:6::1', googlebot)).toBe(false)
    expect(engines.mayBe('2001:db8:0:7::1', googlebot)).toBe(false)
    expect(engines.mayBe('2001:db8::1', googlebot)).toBe(false)
    await expect.poll(() => engines.mayBe('2001:db8::1', googlebot)).toBe(true)
  })
})
