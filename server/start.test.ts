import { describe, expect, it } from 'vitest'
import { startWarnings, urlFor } from './start.ts'

it.each([
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['0.0.0.0', 'http://localhost:8080'],
  ['::', 'http://localhost:8080'],
  ['::1', 'http://[::1]:8080'],
  ['forum.example', 'http://forum.example:8080'],
])('a server that listens on %s is reached at %s', (host, url) => {
  expect(urlFor(host, 8080)).toBe(url)
})

describe('at the start the operator is warned', () => {
  const siteUrl = new URL('https://forum.example')
  it.each([
    ['of nothing when all is well', { trustProxy: ['loopback'], siteUrl }, 1000, []],
    ['of nothing without a proxy', { trustProxy: false, siteUrl: null }, 1000, []],
    ['of nothing where there are no users', { trustProxy: false, siteUrl: null }, undefined, []],
    ['of a proxy without SITE_URL', { trustProxy: ['loopback'], siteUrl: null }, 1000, [/SITE_URL/]],
    ['of running as root', { trustProxy: ['loopback'], siteUrl }, 0, [/root/]],
  ] as const)('%s', (_case, config, userId, warnings) => {
    // Not the parameter's default: `undefined` stands for a system without users.
    const getuid = process.getuid
    Object.assign(process, { getuid: () => userId })
    try {
      expect(startWarnings(config as Parameters<typeof startWarnings>[0])).toEqual(
        warnings.map((part) => expect.stringMatching(part)),
      )
    } finally {
      Object.assign(process, { getuid })
    }
  })
})
