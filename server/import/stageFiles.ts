import { stat } from 'node:fs/promises'
import type pg from 'pg'
import { isRecord } from '../../contract/objects.ts'
import { type Line, readLines } from './lines.ts'
import { parseRecord } from './pushshift.ts'
import type { RejectFiles } from './rejects.ts'
import { commentColumns, openStagingWriter, submissionColumns } from './staging.ts'

/** The file that a record comes from. For a line of a rejects file, this is the original file. */
export interface Origin {
  readonly file: string
  readonly rejectsFile: string
}

interface StagingResult {
  readonly origins: readonly Origin[]
  readonly rows: number
  /** Number of changed records, by the kind of change. */
  readonly conversions: ReadonlyMap<string, number>
  /** Files that are truncated or cannot be decompressed, with the error. */
  readonly brokenFiles: ReadonlyMap<string, string>
}

/** Characters of a line over 16 MB that are written to the rejects. */
const truncatedSampleLength = 1000

interface StagingOptions {
  readonly files: readonly string[]
  readonly rejectsFileOf: (file: string) => string
  readonly rejects: RejectFiles
  readonly signal: AbortSignal
  /** @param bytes read so far. @param total null when the input is a pipe, whose length is unknown. */
  readonly onProgress: (progress: { bytes: number; total: number | null; rows: number }) => void
  readonly now: number
}

/**
 * Streams all files into the staging tables. Unusable lines are written to the rejects; of a broken file, everything
 * before the error is used.
 */
export async function stageFiles(
  clients: { submissions: pg.Client; comments: pg.Client },
  { files, rejectsFileOf, rejects, signal, onProgress, now }: StagingOptions,
): Promise<StagingResult> {
  const sizes = await Promise.all(files.map((file) => stat(file)))
  const total = sizes.every((one) => one.isFile()) ? sizes.reduce((sum, { size }) => sum + size, 0) : null
  const submissions = openStagingWriter(clients.submissions, 'submissions')
  const comments = openStagingWriter(clients.comments, 'comments')
  const origins = openOrigins()
  const conversions = new Map<string, number>()
  const brokenFiles = new Map<string, string>()
  let rows = 0
  let bytes = 0

  /** @returns a promise only for rejects: awaiting every line would cost more than its work. */
  function stageLine(line: Line, file: string): Promise<void> | undefined {
    rows += 1
    const rejectsFile = rejectsFileOf(file)
    if (line.isTruncated) {
      const text = line.text.slice(0, truncatedSampleLength)
      return rejects.write(rejectsFile, { file, line: line.number, reason: 'a line longer than 16 MB', text })
    }
    const { text, value, ...location } = unwrap(line, file)
    if (value === undefined) return rejects.write(rejectsFile, { ...location, reason: 'not JSON', text })
    const record = parseRecord(value, now)
    if (record.kind === 'unusable')
      return rejects.write(rejectsFile, { ...location, reason: record.reason, record: text })
    if (record.kind === 'comment') {
      const origin = origins.numberOf(location.file, rejectsFile)
      comments.add(commentColumns(record, { origin, line: location.line, record: text }))
      return
    }
    if (record.conversion) conversions.set(record.conversion, (conversions.get(record.conversion) ?? 0) + 1)
    submissions.add(submissionColumns(record))
    return
  }

  try {
    for (const file of files) {
      const countBytes = (count: number) => {
        bytes += count
      }
      const batches = readLines(file, countBytes)
      for (;;) {
        const next = await batches.next().catch((error: Error) => error)
        if (next instanceof Error) {
          brokenFiles.set(file, next.message)
          break
        }
        if (next.done) break
        for (const line of next.value) {
          const writing = stageLine(line, file)
          if (writing) await writing
        }
        await submissions.drain()
        await comments.drain()
        signal.throwIfAborted()
        onProgress({ bytes, total, rows })
      }
    }
    await submissions.finish()
    await comments.finish()
  } catch (error) {
    submissions.abort()
    comments.abort()
    throw error
  }
  return { origins: origins.all, rows, conversions, brokenFiles }
}

function openOrigins() {
  const all: Origin[] = []
  const numbers = new Map<string, number>()
  return {
    all,
    numberOf(file: string, rejectsFile: string): number {
      const key = `${file}\0${rejectsFile}`
      const known = numbers.get(key)
      if (known !== undefined) return known
      numbers.set(key, all.length)
      return all.push({ file, rejectsFile }) - 1
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The record of a line as text and as parsed JSON (undefined for invalid JSON), with its file and line. A line of a
 * rejects file wraps a record of another file.
 */
export function unwrap({ text, number }: Line, file: string) {
  const value = parseJson(text)
  if (isRecord(value) && 'reason' in value) {
    const { file: from, line, record, text: kept } = value
    if (typeof from === 'string' && typeof line === 'number') {
      if (record !== undefined) return { file: from, line, text: JSON.stringify(record), value: record }
      if (typeof kept === 'string') return { file: from, line, text: kept, value: parseJson(kept) }
    }
  }
  return { file, line: number, text, value }
}
