import { once } from 'node:events'
import { pipeline, Readable, type Writable } from 'node:stream'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { errorCode, errorMessage } from '../errors.ts'
import { passphraseIdentity, passphraseRecipient } from './passphrase.ts'

/** One file of an archive. */
export interface ArchiveEntry {
  readonly name: string
  /** In bytes. */
  readonly size: number
  readonly content: Buffer | Readable
}

/** A file read from an archive. Its content must be consumed before the next file. */
export interface ReadEntry {
  readonly name: string
  readonly size: number
  readonly content: AsyncIterable<Buffer>
}

/** The file is not an archive, is damaged or truncated, or the passphrase is wrong. The message is for the operator. */
export class ArchiveUnreadable extends Error {}

/** The fastest level: higher ones take three times as long for a tenth less. */
const compressionLevel = constants.Z_BEST_SPEED
const bufferBytes = 256 * 1024
const ageMagic = Buffer.from('age-encryption.org/')
const gzipMagic = Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0])

/**
 * Streams files as a tar archive, compressed with gzip and, with a passphrase, encrypted in the format of age
 * (https://age-encryption.org/v1), which authenticates the order and the end of its chunks.
 */
export async function* writeArchive(
  entries: AsyncIterable<ArchiveEntry>,
  { passphrase, createdAt }: { passphrase: string; createdAt: Date },
): AsyncGenerator<Uint8Array> {
  const compressed = pipeline(
    Readable.from(tarOf(entries, createdAt), { objectMode: false }),
    createGzip({ level: compressionLevel, chunkSize: bufferBytes }),
    () => {}, // A failure destroys the stream that is read below.
  )
  if (!passphrase) {
    yield* compressed
    return
  }
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(await passphraseRecipient(passphrase))
  yield* await encrypter.encrypt(Readable.toWeb(compressed) as ReadableStream<Uint8Array>)
}

async function* tarOf(entries: AsyncIterable<ArchiveEntry>, mtime: Date): AsyncGenerator<Buffer> {
  const tar = pack()
  const fill = async () => {
    for await (const { name, size, content } of entries) {
      const entry = tar.entry({ name, size, mtime, mode: 0o600 }) as unknown as Writable
      const isWritten = new Promise<void>((resolve, reject) => {
        entry.once('close', resolve).once('error', reject)
      })
      isWritten.catch(() => {}) // Also thrown by the loop below.
      for await (const chunk of Buffer.isBuffer(content) ? [content] : content)
        if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), isWritten])
      entry.end()
      await isWritten
    }
    tar.finalize()
  }
  const filling = fill().catch((error: Error) => {
    tar.destroy(error)
    throw error
  })
  filling.catch(() => {}) // Thrown below, after the chunks before it.
  try {
    yield* tar as unknown as AsyncIterable<Buffer>
    await filling
  } finally {
    tar.destroy()
  }
}

/**
 * Reads the files of an archive in their order.
 *
 * @param askPassphrase is called for an encrypted archive.
 * @throws ArchiveUnreadable for anything that `writeArchive` has not written whole.
 */
export async function* readArchive(
  bytes: Readable,
  askPassphrase: () => Promise<string>,
): AsyncGenerator<ReadEntry> {
  let sourceFailure: Error | undefined
  bytes.once('error', (error) => {
    sourceFailure = error
  })
  const explained = (error: unknown) => sourceFailure ?? readFailure(error)
  const tar = extract()
  const tarInput = tar as unknown as Writable
  const gunzip = createGunzip({ chunkSize: bufferBytes })
  // Readers of these streams get the failure; without a listener, it would end the process.
  tar.on('error', () => {})
  gunzip.on('error', () => {})
  const feed = async (compressed: Readable) => {
    pipeline(compressed, gunzip, () => {})
    for await (const chunk of gunzip) if (!tarInput.write(chunk)) await once(tarInput, 'drain')
    tarInput.end()
  }
  try {
    feed(await decrypted(bytes, askPassphrase)).catch((error) => tar.destroy(error))
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header
      yield { name, size, content: contentOf(entry as unknown as AsyncIterable<Buffer>, explained) }
      // The reader may have skipped this file.
      entry.resume()
    }
  } catch (error) {
    throw explained(error)
  } finally {
    tar.destroy()
    gunzip.destroy()
    bytes.destroy()
  }
}

async function* contentOf(entry: AsyncIterable<Buffer>, explained: (error: unknown) => Error) {
  try {
    yield* entry
  } catch (error) {
    throw explained(error)
  }
}

/** The decrypted archive, or the archive itself when it is not encrypted. */
async function decrypted(bytes: Readable, askPassphrase: () => Promise<string>): Promise<Readable> {
  const { first, all } = await peek(bytes, ageMagic.length)
  if (first.subarray(0, gzipMagic.length).equals(gzipMagic)) return all
  if (!first.equals(ageMagic)) throw new ArchiveUnreadable('The file is not a backup of Folkmoot.')
  const passphrase = await askPassphrase()
  if (passphrase === '') throw new ArchiveUnreadable('The backup is encrypted, and there is no passphrase.')
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(passphraseIdentity(passphrase))
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(all) as ReadableStream<Uint8Array>)
    return Readable.fromWeb(plain as Parameters<typeof Readable.fromWeb>[0])
  } catch (error) {
    if (/no identity matched/.test(errorMessage(error)))
      throw new ArchiveUnreadable('The passphrase is wrong.')
    throw error
  }
}

/** The first bytes of a stream (fewer if it is shorter), and the whole stream. */
async function peek(stream: Readable, count: number): Promise<{ first: Buffer; all: Readable }> {
  const chunks = stream[Symbol.asyncIterator]()
  const early: Buffer[] = []
  let length = 0
  while (length < count) {
    const { value, done } = await chunks.next()
    if (done) break
    early.push(value)
    length += value.length
  }
  async function* all() {
    yield* early
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return {
    first: Buffer.concat(early).subarray(0, count),
    all: Readable.from(all(), { objectMode: false }),
  }
}

function readFailure(error: unknown): Error {
  if (error instanceof ArchiveUnreadable) return error
  if (errorCode(error) === 'Z_BUF_ERROR' || errorMessage(error) === 'Unexpected end of data')
    return new ArchiveUnreadable('The backup is cut off: its end is missing.')
  return new ArchiveUnreadable(`The backup is damaged (${errorMessage(error)}).`)
}
