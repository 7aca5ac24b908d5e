import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { bestEncoding } from './encoding.ts'

const chosenFor = (header: string | undefined) =>
  bestEncoding({ headers: { 'accept-encoding': header } } as unknown as FastifyRequest, [
    'zstd',
    'br',
    'gzip',
  ])

describe('the encoding of an answer', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['deflate', 'identity'],
    ['GZIP;Q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0.9, gzip;q=0.8, zstd;q=0', 'br'],
    ['*', 'zstd'],
    ['gzip, *;q=0', 'gzip'],
    ['gzip;q=0, *', 'zstd'],
    ['zstd;q=0, br;q=0, *;q=0.1', 'gzip'],
    ['identity', 'identity'],
    ['identity, gzip', 'gzip'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
    ['identity;q=0, gzip', 'gzip'],
    ['identity;q=0', 'identity'],
    ['gzip;q=0', 'identity'],
    ['gzip;q=nonsense', 'gzip'],
  ])('for %j is %s', (header, encoding) => {
    expect(chosenFor(header)).toBe(encoding)
  })
})
