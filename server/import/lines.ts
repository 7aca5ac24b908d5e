import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { PassThrough, pipeline, type Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createZstdReader } from './zstd.ts'

/** Only this much of a line is kept in memory; longer lines are not records. */
const lineMaxBytes = 16 * 1024 * 1024
const chunkBytes = 256 * 1024
const newline = 10

export interface Line {
  /** Line number in the file, from 1. */
  readonly number: number
  readonly text: string
  /** The line is longer than 16 MB, and `text` is only its beginning. */
  readonly isTruncated: boolean
}

/**
 * Reads a text file in batches of lines, with backpressure. The first bytes tell whether it is plain, gzip or
 * Zstandard. Empty lines are skipped, but numbered.
 *
 * @param onBytes receives the number of (compressed) bytes of each chunk read.
 * @throws an error of the file system or of the decompressor, after all lines before it.
 */
export async function* readLines(
  path: string,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<Line[]> {
  yield* splitIntoLines(await openBytes(path, onBytes))
}

/** The unpacked bytes of a file that may be plain, gzip or Zstandard. @param onBytes as for `readLines`. */
export async function openBytes(
  path: string,
  onBytes: (count: number) => void = () => {},
): Promise<AsyncIterable<Buffer>> {
  const file = await open(path)
  let stream: Transform
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, null)
    const beginning = buffer.subarray(0, bytesRead)
    onBytes(bytesRead)
    stream = createDecompressor(beginning)
    stream.write(beginning)
  } catch (error) {
    await file.close()
    throw error
  }
  // Continues at the current position, because a pipe cannot be read again from the start.
  const rest = createReadStream('', { fd: file, highWaterMark: chunkBytes })
  rest.on('data', (chunk) => onBytes(chunk.length))
  pipeline(rest, stream, () => {
    // Errors destroy `stream`, so its consumer receives them.
  })
  return stream
}

function createDecompressor(beginning: Buffer): Transform {
  if (beginning.subarray(0, 2).toString('hex') === '1f8b') return createGunzip({ chunkSize: chunkBytes })
  const magic = beginning.toString('hex')
  // A Zstandard file may begin with a skippable frame (RFC 8878 §3.1.2).
  if (magic === '28b52ffd' || /^5.2a4d18$/.test(magic)) return createZstdReader()
  return new PassThrough()
}

async function* splitIntoLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  let number = 0
  let pending: Buffer[] = []
  let pendingBytes = 0
  let isTruncated = false
  const append = (part: Buffer) => {
    const available = lineMaxBytes - pendingBytes
    if (part.length > available) isTruncated = true
    pending.push(part.subarray(0, available))
    pendingBytes += Math.min(part.length, available)
  }
  const endLine = (lines: Line[]) => {
    number += 1
    const [only = Buffer.alloc(0)] = pending
    const text = (pending.length === 1 ? only : Buffer.concat(pending)).toString('utf8')
    const clean = (number === 1 ? text.replace(/^\uFEFF/, '') : text).trim()
    if (clean !== '') lines.push({ number, text: clean, isTruncated })
    pending = []
    pendingBytes = 0
    isTruncated = false
  }
  for await (const chunk of chunks) {
    const lines: Line[] = []
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      append(chunk.subarray(start, end))
      endLine(lines)
      start = end + 1
    }
    if (start < chunk.length) append(chunk.subarray(start))
    if (lines.length > 0) yield lines
  }
  const last: Line[] = []
  if (pending.length > 0) endLine(last)
  if (last.length > 0) yield last
}
