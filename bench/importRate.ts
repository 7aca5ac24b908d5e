import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '../server/config.ts'
import { indexTexts } from '../server/features/search/indexTexts.ts'
import { openConfiguredDatabase } from '../server/platform/database/open.ts'
import { runBuiltCommand } from './builtServer.ts'
import { peakMemory, postgresSeconds, processSeconds } from './cpu.ts'
import { discussions } from './discussions.ts'

const submissions = 10_000
const comments = 50_000

export interface ImportRate {
  readonly rowsPerSecond: number
  readonly rows: number
  readonly peakMemoryMb: number
  /** CPU time of the command and of PostgreSQL for one row, in milliseconds. */
  readonly cpuMs: number
  /** The background job that indexes the imported texts for the search. */
  readonly textsIndexedPerSecond: number
}

/** Imports a generated file of discussions into an empty forum with the command of the operator. */
export async function measureImport(): Promise<ImportRate> {
  const dataDir = mkdtempSync(join(tmpdir(), 'folkmoot-bench-'))
  try {
    const file = join(dataDir, 'discussions.ndjson')
    writeFileSync(
      file,
      discussions(
        submissions,
        Array.from({ length: comments }, (_, n) => n % submissions),
      ),
    )
    // Creates the database first, which is not part of an import.
    await runBuiltCommand(dataDir, ['migrate'], () => {})
    let [peakMemoryMb, cpuSeconds] = [0, 0]
    const said = await runBuiltCommand(dataDir, ['import', 'pushshift', file], (pid) => {
      peakMemoryMb = Math.max(peakMemoryMb, peakMemory(pid))
      cpuSeconds = Math.max(cpuSeconds, processSeconds(pid) + postgresSeconds(dataDir))
    })
    const [, rows = '', seconds = ''] = /([\d,.]+) rows read in ([\d.]+) s/.exec(said) ?? []
    const count = Number(rows.replaceAll(/\D/g, ''))
    return {
      rows: count,
      rowsPerSecond: count / Number(seconds),
      peakMemoryMb,
      cpuMs: (cpuSeconds * 1000) / count,
      textsIndexedPerSecond: count / (await indexingSeconds(dataDir)),
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function indexingSeconds(dataDir: string): Promise<number> {
  const database = await openConfiguredDatabase({
    ...parseConfig({}),
    dataDir,
    databaseUrl: '',
    databaseConnections: 1,
  })
  try {
    const startedAt = performance.now()
    await indexTexts(database.db, { language: 'english', signal: new AbortController().signal })
    return (performance.now() - startedAt) / 1000
  } finally {
    await database.close()
  }
}
