import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runBuiltCommand } from './builtServer.ts'
import { peakMemory } from './cpu.ts'
import { seedTexts } from './seedTexts.ts'

const submissions = 10_000
const comments = 50_000
const firstSecond = 1_600_000_000

export interface ImportRate {
  readonly rowsPerSecond: number
  readonly rows: number
  readonly peakMemoryMb: number
}

/** Imports a made-up file of discussions into an empty forum, by the command that an owner would type. */
export async function measureImport(): Promise<ImportRate> {
  const dataDir = mkdtempSync(join(tmpdir(), 'folkmoot-bench-'))
  try {
    const file = join(dataDir, 'discussions.ndjson')
    writeFileSync(file, discussions())
    // The first start of a database is no part of an import.
    await runBuiltCommand(dataDir, ['migrate'], () => {})
    let peakMemoryMb = 0
    const said = await runBuiltCommand(dataDir, ['import', 'pushshift', file], (pid) => {
      peakMemoryMb = Math.max(peakMemoryMb, peakMemory(pid))
    })
    const [, rows = '', seconds = ''] = /([\d,.]+) rows read in ([\d.]+) s/.exec(said) ?? []
    const count = Number(rows.replaceAll(/\D/g, ''))
    return { rows: count, rowsPerSecond: count / Number(seconds), peakMemoryMb }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
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
    const place = n % submissions
    const parent = n - submissions * (1 + (n % 2))
    return {
      id: idOf(submissions + n),
      subreddit: `community_${place % 40}`,
      author: author(n + 1),
      body: textOf(n + 1).body,
      link_id: `t3_${idOf(place)}`,
      parent_id: parent >= 0 ? `t1_${idOf(submissions + parent)}` : `t3_${idOf(place)}`,
      score: n % 30,
      created_utc: firstSecond + n * 60 + 30,
    }
  })
  return [...lines, ...replies].map((line) => `${JSON.stringify(line)}\n`).join('')
}
