import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** The format that a file has by its first bytes; `avis`: an animation in AVIF, `null` for all that are not accepted and have no message of their own. */
export type FileFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'avis' | 'heic' | null

/** Enough for the box with the brands of an AVIF or HEIC file. */
const headBytes = 512
/** Colour profiles and texts may precede the chunk that is looked for. */
const pngHeadBytes = 4 * 1024 * 1024
/** Enough to tell the formats that are stored. */
const signatureBytes = 12

/**
 * Recognizes a picture by its first bytes, whatever its name says. It may still be damaged.
 *
 * @param source the bytes of the file, or its path.
 * @returns `empty` for a file without bytes.
 */
export async function fileFormatOf(source: Buffer | string): Promise<FileFormat | 'empty'> {
  const head = Buffer.isBuffer(source) ? source.subarray(0, headBytes) : await readHead(source)
  if (head.length === 0) return 'empty'
  const text = head.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG')) return 'png'
  if (text.startsWith('GIF8')) return 'gif'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp'
  return text.startsWith('ftyp', 4) ? formatOfBrands(brandsOf(head)) : null
}

/** The format of a stored picture, whose bytes remain in the stream. */
export async function formatOfStored(content: Readable): Promise<'jpeg' | 'webp' | 'png'> {
  if (!content.readable) return 'jpeg'
  if (content.readableLength === 0) await once(content, 'readable')
  const head: Buffer | null = content.read(signatureBytes)
  if (head === null) return 'jpeg'
  content.unshift(head)
  const format = await fileFormatOf(head)
  return format === 'webp' || format === 'png' ? format : 'jpeg'
}

/** The major brand and the compatible ones of an ISO base media file (ISO 14496-12, section 4.3). */
function brandsOf(head: Buffer): string[] {
  const end = Math.min(head.readUInt32BE(0), head.length)
  const brands: string[] = []
  for (let at = 8; at + 4 <= end; at += 4) {
    // The second word is a version.
    if (at !== 12) brands.push(head.toString('latin1', at, at + 4))
  }
  return brands
}

/** What a phone writes: HEIC and its relatives, which only say `mif1` (a picture) or `msf1` (a sequence) at times. */
const heicBrand = /^(?:hei[cxms]|hev[cxms]|m[is]f1)$/

function formatOfBrands(brands: readonly string[]): FileFormat {
  if (brands.includes('avis')) return 'avis'
  if (brands.includes('avif')) return 'avif'
  return brands.some((brand) => heicBrand.test(brand)) ? 'heic' : null
}

/** Whether a PNG says to be an animation of several frames: the chunk `acTL`, which precedes the pixels. */
export async function isAnimatedPng(source: Buffer | string): Promise<boolean> {
  const head = Buffer.isBuffer(source) ? source : await readHead(source, pngHeadBytes)
  for (let at = 8; at + 12 <= head.length; at += 12 + head.readUInt32BE(at)) {
    const type = head.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return head.readUInt32BE(at + 8) > 1
    if (type === 'IDAT') return false
  }
  return false
}

/**
 * Whether a GIF ends within a block. Its decoder takes what came before for the whole animation.
 *
 * @see https://www.w3.org/Graphics/GIF/spec-gif89a.txt
 */
export async function isCutGif(source: Buffer | string): Promise<boolean> {
  const bytes = Buffer.isBuffer(source) ? source : await readFile(source)
  const colorTable = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + colorTable(bytes[10])
  while (at < bytes.length) {
    const block = bytes[at]
    if (block === 0x2c) at += 11 + colorTable(bytes[at + 9])
    else if (block === 0x21) at += 2
    // The trailer, or something else after the last block, which decoders ignore.
    else return false
    while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0)
    at += 1
  }
  return at > bytes.length
}

async function readHead(path: string, length = headBytes): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
