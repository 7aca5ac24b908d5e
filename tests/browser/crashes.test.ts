import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { runRounds } from '../chaos/run.ts'
import { scratchRoot } from '../support/cluster.ts'

// Here because it needs the built server; `npm run chaos` has more rounds and faults.
test('nothing acknowledged is lost when the server, PostgreSQL or both are killed', async () => {
  const dataDir = await mkdtemp(join(scratchRoot(), 'folkmoot-crashes-'))
  try {
    const programs = join(import.meta.dirname, '../../dist/server')
    const rounds = await runRounds({ dataDir, programs, faults: ['server', 'postmaster', 'all'] })
    expect(rounds.flatMap(({ problems }) => problems)).toEqual([])
    for (const { fault, acknowledged } of rounds) expect(acknowledged, fault).toBeGreaterThan(0)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
