import type { Readable } from 'node:stream'
import { ArchiveUnreadable, type ReadEntry, readArchive } from '../../platform/archive/format.ts'
import type { FilePath } from '../../platform/storage/store.ts'
import { PartDigest, sha256Of } from './digest.ts'
import {
  imagesPart,
  jobsPart,
  type Manifest,
  manifestName,
  parseManifest,
  parseTrailer,
  type Trailer,
  tablePart,
  trailerName,
} from './format.ts'
import type { BackupContent } from './make.ts'

/** Receives the content of a backup, in order. It is verified only once all of it has been read. */
export interface BackupReader {
  begin(manifest: Manifest): Promise<void>
  /** Called once for each table with rows, and for the jobs. */
  startRows(part: string): Promise<RowSink>
  image(place: FilePath, content: AsyncIterable<Buffer>): Promise<void>
}

export interface RowSink {
  write(chunk: Buffer): Promise<void>
  /** @returns the number of rows. */
  end(): Promise<number>
}

/** Manifest and trailer are small; a larger file is not one of ours. */
const textMaxBytes = 16 * 1024 * 1024
const imageName = /^images\/(\d{3}\/\d+-[0-9A-Za-z_-]+)\/(original\.jpeg)$/
const rowFileName = /^(tables\/[a-z_][a-z0-9_]*|jobs)\/(\d{6,})\.copy$/

/**
 * Reads a backup to its end and compares every part with the trailer.
 *
 * @throws ArchiveUnreadable if it is damaged, truncated, newer than this program, or not a backup.
 */
export async function readBackup(
  bytes: Readable,
  askPassphrase: () => Promise<string>,
  reader: BackupReader,
): Promise<BackupContent> {
  const entries = readArchive(bytes, askPassphrase)
  try {
    const reading = new Reading(reader)
    for await (const entry of entries) await reading.take(entry)
    return reading.finish()
  } finally {
    await entries.return(undefined)
  }
}

const damaged = (what: string) => new ArchiveUnreadable(`The backup is damaged (${what}).`)

class Reading {
  readonly #reader: BackupReader
  #manifest: Manifest | undefined
  #manifestSha256 = ''
  #trailer: Trailer | undefined
  readonly #parts = new Map<string, PartDigest>()
  #rows: { part: PartDigest; sink: RowSink; files: number } | undefined

  constructor(reader: BackupReader) {
    this.#reader = reader
  }

  async take(entry: ReadEntry): Promise<void> {
    if (this.#trailer) throw damaged('something follows its end')
    if (!this.#manifest) {
      if (entry.name !== manifestName) throw new ArchiveUnreadable('The file is not a backup of Folkmoot.')
      const bytes = await textOf(entry)
      this.#manifestSha256 = sha256Of(bytes)
      this.#manifest = parseManifest(bytes)
      for (const part of partsOf(this.#manifest)) this.#parts.set(part, new PartDigest(part))
      await this.#reader.begin(this.#manifest)
      return
    }
    const [, rowPart, number] = rowFileName.exec(entry.name) ?? []
    if (rowPart) return this.#takeRows(entry, rowPart, Number(number))
    await this.#endRows()
    const [, folder, name] = imageName.exec(entry.name) ?? []
    if (folder && name) return this.#takeImage(entry, { folder, name })
    if (entry.name !== trailerName) throw damaged(`it has an unknown file ${JSON.stringify(entry.name)}`)
    this.#trailer = parseTrailer(await textOf(entry))
  }

  async #takeRows(entry: ReadEntry, name: string, number: number): Promise<void> {
    if (this.#rows?.part.name !== name) {
      await this.#endRows()
      const part = this.#parts.get(name)
      if (!part || part.count > 0) throw damaged(`${entry.name} is not where it should be`)
      this.#rows = { part, sink: await this.#reader.startRows(name), files: 0 }
    }
    const rows = this.#rows
    rows.files += 1
    if (rows.files !== number) throw damaged(`${entry.name} is not where it should be`)
    for await (const chunk of entry.content) {
      rows.part.addRows(chunk)
      await rows.sink.write(chunk)
    }
  }

  async #endRows(): Promise<void> {
    if (!this.#rows) return
    const { part, sink } = this.#rows
    this.#rows = undefined
    const taken = await sink.end()
    if (taken !== part.count) throw damaged(`${part.name} has ${part.count} lines and ${taken} rows`)
  }

  async #takeImage(entry: ReadEntry, place: FilePath): Promise<void> {
    const images = this.#parts.get(imagesPart) as PartDigest
    images.startFile(entry.name, entry.size)
    const digested = async function* () {
      for await (const chunk of entry.content) {
        images.addContent(chunk)
        yield chunk
      }
    }
    await this.#reader.image(place, digested())
  }

  finish(): BackupContent {
    if (!this.#manifest) throw new ArchiveUnreadable('The file is not a backup of Folkmoot.')
    if (!this.#trailer) throw new ArchiveUnreadable('The backup is cut off: its end is missing.')
    if (this.#trailer.manifestSha256 !== this.#manifestSha256) throw damaged('its description has changed')
    const expected = new Map(this.#trailer.parts.map((part) => [part.name, part]))
    if (expected.size !== this.#trailer.parts.length) throw damaged('its summary names a part twice')
    for (const digest of this.#parts.values()) {
      const found = digest.summary()
      const requested = expected.get(found.name)
      expected.delete(found.name)
      // A forum whose job queue has never run has no such part.
      if (!requested && found.name === jobsPart && found.count === 0) continue
      if (!requested) throw damaged(`its summary lacks ${found.name}`)
      if (
        requested.count !== found.count ||
        requested.bytes !== found.bytes ||
        requested.sha256 !== found.sha256
      )
        throw damaged(`${found.name} differs from its summary`)
    }
    if (expected.size > 0) throw damaged(`${[...expected.keys()][0]} is missing`)
    return { manifest: this.#manifest, trailer: this.#trailer }
  }
}

const partsOf = ({ tables }: Manifest) => [...tables.map(({ name }) => tablePart(name)), jobsPart, imagesPart]

async function textOf({ size, content }: ReadEntry): Promise<Buffer> {
  if (size > textMaxBytes) throw damaged('its description is too large')
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}
