import { describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { seededRandom } from '../../../tests/support/random.ts'
import { networkText, parseAddress, parseNetwork } from './network.ts'
import { NetworkSet } from './networkSet.ts'

const read = (text: string) => {
  const network = parseNetwork(text)
  return 'status' in network ? network : networkText(network)
}

describe('what an admin wants to block', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7/32'],
    ['  192.0.2.7 ', '192.0.2.7/32'],
    ['2001:DB8::0007', '2001:db8::7/128'],
    ['10.20.0.0/16', '10.20.0.0/16'],
    ['10.20.30.40/16', '10.20.0.0/16'],
    ['10.20.30.40/32', '10.20.30.40/32'],
    ['2001:db8:1:2:3::/64', '2001:db8:1:2::/64'],
    ['2001:db8::7/128', '2001:db8::7/128'],
    ['10.0.*.*', '10.0.0.0/16'],
    // Eight bits per wildcard, in IPv6, too.
    ['10.*.*.*', '10.0.0.0/8'],
    ['10.0.0.*', '10.0.0.0/24'],
    ['2001:db8:0:0:0:0:0:*', '2001:db8::/120'],
    ['2001:db8:0:0:0:0:*:*', '2001:db8::/112'],
    ['2001:db8::*', '2001:db8::/120'],
    // The same address in another notation.
    ['::ffff:192.0.2.7', '192.0.2.7/32'],
    ['::ffff:c000:207', '192.0.2.7/32'],
    ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
    ['::ffff:10.0.*.*', '10.0.0.0/16'],
  ])('[ACC-5-033] [ACC-5-035] %s is read as %s', (text, network) => {
    expect(read(text)).toBe(network)
  })

  it.each(['10.*.0.*', '10.*.0.0', '*.0.0.1', '10.1*.0.0', '10.0.*.*/16', '10.0.**.*', '2001:*::1'])(
    '[ACC-5-034] %s has a wildcard where none may be',
    (text) => {
      expect(read(text)).toEqual(errors.invalidWildcard)
      expect(errors.invalidWildcard.message).toBe('Invalid wildcard')
    },
  )

  it.each([
    '',
    'here',
    '10.0.0',
    '10.0.0.256',
    '010.0.0.1',
    '0x0a.0.0.1',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/1e1',
    '10.0.*',
    '2001:db8::/129',
    '2001:db8::1::2',
    'fe80::1%eth0',
    '[2001:db8::1]',
    '192.0.2.7:443',
  ])('%s is neither an address nor a range', (text) => {
    expect(read(text)).toEqual(errors.badIp)
  })

  it.each(['10.0.0.0/7', '0.0.0.0/0', '*.*.*.*', '2001::/7', '::/0', '::ffff:10.0.0.0/103', '::ffff:0:0/96'])(
    '%s is too much',
    (text) => {
      expect(read(text)).toEqual(errors.subnetTooLarge)
    },
  )
})

describe('addresses', () => {
  it('are equal in all their notations', () => {
    const spellings = ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:c000:0207', '0:0:0:0:0:ffff:192.0.2.7']
    expect(new Set(spellings.map((text) => JSON.stringify(parseAddress(text)))).size).toBe(1)
    expect(parseAddress('fe80::1%eth0')).toEqual(parseAddress('fe80::1'))
  })

  it('are null for any other text', () => {
    for (const text of ['', 'unknown', '192.0.2.7:443', '10.0.0.0/8', '10.1', 'localhost'])
      expect(parseAddress(text), text).toBeNull()
  })
})

describe('a set of networks', () => {
  const network = (text: string) => {
    const read = parseNetwork(text)
    if ('status' in read) throw new Error(text)
    return read
  }
  const address = (text: string) => parseAddress(text) ?? expect.fail(text)

  it('[ACC-4-014] contains each until it expires or is deleted', () => {
    const set = new NetworkSet()
    set.add(network('10.0.0.0/8'), 1000)
    set.add(network('192.0.2.7'))
    expect(set.has(address('10.1.2.3'), 999)).toBe(true)
    expect(set.has(address('10.1.2.3'), 1000)).toBe(false)
    expect(set.has(address('192.0.2.7'))).toBe(true)
    set.delete(network('192.0.2.7'))
    expect(set.has(address('192.0.2.7'))).toBe(false)
    set.delete(network('10.0.0.0/8'))
    expect(set.isEmpty).toBe(true)
  })

  it('of a hundred thousand gives the same results as a comparison bit by bit', {
    tags: ['long'],
  }, () => {
    const random = seededRandom(7)
    const byte = () => random.pick([0, 1, 10, 127, 128, 192, 254, 255])
    const anyBytes = (count: number) => Array.from({ length: count }, byte)
    const bitsOf = (bytes: number[]) => bytes.map((one) => one.toString(2).padStart(8, '0')).join('')
    const spell = (bytes: number[]) =>
      bytes.length === 4
        ? bytes.join('.')
        : (Buffer.from(bytes).toString('hex').match(/..../g) ?? []).join(':')
    const inIpv6 = (text: string) => (text.includes(':') ? text : `::ffff:${text}`)

    const set = new NetworkSet()
    const prefixes = new Set<string>()
    const originals: number[][] = []
    while (prefixes.size < 100_000) {
      // 2001… at the beginning: what is mapped has another meaning.
      const bytes = random.chance(0.5) ? anyBytes(4) : [32, 1, ...anyBytes(14)]
      const bits = bytes.length * 8
      const length = random.chance(0.3) ? bits : 8 + random.pick([...Array(bits - 8).keys()])
      // A wide network would contain nearly everything.
      if (length < 20 && random.chance(0.999)) continue
      set.add(network(`${spell(bytes)}/${length}`))
      prefixes.add(`${bytes.length}:${bitsOf(bytes).slice(0, length)}`)
      originals.push(bytes)
    }
    const model = (bytes: number[]) => {
      const bits = `${bytes.length}:${bitsOf(bytes)}`
      // A simple check: is any of them a prefix of the address?
      for (const prefix of prefixes) if (bits.startsWith(prefix)) return true
      return false
    }
    const seen = { in: 0, out: 0 }
    for (let count = 0; count < 400; count += 1) {
      const bytes = random.chance(0.6)
        ? [...random.pick(originals)]
        : random.chance(0.5)
          ? anyBytes(4)
          : [32, 1, ...anyBytes(14)]
      if (random.chance(0.7)) {
        const place = random.pick([...bytes.keys()])
        bytes[place] = (bytes[place] ?? 0) ^ random.pick([1, 2, 4, 8, 16, 32, 64, 128])
      }
      const expected = model(bytes)
      seen[expected ? 'in' : 'out'] += 1
      const text = spell(bytes)
      expect(set.has(address(text)), text).toBe(expected)
      if (bytes.length === 4) expect(set.has(address(inIpv6(text))), inIpv6(text)).toBe(expected)
    }
    expect(seen.in).toBeGreaterThan(50)
    expect(seen.out).toBeGreaterThan(50)
  })
})
