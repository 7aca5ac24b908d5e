import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runRounds } from './chaos/run.ts'
import { built, ensureBuilt } from './support/built.ts'
import { scratchRoot } from './support/cluster.ts'

/** `npm run chaos` has more rounds and faults, also that of the server alone. */
it('nothing acknowledged is lost when PostgreSQL is killed, or the server with it', async () => {
  ensureBuilt()
  const dataDir = await mkdtemp(join(scratchRoot(), 'folkmoot-crashes-'))
  try {
    const rounds = await runRounds({
      dataDir,
      programs: built.programs,
      faults: ['postmaster', 'all'],
    })
    expect(rounds.flatMap(({ problems }) => problems)).toEqual([])
    for (const { fault, acknowledged } of rounds) expect(acknowledged, fault).toBeGreaterThan(0)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}, 900_000)
