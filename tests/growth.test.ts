import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Fault, runGrowth } from './growth/run.ts'

/** The short form of `npm run growth`, with two servers and fewer faults. */
it('nothing acknowledged is lost, and no answer is wrong, while a worker, the primary and Valkey are killed', async () => {
  const root = join(import.meta.dirname, '..')
  // Does nothing where the build is up to date.
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root })
  // `npm run growth` measures how long things take.
  const patienceMs = 60_000
  const bounds = { writesAgainMs: patienceMs, everywhereMs: patienceMs, eventMs: patienceMs }
  const faults: Fault[] = ['worker', 'primary', 'Valkey']
  const rounds = await runGrowth({ root, servers: 2, faults, seed: 1, bounds })
  expect(rounds.flatMap(({ problems }) => problems)).toEqual([])
  expect(rounds.slice(0, 2).map(({ fault }) => fault)).toEqual(faults.slice(0, 2))
  for (const { fault, acknowledged } of rounds) expect(acknowledged, fault).toBeGreaterThan(0)
}, 300_000)
