import { type Line, readLines } from './lines.ts'
import { parseRecord, type SourceComment, type Submission } from './pushshift.ts'
import { unwrap } from './stageFiles.ts'

/** How many records of each kind are shown. */
const samplesOfEachKind = 5

export interface DryRun {
  readonly rows: number
  readonly posts: number
  readonly comments: number
  /** The first posts and comments, as an import would store them. */
  readonly samples: readonly (Submission | SourceComment)[]
  readonly conversions: ReadonlyMap<string, number>
  readonly rejected: ReadonlyMap<string, number>
  readonly brokenFiles: ReadonlyMap<string, string>
}

/** Reads files like an import, and writes nothing. Duplicates and comments without their post are counted like others. */
export async function tryPushshift(files: readonly string[], signal: AbortSignal): Promise<DryRun> {
  const now = Date.now()
  const samples: (Submission | SourceComment)[] = []
  const conversions = new Map<string, number>()
  const rejected = new Map<string, number>()
  const brokenFiles = new Map<string, string>()
  const counts = { rows: 0, posts: 0, comments: 0 }
  const count = (of: Map<string, number>, reason: string) => of.set(reason, (of.get(reason) ?? 0) + 1)

  const take = (line: Line, file: string) => {
    counts.rows += 1
    if (line.isTruncated) return count(rejected, 'a line longer than 16 MB')
    const { value } = unwrap(line, file)
    if (value === undefined) return count(rejected, 'not JSON')
    const record = parseRecord(value, now)
    if (record.kind === 'unusable') return count(rejected, record.reason)
    const kind = record.kind === 'submission' ? 'posts' : 'comments'
    counts[kind] += 1
    if (counts[kind] <= samplesOfEachKind) samples.push(record)
    if (record.kind === 'submission' && record.conversion) count(conversions, record.conversion)
    return
  }

  for (const file of files)
    try {
      for await (const lines of readLines(file, () => {})) {
        for (const line of lines) take(line, file)
        signal.throwIfAborted()
      }
    } catch (error) {
      signal.throwIfAborted()
      brokenFiles.set(file, (error as Error).message)
    }
  return { ...counts, samples, conversions, rejected, brokenFiles }
}
