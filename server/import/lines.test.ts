import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Line, readLines } from './lines.ts'
import { createPortableZstdReader } from './zstd.ts'

/** Two frames, created by `zstd -19` and `zstd`: a line, an empty line, and a line without newline. */
const zstdFrames = Buffer.from(
  'KLUv/SQLWQAAeyJvbmUiOjF9CgoruxZeKLUv/SQOcQAAeyJ0d28iOiJ6d2VpIn0EuohY',
  'base64',
)
const bothLines = [
  { number: 1, text: '{"one":1}', isTruncated: false },
  { number: 3, text: '{"two":"zwei"}', isTruncated: false },
]

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'folkmoot-lines-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(content: Buffer | string): string {
  const path = join(folder, 'a file without an extension')
  writeFileSync(path, content)
  return path
}

async function linesOf(content: Buffer | string): Promise<Line[]> {
  const lines: Line[] = []
  for await (const batch of readLines(fileOf(content))) lines.push(...batch)
  return lines
}

describe('lines are read', () => {
  it.each([
    ['plain', Buffer.from('{"one":1}\n\n{"two":"zwei"}')],
    ['with a byte order mark and carriage returns', Buffer.from('\uFEFF{"one":1}\r\n\r\n{"two":"zwei"}\r\n')],
    ['from gzip', gzipSync('{"one":1}\n\n{"two":"zwei"}')],
    ['from gzip in several members', Buffer.concat([gzipSync('{"one":1}\n\n{"tw'), gzipSync('o":"zwei"}')])],
    ['from Zstandard in several frames', zstdFrames],
    [
      'from Zstandard behind a frame to skip',
      Buffer.concat([Buffer.from('502a4d18030000000102ff', 'hex'), zstdFrames]),
    ],
  ])('%s', async (_form, content) => {
    expect(await linesOf(content)).toEqual(bothLines)
  })

  it('from an empty file', async () => {
    expect(await linesOf('')).toEqual([])
  })

  it('whole, even when they arrive in many chunks', async () => {
    const long = 'ü'.repeat(1_000_000)
    expect((await linesOf(`${long}\n${long}`)).map(({ text }) => text === long)).toEqual([true, true])
  })

  it('up to 16 MB each, and the next one is whole again', async () => {
    const [first, second] = await linesOf(`${'x'.repeat(17_000_000)}\nnext`)
    expect(first).toMatchObject({ number: 1, isTruncated: true })
    expect(first?.text).toHaveLength(16 * 1024 * 1024)
    expect(second).toEqual({ number: 2, text: 'next', isTruncated: false })
  })

  it('up to the point where a compressed file is truncated, which is an error', async () => {
    const whole = gzipSync(Array.from({ length: 50_000 }, (_, index) => `line ${index * 7919}`).join('\n'))
    const lines: string[] = []
    const reading = async () => {
      for await (const batch of readLines(fileOf(whole.subarray(0, -1000))))
        lines.push(...batch.map(({ text }) => text))
    }
    await expect(reading()).rejects.toThrow('unexpected end of file')
    expect(lines[0]).toBe('line 0')
    expect(lines.length).toBeGreaterThan(10_000)
  })

  it('and all bytes of the file are counted', async () => {
    let bytes = 0
    const path = fileOf(zstdFrames)
    const count = (more: number) => {
      bytes += more
    }
    for await (const batch of readLines(path, count)) expect(batch.length).toBeGreaterThan(0)
    expect(bytes).toBe(zstdFrames.length)
  })
})

it('Zstandard is decompressed in JavaScript, in chunks of any size', async () => {
  const pieces = Readable.from(Array.from(zstdFrames, (byte) => Buffer.from([byte])))
  const unpacked = await pieces.pipe(createPortableZstdReader()).toArray()
  expect(Buffer.concat(unpacked).toString()).toBe('{"one":1}\n\n{"two":"zwei"}')
})
