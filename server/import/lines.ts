import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { PassThrough, pipeline, type Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createZstdReader } from './zstd.ts'

/** Longer lines are no records; they are told apart without ever being held in memory whole. */
const longestLineBytes = 16 * 1024 * 1024
const chunkBytes = 256 * 1024
const newline = 10

export interface Line {
  /** From 1 within its file. */
  readonly number: number
  readonly text: string
  /** Only the beginning of a line that is longer than 16 MB. */
  readonly isCutOff: boolean
}

/**
 * Reads a text file, plain or packed with gzip or Zstandard as its first bytes tell, in batches of whole lines.
 * Empty lines are left out, but counted. Batches come only as fast as they are taken.
 *
 * @param onBytes is told how many bytes of the file, as it lies there, have been read.
 * @throws an error of the file system or of the decompressor; the lines before it have been delivered.
 */
export async function* readLines(
  path: string,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<Line[]> {
  const file = await open(path)
  let stream: Transform
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, null)
    const beginning = buffer.subarray(0, bytesRead)
    onBytes(bytesRead)
    stream = unpacker(beginning)
    stream.write(beginning)
  } catch (error) {
    await file.close()
    throw error
  }
  // The first bytes are gone from a pipe, so the rest is read on from where they ended.
  const rest = createReadStream('', { fd: file, highWaterMark: chunkBytes })
  rest.on('data', (chunk) => onBytes(chunk.length))
  pipeline(rest, stream, () => {
    // Errors reach the reader of the last stream, below.
  })
  yield* splitIntoLines(stream)
}

function unpacker(beginning: Buffer): Transform {
  if (beginning.subarray(0, 2).toString('hex') === '1f8b') return createGunzip({ chunkSize: chunkBytes })
  const magic = beginning.toString('hex')
  // A Zstandard file may begin with a frame to be skipped.
  if (magic === '28b52ffd' || /^5.2a4d18$/.test(magic)) return createZstdReader()
  return new PassThrough()
}

async function* splitIntoLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  let number = 0
  let pending: Buffer[] = []
  let pendingBytes = 0
  let isCutOff = false
  const keep = (part: Buffer) => {
    const room = longestLineBytes - pendingBytes
    if (part.length > room) isCutOff = true
    pending.push(part.subarray(0, room))
    pendingBytes += Math.min(part.length, room)
  }
  const endLine = (lines: Line[]) => {
    number += 1
    const [only = Buffer.alloc(0)] = pending
    const text = (pending.length === 1 ? only : Buffer.concat(pending)).toString('utf8')
    const clean = (number === 1 ? text.replace(/^\uFEFF/, '') : text).trim()
    if (clean !== '') lines.push({ number, text: clean, isCutOff })
    pending = []
    pendingBytes = 0
    isCutOff = false
  }
  for await (const chunk of chunks) {
    const lines: Line[] = []
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      keep(chunk.subarray(start, end))
      endLine(lines)
      start = end + 1
    }
    if (start < chunk.length) keep(chunk.subarray(start))
    if (lines.length > 0) yield lines
  }
  const last: Line[] = []
  if (pending.length > 0) endLine(last)
  if (last.length > 0) yield last
}
