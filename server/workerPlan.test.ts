import { describe, expect, it } from 'vitest'
import { parseConfig } from './config.ts'
import { planWorkers, requestedWorkers } from './workerPlan.ts'

const elsewhere = { DATABASE_URL: 'postgres://forum@db.example/forum' }
const here = { DATABASE_URL: 'postgres://forum@127.0.0.1/forum' }

describe('WORKERS=auto', () => {
  it.each([
    ['is one on one core', {}, 1, 16_000, 1],
    ['is one on two cores, also with a database elsewhere', elsewhere, 2, 16_000, 1],
    ['leaves the private database a quarter of the cores', {}, 4, 16_000, 3],
    ['leaves a database of one machine a quarter of the cores', here, 16, 64_000, 12],
    ['takes all cores with a database elsewhere', elsewhere, 16, 64_000, 16],
    ['takes half of the memory at most', {}, 8, 2000, 2],
    ['takes more memory with a larger heap', { HEAP_MIB: '512' }, 8, 4000, 3],
    ['is one where memory is short', {}, 8, 500, 1],
  ])('%s', (_case, environment, cores, memoryMib, expected) => {
    expect(requestedWorkers(parseConfig(environment), { cores, memoryMib })).toBe(expected)
  })

  it('is replaced by a configured number', () => {
    expect(requestedWorkers(parseConfig({ WORKERS: '3' }), { cores: 1, memoryMib: 500 })).toBe(3)
  })
})

describe('connections', () => {
  const plan = (environment: Record<string, string>, wanted: number, maxConnections: number) =>
    planWorkers(parseConfig(environment), wanted, maxConnections)

  it.each([
    ['are divided among the workers', { DATABASE_CONNECTIONS: '32' }, 4, 100, 4, 8],
    ['are two for each worker at least', {}, 8, 60, 8, 2],
    ['are fewer where PostgreSQL allows fewer', { DATABASE_CONNECTIONS: '64' }, 4, 60, 4, 7],
    ['decide how many workers there are, with auto', {}, 24, 60, 12, 2],
  ])('%s', (_case, environment, wanted, max, workers, connectionsEach) => {
    expect(plan(environment, wanted, max)).toEqual({ workers, connectionsEach })
  })

  it('are an error if they do not suffice for the configured workers', () => {
    expect(() => plan({ WORKERS: '24' }, 24, 60)).toThrow(
      /^PostgreSQL allows 60 connections \(max_connections\), and 24 workers need 95\./,
    )
  })

  it('suffice even while a worker and its successor run', () => {
    for (const max of [40, 60, 100, 200])
      for (let wanted = 2; wanted <= 64; wanted += 1) {
        const { workers, connectionsEach } = plan({ DATABASE_CONNECTIONS: '200' }, wanted, max)
        expect((workers + 1) * (connectionsEach + 1) + 2 * 6 + 3).toBeLessThanOrEqual(max)
      }
  })
})
