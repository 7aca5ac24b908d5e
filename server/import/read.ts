import { stat } from 'node:fs/promises'
import type pg from 'pg'
import { type Line, readLines } from './lines.ts'
import { readRecord } from './pushshift.ts'
import type { RejectFiles } from './rejects.ts'
import { commentColumns, openStagingWriter, submissionColumns } from './staging.ts'

/** Where a record was first met: a line of a rejects file remembers it. */
export interface Origin {
  readonly file: string
  /** Where its rejects go. */
  readonly rejectsFile: string
}

interface ReadResult {
  readonly origins: readonly Origin[]
  readonly rows: number
  /** Records that had to change to fit, by how. */
  readonly conversions: ReadonlyMap<string, number>
  /** Files that end in the middle or cannot be unpacked further, with the reason. */
  readonly brokenFiles: ReadonlyMap<string, string>
}

/** What is kept of a line that is too long to be a record. */
const cutOffSampleLength = 1000

interface Reading {
  readonly files: readonly string[]
  readonly rejectsFileOf: (file: string) => string
  readonly rejects: RejectFiles
  readonly signal: AbortSignal
  /** @param bytes read so far. @param total null when a file does not know its length. */
  readonly onProgress: (progress: { bytes: number; total: number | null; rows: number }) => void
  readonly now: number
}

/**
 * Streams all files into the staging tables. What cannot be understood goes to the rejects at once; a file that
 * breaks off counts as far as it goes.
 */
export async function readFiles(
  clients: { submissions: pg.Client; comments: pg.Client },
  { files, rejectsFileOf, rejects, signal, onProgress, now }: Reading,
): Promise<ReadResult> {
  const sizes = await Promise.all(files.map((file) => stat(file)))
  const total = sizes.every((one) => one.isFile()) ? sizes.reduce((sum, { size }) => sum + size, 0) : null
  const submissions = openStagingWriter(clients.submissions, 'submissions')
  const comments = openStagingWriter(clients.comments, 'comments')
  const origins = openOrigins()
  const conversions = new Map<string, number>()
  const brokenFiles = new Map<string, string>()
  let rows = 0
  let bytes = 0

  async function take(line: Line, file: string) {
    rows += 1
    const rejectsFile = rejectsFileOf(file)
    if (line.isCutOff) {
      const text = line.text.slice(0, cutOffSampleLength)
      return rejects.write(rejectsFile, { file, line: line.number, reason: 'a line longer than 16 MB', text })
    }
    const { text, value, ...place } = unwrapped(line, file)
    if (value === undefined) return rejects.write(rejectsFile, { ...place, reason: 'not JSON', text })
    const understood = readRecord(value, now)
    if (understood.kind === 'unusable')
      return rejects.write(rejectsFile, { ...place, reason: understood.reason, record: text })
    if (understood.kind === 'comment') {
      const origin = origins.numberOf(place.file, rejectsFile)
      return comments.add(commentColumns(understood, { origin, line: place.line, record: text }))
    }
    if (understood.conversion)
      conversions.set(understood.conversion, (conversions.get(understood.conversion) ?? 0) + 1)
    submissions.add(submissionColumns(understood))
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
          const writing = take(line, file)
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
    submissions.abandon()
    comments.abandon()
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The record in a line, as text and parsed (undefined: no JSON), and where it stood. A line of a rejects file holds
 * a record of another file.
 */
function unwrapped({ text, number }: Line, file: string) {
  const value = parsed(text)
  if (typeof value === 'object' && value !== null && 'reason' in value) {
    const { file: from, line, record, text: kept } = value as Record<string, unknown>
    if (typeof from === 'string' && typeof line === 'number') {
      if (record !== undefined) return { file: from, line, text: JSON.stringify(record), value: record }
      if (typeof kept === 'string') return { file: from, line, text: kept, value: parsed(kept) }
    }
  }
  return { file, line: number, text, value }
}
