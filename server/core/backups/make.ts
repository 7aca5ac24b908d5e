import { Readable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Config } from '../../config.ts'
import { type ArchiveEntry, writeArchive } from '../../platform/archive/format.ts'
import { openLongSession } from '../../platform/database/longSession.ts'
import type { FileStore } from '../../platform/storage/store.ts'
import { programVersion } from '../../version.ts'
import { imageFilesLock } from '../images/filesLock.ts'
import { originalPath } from '../images/paths.ts'
import { PartDigest, sha256Of } from './digest.ts'
import {
  formatName,
  formatVersion,
  imagesPart,
  jobsPart,
  type Manifest,
  manifestName,
  type Trailer,
  tablePart,
  trailerName,
} from './format.ts'
import { type BackupTable, copyTarget, listTables, portableText, queuedJobs } from './tables.ts'

/** The progress of a backup or a restore. */
export interface BackupProgress {
  /** What is being done, such as 'reading rows'. */
  readonly phase: string
  /** The object of the step, such as the name of a table. */
  readonly about?: string
  /** Finished rows, images or steps, out of `total`. */
  readonly done: number
  /** An estimate for rows. */
  readonly total: number
}

export interface BackupSource {
  readonly connection: pg.ClientConfig
  readonly files: FileStore
  /** The host of SITE_URL, or empty. */
  readonly site: string
  /** Empty for none. */
  readonly passphrase: string
  readonly signal: AbortSignal
  readonly onProgress: (progress: BackupProgress) => void
}

/**
 * The forum that the configuration names.
 *
 * @param options.passphrase by default the one of the configuration.
 */
export const configuredSource = (
  {
    connection,
    files,
    config,
  }: Pick<BackupSource, 'connection' | 'files'> & {
    readonly config: Pick<Config, 'siteUrl' | 'backupPassphrase'>
  },
  {
    signal,
    passphrase = config.backupPassphrase,
    onProgress = () => {},
  }: Pick<BackupSource, 'signal'> & Partial<Pick<BackupSource, 'passphrase' | 'onProgress'>>,
): BackupSource => ({ connection, files, site: config.siteUrl?.host ?? '', passphrase, signal, onProgress })

/** The content of a backup that has been written or read so far. */
export interface BackupContent {
  readonly manifest: Manifest
  readonly trailer: Trailer
}

/** A table is split into files of about this size, at the end of a row, because tar needs the size of a file before its content. */
const fileBytes = 2 * 1024 * 1024
const imagesPerFetch = 500

/**
 * Reads one snapshot of the database and the images in it, while others write.
 *
 * Files of images that are deleted meanwhile are kept until the end, and then removed by a job.
 *
 * @param store is called once with the bytes of the archive, and must store them atomically.
 * @throws the failure of the database, the store or the images; the reason of `signal`.
 */
export async function makeBackup<T>(
  source: BackupSource,
  store: (bytes: Readable) => Promise<T>,
): Promise<BackupContent & { stored: T }> {
  const client = await openLongSession(source.connection, source)
  try {
    await client.query(portableText)
    await client.query(`select pg_advisory_lock_shared(${imageFilesLock})`)
    await client.query('begin isolation level repeatable read read only')
    const { manifest, tables } = await describeSnapshot(client, source.site)
    const written: { trailer?: Trailer } = {}
    const entries = entriesOf(client, source, { manifest, tables }, (trailer) => {
      written.trailer = trailer
    })
    const { passphrase } = source
    const bytes = writeArchive(entries, { passphrase, createdAt: new Date(manifest.createdAt) })
    const stored = await store(Readable.from(bytes, { objectMode: false }))
    source.signal.throwIfAborted()
    if (!written.trailer) throw new Error('the store accepted an incomplete backup')
    await client.query('commit')
    await deleteWaitingImages(client)
    return { manifest, trailer: written.trailer, stored }
  } catch (error) {
    source.signal.throwIfAborted()
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

async function describeSnapshot(client: pg.Client, site: string) {
  const { rows } = await client.query<{
    createdAt: Date
    postgresVersion: string
    migration: string
    images: number
  }>(`
    select now() as "createdAt", current_setting('server_version') as "postgresVersion",
      (select max(name) from kysely_migration) as migration,
      (select count(*)::integer from images where stored_at is not null) as images`)
  const [facts] = rows
  if (!facts?.migration) throw new Error('the database has no forum')
  const { tables, excluded } = await listTables(client)
  const sequences = await listSequences(client)
  const manifest: Manifest = {
    format: formatName,
    formatVersion,
    programVersion,
    postgresVersion: facts.postgresVersion,
    migration: facts.migration,
    createdAt: facts.createdAt.toISOString(),
    site,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    sequences,
    excluded,
    estimatedRows: tables.reduce((sum, { rows }) => sum + rows, 0),
    images: facts.images,
  }
  return { manifest, tables }
}

/** Sequences are not part of a snapshot: read after it began, they are beyond every id in it. */
async function listSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`)
  const values = rows.map(
    ({ name }) =>
      `select '${name}' as name, last_value::text as value, is_called as "isCalled" from "${name}"`,
  )
  const found = await client.query<Manifest['sequences'][number]>(values.join(' union all '))
  return found.rows
}

async function* entriesOf(
  client: pg.Client,
  source: BackupSource,
  { manifest, tables }: { manifest: Manifest; tables: readonly BackupTable[] },
  onEnd: (trailer: Trailer) => void,
): AsyncGenerator<ArchiveEntry> {
  const parts: Trailer['parts'][number][] = []
  const manifestBytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  yield { name: manifestName, size: manifestBytes.length, content: manifestBytes }

  let earlier = 0
  const queries = [
    ...tables.map((table) => ({
      part: tablePart(table.name),
      about: table.name,
      query: `copy ${copyTarget(table)} to stdout`,
    })),
    ...((await hasJobs(client))
      ? [{ part: jobsPart, about: 'jobs', query: `copy (${queuedJobs}) to stdout` }]
      : []),
  ]
  for (const { part, about, query } of queries) {
    const digest = new PartDigest(part)
    const report = () => {
      const done = earlier + digest.count
      source.onProgress({ phase: 'reading rows', about, done, total: manifest.estimatedRows })
    }
    yield* rowFiles(client.query(copyTo(query)), digest, report)
    parts.push(digest.summary())
    earlier += digest.count
  }

  const images = new PartDigest(imagesPart)
  let missingImages = 0
  let done = 0
  for await (const place of storedImages(client)) {
    done += 1
    source.onProgress({ phase: 'reading images', done, total: manifest.images })
    const file = await source.files.open(place)
    if (!file) {
      missingImages += 1
      continue
    }
    const name = `${imagesPart}/${place.folder}/${place.name}`
    images.startFile(name, file.size)
    yield { name, size: file.size, content: Readable.from(digested(file.content, images)) }
  }
  parts.push(images.summary())

  const trailer: Trailer = { manifestSha256: sha256Of(manifestBytes), parts, missingImages }
  const trailerBytes = Buffer.from(`${JSON.stringify(trailer, null, 2)}\n`)
  yield { name: trailerName, size: trailerBytes.length, content: trailerBytes }
  onEnd(trailer)
}

const hasJobs = async (client: pg.Client): Promise<boolean> => {
  const { rowCount } = await client.query(
    `select from pg_class where oid = to_regclass('graphile_worker._private_jobs')`,
  )
  return rowCount === 1
}

/** The output of `copy` as files that end at the end of a row. */
async function* rowFiles(
  copy: AsyncIterable<Buffer>,
  digest: PartDigest,
  report: () => void,
): AsyncGenerator<ArchiveEntry> {
  let chunks: Buffer[] = []
  let length = 0
  let number = 0
  const file = (): ArchiveEntry => {
    const content = Buffer.concat(chunks)
    chunks = []
    length = 0
    digest.addRows(content)
    report()
    number += 1
    const name = `${digest.name}/${String(number).padStart(6, '0')}.copy`
    return { name, size: content.length, content }
  }
  for await (const chunk of copy) {
    const end = length + chunk.length < fileBytes ? 0 : chunk.lastIndexOf('\n') + 1
    if (end > 0) {
      chunks.push(chunk.subarray(0, end))
      yield file()
    }
    const rest = chunk.subarray(end)
    // A copy, because a slice would keep the whole chunk in memory.
    chunks.push(end > 0 ? Buffer.from(rest) : rest)
    length += rest.length
  }
  if (length > 0) yield file()
}

/** Only originals; smaller copies are made again on demand. */
async function* storedImages(client: pg.Client) {
  await client.query(
    `declare stored_images no scroll cursor for
      select id, secret from images where stored_at is not null order by id`,
  )
  for (;;) {
    const batch = await client.query<{ id: string; secret: string }>(
      `fetch ${imagesPerFetch} from stored_images`,
    )
    if (batch.rows.length === 0) return
    for (const key of batch.rows) yield originalPath(key)
  }
}

async function* digested(content: AsyncIterable<Buffer>, digest: PartDigest): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    digest.addContent(chunk)
    yield chunk
  }
}

/** Deletes the files of images that were deleted during the backup. */
async function deleteWaitingImages(client: pg.Client): Promise<void> {
  await client.query(`select pg_advisory_unlock_shared(${imageFilesLock})`)
  if (await hasJobs(client))
    await client.query(`
      select graphile_worker.add_job('delete_images') where exists (select from images where deleted_at is not null)`)
}
