import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recordExamples } from './apiExamples/recordExamples.ts'
import { scratchRoot } from './support/cluster.ts'
import { olderVersions, startVersion } from './support/olderPostgres.ts'

// `npm run test:databases` runs all tests on each version.
describe.skipIf(process.env.POSTGRES_BINARIES)('an older PostgreSQL', () => {
  it.each(olderVersions)('%i answers each call as the newest does', async (major) => {
    const dataDir = await mkdtemp(join(scratchRoot(), 'folkmoot-older-'))
    const { connection, close } = await startVersion(major, dataDir)
    try {
      const text = await recordExamples({ connection, drop: async () => {} })
      expect(text).toBe(await readFile(join(import.meta.dirname, 'apiExamples/examples.json'), 'utf8'))
    } finally {
      await close()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
  })
})
