import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '../server/config.ts'
import { indexTexts } from '../server/features/search/indexTexts.ts'
import { openConfiguredDatabase } from '../server/platform/database/open.ts'
import { runBuiltCommand } from './builtServer.ts'
import { peakMemory, postgresSeconds, processSeconds } from './cpu.ts'
import { seedTexts } from './seedTexts.ts'

const submissions = 10_000
const comments = 50_000
const firstSecond = 1_600_000_000

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
    writeFileSync(file, discussions())
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

/** Submissions, then comments, each comment on a submission or on an earlier comment of the same one. */
function discussions(): string {
  const texts = seedTexts(500)
  const textOf = (n: number) => texts[n % texts.length] as (typeof texts)[number]
  const idOf = (n: number) => n.toString(36).padStart(6, '0')
  const author = (n: number) => `author_${(n * 7919) % 3000}`
  const lines = Array.from({ length: submissions }, (_, n) => ({
    id: idOf(n),
    subreddit: `community_${n % 40}`,
    author: author(n),
    title: textOf(n).title,
    selftext: textOf(n).body,
    is_self: true,
    score: n % 300,
    created_utc: firstSecond + n * 60,
  }))
  const replies = Array.from({ length: comments }, (_, n) => {
    const submission = n % submissions
    const parent = n - submissions * (1 + (n % 2))
    return {
      id: idOf(submissions + n),
      subreddit: `community_${submission % 40}`,
      author: author(n + 1),
      body: textOf(n + 1).body,
      link_id: `t3_${idOf(submission)}`,
      parent_id: parent >= 0 ? `t1_${idOf(submissions + parent)}` : `t3_${idOf(submission)}`,
      score: n % 30,
      created_utc: firstSecond + n * 60 + 30,
    }
  })
  return [...lines, ...replies].map((line) => `${JSON.stringify(line)}\n`).join('')
}
