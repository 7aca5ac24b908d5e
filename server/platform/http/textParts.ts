import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'

/**
 * Bytes compressed for themselves, so that they can follow any others in a gzip stream: whole Deflate blocks without the
 * mark of the last one, up to the limit of a byte (RFC 1951, 3.2.3).
 */
interface Compressed {
  readonly blocks: Buffer
  /** Before compression. */
  readonly bytes: number
  /** CRC-32 of them. */
  readonly crc: number
  /** What a CRC-32 is multiplied by when these bytes follow. */
  readonly shift: number
}

const deflateRawAsync = promisify(deflateRaw)
/** Compressed once and sent often. */
const shared = { level: 6, finishFlush: constants.Z_SYNC_FLUSH }
/** Compressed for one answer. */
const quick = { level: 1, finishFlush: constants.Z_SYNC_FLUSH }
/** Up to here compressing takes less time than handing it to another thread and back. */
const compressedAtOnceBytes = 32 * 1024
/** Up to here, starting to compress costs more than it saves. */
const storedBytes = 400

const compressed = (raw: Buffer, blocks: Buffer): Compressed => ({
  blocks,
  bytes: raw.length,
  crc: crc32(raw),
  shift: shiftOf(raw.length),
})

/** A block as it is: the number of bytes and its complement, then the bytes (RFC 1951, 3.2.4). */
function stored(raw: Buffer): Compressed {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(raw.length, 1)
  head.writeUInt16LE(0xffff ^ raw.length, 3)
  return compressed(raw, Buffer.concat([head, raw]))
}

/** A text that many answers have in common. It is compressed when it is first sent, and once. */
export class SharedText {
  readonly #make: () => string
  #compressed: Compressed | Promise<Compressed> | undefined

  /** @param make always makes the same text. */
  constructor(make: () => string) {
    this.#make = make
  }

  toString(): string {
    return this.#make()
  }

  /** @returns a promise only while a large text is being compressed. */
  compress(): Compressed | Promise<Compressed> {
    this.#compressed ??= this.#compress()
    return this.#compressed
  }

  #compress(): Compressed | Promise<Compressed> {
    const raw = Buffer.from(this.#make())
    if (raw.length <= storedBytes) return stored(raw)
    if (raw.length <= compressedAtOnceBytes) return compressed(raw, deflateRawSync(raw, shared))
    const promise = deflateRawAsync(raw, shared).then(
      (blocks) => {
        this.#compressed = compressed(raw, blocks)
        return this.#compressed
      },
      (error) => {
        this.#compressed = undefined
        throw error
      },
    )
    return promise
  }
}

/** Between the items of a list. */
export const comma = new SharedText(() => ',')

async function compressOwn(text: string): Promise<Compressed> {
  const raw = Buffer.from(text)
  if (raw.length <= storedBytes) return stored(raw)
  return compressed(
    raw,
    raw.length <= compressedAtOnceBytes ? deflateRawSync(raw, quick) : await deflateRawAsync(raw, quick),
  )
}

/** A text in parts. What is shared is compressed only once, however many texts it is a part of. */
export class TextParts {
  readonly #parts: readonly (string | SharedText)[]

  /** Strings that follow each other become one part. */
  constructor(parts: readonly (string | SharedText)[]) {
    const merged: (string | SharedText)[] = []
    let own = ''
    for (const part of parts) {
      if (typeof part === 'string') own += part
      else {
        if (own) merged.push(own)
        own = ''
        merged.push(part)
      }
    }
    if (own) merged.push(own)
    this.#parts = merged
  }

  /** Whether any part is shared. */
  get hasShared(): boolean {
    return this.#parts.some((part) => part instanceof SharedText)
  }

  toString(): string {
    return this.#parts.join('')
  }

  /** The whole text as one gzip member (RFC 1952). */
  async gzip(): Promise<Buffer> {
    const parts: (Compressed | Promise<Compressed>)[] = this.#parts.map((part) =>
      typeof part === 'string' ? compressOwn(part) : part.compress(),
    )
    const blocks: Buffer[] = [head]
    let crc = 0
    let bytes = 0
    const pending = parts.filter((part) => part instanceof Promise)
    if (pending.length > 0) await Promise.all(pending)
    for (const each of parts) {
      const part = each instanceof Promise ? await each : each
      blocks.push(part.blocks)
      crc = (multiply(part.shift, crc) ^ part.crc) >>> 0
      bytes += part.bytes
    }
    const tail = Buffer.from(emptyLastBlock)
    tail.writeUInt32LE(crc, 2)
    tail.writeUInt32LE(bytes % 2 ** 32, 6)
    blocks.push(tail)
    return Buffer.concat(blocks)
  }
}

/** Deflate, no name, no time, from no particular system. */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** The last block, with fixed codes and nothing in it; then room for the CRC-32 and the length. */
const emptyLastBlock = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0])

// The CRC-32 of two texts in a row follows from those of both: bytes that follow multiply the first by a power of x, modulo the
// polynomial (RFC 1952, section 8), its coefficients with the lowest power in the highest bit.
const polynomial = 0xedb88320
const one = 2 ** 31

function multiply(a: number, b: number): number {
  let product = 0
  let factor = b
  for (let bit = 31; bit >= 0; bit -= 1) {
    if ((a >>> bit) & 1) product ^= factor
    factor = factor & 1 ? (factor >>> 1) ^ polynomial : factor >>> 1
  }
  return product >>> 0
}

/** x to the power of 8, 16, 32 … */
const powers = [one >>> 8]
while (powers.length < 32) {
  const last = powers.at(-1) ?? one
  powers.push(multiply(last, last))
}

/** x to the power of eight for each byte. */
function shiftOf(bytes: number): number {
  let shift = one
  for (let at = 0, rest = bytes; rest > 0; at += 1, rest = Math.floor(rest / 2))
    if (rest % 2 === 1) shift = multiply(powers[at] ?? one, shift)
  return shift
}
