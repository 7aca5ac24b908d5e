import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'
import { scriptSafe } from '../../../contract/escapeMarkup.ts'
import { isRecord } from '../../../contract/objects.ts'

/**
 * Independently compressed bytes that can follow any others in a gzip stream: whole Deflate blocks without the final flag,
 * ending at a byte boundary (RFC 1951, 3.2.3).
 */
interface Compressed {
  readonly blocks: Buffer
  /** Length before compression. */
  readonly bytes: number
  /** CRC-32 of the uncompressed bytes. */
  readonly crc: number
  /** The factor for the CRC-32 of the bytes before these. */
  readonly shift: number
}

const deflateRawAsync = promisify(deflateRaw)
/** Compressed once and sent often. */
const shared = { level: 6, finishFlush: constants.Z_SYNC_FLUSH }
/** Compressed for one answer. */
const quick = { level: 1, finishFlush: constants.Z_SYNC_FLUSH }
/** Up to this size, compressing takes less time than a round trip to another thread. */
const compressedAtOnceBytes = 32 * 1024
/** With little effort, a whole page takes less time than that. */
const quicklyAtOnceBytes = 128 * 1024
/** Up to this size, compressing costs more than it saves. */
const storedBytes = 400

const compressed = (raw: Buffer, blocks: Buffer): Compressed => ({
  blocks,
  bytes: raw.length,
  crc: crc32(raw),
  shift: shiftOf(raw.length),
})

/** A copy to keep: zlib returns a part of a buffer of 16 kB, which would stay in memory as a whole. */
function exactly(blocks: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(blocks.length)
  blocks.copy(copy)
  return copy
}

/** Bytes to keep: small buffers of `Buffer.from` are parts of larger ones, which would stay in memory. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** A stored block: its length, the complement of that, then the bytes (RFC 1951, 3.2.4). */
function stored(raw: Buffer): Compressed {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(raw.length, 1)
  head.writeUInt16LE(0xffff ^ raw.length, 3)
  return compressed(raw, Buffer.concat([head, raw]))
}

/** A text that many answers share. It is compressed once, when it is first sent. */
export class SharedText {
  readonly #make: () => string
  readonly #listed: readonly SharedText[] | undefined
  #compressed: Compressed | Promise<Compressed> | undefined
  #values: readonly unknown[] | undefined
  #length: number | undefined
  #bytes: Buffer | undefined
  #isFragment = false

  /**
   * @param make must always return the same text.
   * @param listed the texts that it consists of, if it is a list of them with commas between.
   */
  constructor(make: () => string, listed?: readonly SharedText[]) {
    this.#make = make
    this.#listed = listed
  }

  /** A text that is no JSON value for itself, such as the beginning of an object. */
  static fragment(make: () => string): SharedText {
    const text = new SharedText(make)
    text.#isFragment = true
    return text
  }

  get isFragment(): boolean {
    return this.#isFragment
  }

  toString(): string {
    return this.#make()
  }

  /** Its bytes, if it is shorter than this many characters. */
  bytesBelow(characters: number): Buffer | undefined {
    if (characters === 0) return undefined
    const text = this.#length === undefined ? this.#make() : ''
    this.#length ??= text.length
    if (this.#length >= characters) return undefined
    this.#bytes ??= bytesOf(text || this.#make())
    return this.#bytes
  }

  /** The JSON values in this text, which are separated by commas: always the same frozen objects. */
  get values(): readonly unknown[] {
    if (!this.#values) {
      this.#values =
        this.#listed?.flatMap(({ values }) => values) ??
        frozen(JSON.parse(`[${this.#make()}]`) as readonly unknown[])
      const known = this.#listed ? listsByFirst : textsByFirst
      const [first] = this.#values
      if (typeof first === 'object' && first !== null) known.set(first, this)
    }
    return this.#values
  }

  /** The longest shared text from which the values of a list, from this index on, were parsed. */
  static at(list: readonly unknown[], place: number): SharedText | undefined {
    const first = list[place] as object
    const listed = listsByFirst.get(first)
    if (listed?.values.every((value, index) => value === list[place + index])) return listed
    const text = textsByFirst.get(first)
    return text?.values.every((value, index) => value === list[place + index]) ? text : undefined
  }

  /** The shared text from which this value alone was parsed. */
  static of(value: object): SharedText | undefined {
    const listed = listsByFirst.get(value)
    if (listed?.values.length === 1) return listed
    const text = textsByFirst.get(value)
    return text?.values.length === 1 ? text : undefined
  }

  /** @returns a promise only while a large text is being compressed. */
  compress(): Compressed | Promise<Compressed> {
    this.#compressed ??= this.#compress()
    return this.#compressed
  }

  #compress(): Compressed | Promise<Compressed> {
    const raw = Buffer.from(this.#make())
    if (raw.length <= storedBytes) return stored(raw)
    if (raw.length <= compressedAtOnceBytes) return compressed(raw, exactly(deflateRawSync(raw, shared)))
    const promise = deflateRawAsync(raw, shared).then(
      (blocks) => {
        this.#compressed = compressed(raw, exactly(blocks))
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

/** Shared texts by the first of their values. */
const textsByFirst = new WeakMap<object, SharedText>()
const listsByFirst = new WeakMap<object, SharedText>()

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null)
    for (const each of Object.values(Object.freeze(value))) frozen(each)
  return value
}

/** Between the items of a list. */
export const comma = new SharedText(() => ',')

/** @param raw may be changed as soon as this returns. */
function compressOwn(raw: Buffer, storesBelow: number): Compressed | Promise<Compressed> {
  if (raw.length <= storedBytes || raw.length < storesBelow) return stored(raw)
  if (raw.length <= quicklyAtOnceBytes) return compressed(raw, deflateRawSync(raw, quick))
  const copy = Buffer.from(raw)
  return deflateRawAsync(copy, quick).then((blocks) => compressed(copy, blocks))
}

/** Own text is collected here: a page has a hundred pieces of it. Nothing is awaited while there are any. */
let collected: Buffer = Buffer.allocUnsafeSlow(quicklyAtOnceBytes)
/** A larger buffer is not kept. */
const keptBytes = 1024 * 1024
/** UTF-8 has at most three bytes for each unit of UTF-16. Longer texts are measured, shorter ones get space for that. */
const measuredCharacters = 10_000

const spaceFor = (text: string) =>
  text.length < measuredCharacters ? 3 * text.length : Buffer.byteLength(text)

/** A buffer with the same first bytes, and space for more after them. */
function withSpace(buffer: Buffer, length: number, space: number): Buffer {
  if (length + space <= buffer.length) return buffer
  const larger = Buffer.allocUnsafeSlow(2 * (length + space))
  buffer.copy(larger, 0, 0, length)
  if (larger.length <= keptBytes) collected = larger
  return larger
}

/** A text in parts. A shared part is compressed only once, however many texts contain it. */
export class TextParts {
  readonly #parts: readonly (string | SharedText)[]
  readonly #joinsBelow: number
  readonly #storesOwnBelow: number

  /**
   * @param options.joinsBelow shared parts with fewer characters are compressed together with the text around them: fewer bytes,
   *   more work.
   * @param options.storesOwnBelow own text of fewer bytes is not compressed: more bytes, less work. At most 65,535.
   */
  constructor(parts: readonly (string | SharedText)[], { joinsBelow = 0, storesOwnBelow = 0 } = {}) {
    this.#parts = parts
    this.#joinsBelow = joinsBelow
    this.#storesOwnBelow = storesOwnBelow
  }

  /** Whether any part is shared. */
  get hasShared(): boolean {
    return this.#parts.some((part) => part instanceof SharedText)
  }

  toString(): string {
    return this.#parts.join('')
  }

  /** Compresses the shared texts, and what is between them: own text with short shared texts. */
  #compressed(): (Compressed | Promise<Compressed>)[] {
    const done: (Compressed | Promise<Compressed>)[] = []
    let own = collected
    let length = 0
    const endOwn = () => {
      if (length > 0) done.push(compressOwn(own.subarray(0, length), this.#storesOwnBelow))
      length = 0
    }
    for (const part of this.#parts) {
      if (typeof part === 'string') {
        own = withSpace(own, length, spaceFor(part))
        length += own.write(part, length)
        continue
      }
      const bytes = part.bytesBelow(this.#joinsBelow)
      if (bytes) {
        own = withSpace(own, length, bytes.length)
        length += bytes.copy(own, length)
      } else {
        endOwn()
        done.push(part.compress())
      }
    }
    endOwn()
    return done
  }

  /** The text that this value was parsed from as a whole. Nobody may change such a value. */
  static parsedAs(value: object): TextParts | undefined {
    return textsOfAnswers.get(value)
  }

  /** The text for a script element. Shared texts of JSON are escaped for that already. */
  inScript(): readonly (string | SharedText)[] {
    return this.#parts.map((part) => (typeof part === 'string' ? scriptSafe(part) : part))
  }

  /** The whole text parsed as JSON. Shared values are parsed once and frozen. */
  parse(): unknown {
    const shared: SharedText[] = []
    const own = this.#parts.map((part) => {
      if (typeof part === 'string' || part.isFragment) return String(part)
      if (part === comma) return ','
      return `{"${placeOfShared}":${shared.push(part) - 1}}`
    })
    // In a list, because the whole text may be one shared text.
    const parsed: unknown[] = JSON.parse(`[${own.join('')}]`)
    const [whole] = shared.length > 0 ? (filled(parsed, shared) as unknown[]) : parsed
    if (typeof whole === 'object' && whole !== null) textsOfAnswers.set(whole, this)
    return whole
  }

  /** The whole text as one gzip member (RFC 1952). */
  async gzip(): Promise<Buffer> {
    const parts = this.#compressed()
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

const textsOfAnswers = new WeakMap<object, TextParts>()

/** A key that no answer contains; texts of users are never keys. */
const placeOfShared = '(shared)'

/** Replaces the placeholders in an answer by the shared values, in place. */
function filled(value: unknown, shared: readonly SharedText[]): unknown {
  if (Array.isArray(value))
    return value.flatMap((item: unknown) => valuesAt(item, shared) ?? [filled(item, shared)])
  if (!isRecord(value)) return value
  for (const name of Object.keys(value)) {
    const field = value[name]
    if (typeof field === 'object') value[name] = valuesAt(field, shared)?.[0] ?? filled(field, shared)
  }
  return value
}

const valuesAt = (value: unknown, shared: readonly SharedText[]): readonly unknown[] | undefined =>
  typeof value === 'object' && value !== null && placeOfShared in value
    ? shared[Number(value[placeOfShared])]?.values
    : undefined

/** Gzip header: Deflate, no name, no time, unknown system. */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty final block with fixed codes, then space for CRC-32 and length. */
const emptyLastBlock = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0])

// The CRC-32 of two concatenated texts follows from both: appended bytes multiply the first by a power of x, modulo the
// polynomial (RFC 1952, section 8). Coefficients are stored with the lowest power in the highest bit.
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
