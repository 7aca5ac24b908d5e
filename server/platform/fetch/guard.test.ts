import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'
import { enforceGuard, type Guard, mayConnect, NotFetched } from './guard.ts'

const guard: Guard = { ports: [80, 443], allowedNetworks: [], resolve: async () => [] }

describe('an address that we may connect to', () => {
  it.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700::6810:1', '2a00:1450:4001::200e'])(
    '%s is public',
    (address) => expect(mayConnect(address, [])).toBe(true),
  )

  it.each([
    ['loopback', '127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'],
    ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ['unique-local', 'fc00::1', 'fd12:3456::1'],
    ['link-local', '169.254.0.1', 'fe80::1', 'fe80::1%eth0'],
    ['metadata', '169.254.169.254', '100.100.100.200', 'fd00:ec2::254', '168.63.129.16', '192.0.0.192'],
    ['unspecified', '0.0.0.0', '0.1.2.3', '::'],
    ['carrier-grade NAT', '100.64.0.1', '100.127.255.255'],
    ['multicast', '224.0.0.1', '239.255.255.250', 'ff02::1'],
    ['broadcast', '255.255.255.255'],
    ['benchmark', '198.18.0.1', '198.19.255.255', '2001:2::1'],
    ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
    ['reserved', '240.0.0.1', '192.0.0.1', '192.88.99.1'],
    ['IPv4 mapped into IPv6', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8'],
    ['IPv4-compatible', '::127.0.0.1', '::7f00:1'],
    ['translated', '::ffff:0:7f00:1'],
    ['NAT64', '64:ff9b::7f00:1', '64:ff9b:1::a00:1'],
    ['6to4', '2002:7f00:1::', '2002:a00:1::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:80ff:fffe'],
    ['site-local', 'fec0::1'],
    ['not yet given out', '4000::1', 'e000::1'],
    ['no address', '', 'example.org', '1.2.3.4.5', '::g'],
  ])('is none that is %s', (_kind, ...addresses) => {
    expect(addresses.filter((address) => mayConnect(address, []))).toEqual([])
  })

  it('may belong to a network that the operator allows, but to no other', () => {
    const networks = [ipaddr.parseCIDR('192.168.7.0/24'), ipaddr.parseCIDR('fd12:3456::/32')]
    expect(mayConnect('192.168.7.9', networks)).toBe(true)
    expect(mayConnect('fd12:3456::9', networks)).toBe(true)
    expect(mayConnect('192.168.8.9', networks)).toBe(false)
    expect(mayConnect('fd12:3457::9', networks)).toBe(false)
    expect(mayConnect('::ffff:192.168.7.9', networks)).toBe(false)
  })
})

describe('the guard, before a connection is opened,', () => {
  const enforce = (address: string) => () => enforceGuard(guard, new URL(address))

  it.each(['http://example.org/', 'https://example.org/', 'https://example.org:80/', 'http://8.8.8.8/'])(
    'has nothing against %s',
    (address) => expect(enforce(address)).not.toThrow(),
  )

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://0/',
    'http://%31%32%37.0.0.1/',
    'http://①②⑦.0.0.1/',
    'http://127。0。0。1/',
    'http://127.0.0.1./',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::169.254.169.254]/latest/meta-data/',
    'http://169.254.169.254/latest/meta-data/',
    'http://user@10.0.0.1/',
  ])('rejects the spelling %s', (address) => expect(enforce(address)).toThrow(NotFetched))

  it.each(['http://example.org:22/', 'https://example.org:8080/', 'http://example.org:6379/'])(
    'rejects the port of %s',
    (address) => expect(enforce(address)).toThrow('a port that is not allowed'),
  )

  it.each(['ftp://example.org/', 'file:///etc/passwd', 'gopher://example.org:80/', 'data:text/html,x'])(
    'rejects the scheme of %s',
    (address) => expect(enforce(address)).toThrow('a scheme that is not allowed'),
  )
})
