import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Fault, runGrowth } from './growth/run.ts'
import { ensureBuilt } from './support/built.ts'

/** The short form of `npm run growth`, with two servers and fewer faults. */
it('nothing acknowledged is lost, and no answer is wrong, while a worker, the primary and Valkey are killed', {
  tags: ['long'],
  timeout: 900_000,
}, async () => {
  const root = join(import.meta.dirname, '..')
  ensureBuilt()
  // `npm run growth` measures how long things take.
  const patienceMs = 60_000
  const bounds = { writesAgainMs: patienceMs, everywhereMs: patienceMs, eventMs: patienceMs }
  const faults: Fault[] = ['worker', 'primary', 'Valkey']
  const rounds = await runGrowth({ root, servers: 2, faults, seed: 1, bounds })
  expect(rounds.flatMap(({ problems }) => problems).join('\n')).toBe('')
  expect(rounds.slice(0, 2).map(({ fault }) => fault)).toEqual(faults.slice(0, 2))
  for (const { fault, acknowledged } of rounds) expect(acknowledged, fault).toBeGreaterThan(0)
})
