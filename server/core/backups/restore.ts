import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { ArchiveUnreadable } from '../../platform/archive/format.ts'
import { CannotStart } from '../../platform/database/cannotStart.ts'
import { openLongSession } from '../../platform/database/longSession.ts'
import { createJobQueue } from '../../platform/database/migrate.ts'
import { imagesFolder } from '../../platform/storage/open.ts'
import { checkFilePath, type FilePath, type FileStore } from '../../platform/storage/store.ts'
import { jobsPart, type Manifest } from './format.ts'
import {
  checkEmpty,
  completeSchema,
  dropJobQueue,
  openRowSink,
  prepareSchema,
  TargetNotEmpty,
} from './load.ts'
import type { BackupContent, BackupProgress } from './make.ts'
import { readBackup } from './read.ts'
import { portableText } from './tables.ts'

export interface RestoreSource {
  readonly bytes: Readable
  /** Called for an encrypted backup. */
  readonly askPassphrase: () => Promise<string>
  readonly signal: AbortSignal
  readonly onProgress: (progress: BackupProgress) => void
}

/** The private PostgreSQL has parallel workers switched off for small queries. A restore or verification is its only client. */
export const everyCore = 'set max_parallel_workers = 8'

/** `data_exception`, `integrity_constraint_violation`: rows that PostgreSQL did not write like this. */
const ofContent = /^2[23]/

/** Takes the images of a backup. */
export interface ImageTarget {
  put(place: FilePath, content: AsyncIterable<Buffer>): Promise<void>
  /** Called when the whole backup has been read and verified, before the commit. */
  install(): Promise<void>
}

export interface Restored extends BackupContent {
  /** Names of the migrations that are newer than the backup. */
  readonly migrated: readonly string[]
}

/**
 * Loads a backup into an empty database, in one transaction, and hands its images to `images`.
 *
 * @throws TargetNotEmpty, ArchiveUnreadable, or the failure of the database; the database is empty again then.
 */
export async function loadBackup(
  connection: pg.ClientConfig,
  images: ImageTarget,
  { bytes, askPassphrase, signal, onProgress }: RestoreSource,
): Promise<Restored> {
  const client = await openLongSession(connection, { signal })
  const stop = () => void bytes.destroy(signal.reason)
  signal.addEventListener('abort', stop)
  let isTouched = false
  try {
    await checkEmpty(client)
    isTouched = true
    await createJobQueue(connection)
    await client.query(portableText)
    await client.query(everyCore)
    await client.query('begin')
    const loading = new Loading(client, images, onProgress)
    const content = await readBackup(bytes, askPassphrase, loading)
    const migrated = await loading.complete(content.manifest)
    onProgress({ phase: 'keeping images', done: 0, total: content.manifest.images })
    await images.install()
    signal.throwIfAborted()
    await client.query('commit')
    return { ...content, migrated }
  } catch (error) {
    await client.end().catch(() => {})
    if (isTouched) await dropJobQueue(connection).catch(() => {})
    signal.throwIfAborted()
    if (error instanceof pg.DatabaseError && ofContent.test(error.code ?? ''))
      throw new ArchiveUnreadable(`The backup is damaged (${error.message}).`)
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    bytes.destroy()
    await client.end().catch(() => {})
  }
}

class Loading {
  readonly #client: pg.Client
  readonly #images: ImageTarget
  readonly #onProgress: RestoreSource['onProgress']
  #manifest: Manifest | undefined
  #postponed: Awaited<ReturnType<typeof prepareSchema>> | undefined
  #hasJobs = false
  #rows = 0
  #files = 0

  constructor(client: pg.Client, images: ImageTarget, onProgress: RestoreSource['onProgress']) {
    this.#client = client
    this.#images = images
    this.#onProgress = onProgress
  }

  async begin(manifest: Manifest) {
    this.#manifest = manifest
    this.#postponed = await prepareSchema(this.#client, manifest)
  }

  async startRows(part: string) {
    if (part === jobsPart) this.#hasJobs = true
    const sink = await openRowSink(this.#client, this.#manifest as Manifest, part)
    const before = this.#rows
    return {
      write: async (chunk: Buffer) => {
        await sink.write(chunk)
        // The number of rows is known at the end; until then, lines are a good estimate.
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.#rows += 1
        this.#onProgress({
          phase: 'loading rows',
          about: part.replace('tables/', ''),
          done: this.#rows,
          total: this.#manifest?.estimatedRows ?? 0,
        })
      },
      end: async () => {
        const rows = await sink.end()
        this.#rows = before + rows
        return rows
      },
    }
  }

  async image(place: FilePath, content: AsyncIterable<Buffer>) {
    this.#files += 1
    this.#onProgress({ phase: 'loading images', done: this.#files, total: this.#manifest?.images ?? 0 })
    await this.#images.put(place, content)
  }

  complete(manifest: Manifest) {
    if (!this.#postponed) throw new Error('the backup has no description')
    return completeSchema(
      this.#client,
      { manifest, postponed: this.#postponed, hasJobs: this.#hasJobs },
      this.#onProgress,
    )
  }
}

/** A marker in the data directory during a restore. */
const markerName = 'restore.json'
const stagingName = 'images.restoring'

const markerOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, markerName)

/**
 * Restores a backup into an empty database and an empty store. If killed, it has restored all or nothing, and can be
 * repeated.
 *
 * @param files the store of the images, which are kept in a folder of the data directory until everything has been read.
 * @throws TargetNotEmpty, ArchiveUnreadable; the target is empty again then.
 */
export async function restoreBackup(
  target: { connection: pg.ClientConfig; config: Config; files: FileStore },
  source: RestoreSource,
): Promise<Restored> {
  const { connection, config, files } = target
  const marker = markerOf(config)
  const staging = join(config.dataDir, stagingName)
  const folder = config.s3Bucket ? null : join(config.dataDir, imagesFolder)
  const client = await openLongSession(connection)
  try {
    await checkEmpty(client)
  } finally {
    await client.end()
  }
  await rm(staging, { recursive: true, force: true })
  // Left by a restore that was interrupted after it had read everything, since the database is empty.
  if (folder && existsSync(marker)) await rm(folder, { recursive: true, force: true })
  if (folder && (await isFilled(folder)))
    throw new TargetNotEmpty(`The folder ${folder} is not empty. Restore with another DATA_DIR.`)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await writeFile(marker, `${JSON.stringify({ pid: process.pid })}\n`, { mode: 0o600, flush: true })
  const places: FilePath[] = []
  const installed: FilePath[] = []
  const images: ImageTarget = {
    async put(place, content) {
      checkFilePath(place)
      await mkdir(join(staging, place.folder), { recursive: true, mode: 0o700 })
      const file = createWriteStream(join(staging, place.folder, place.name), {
        flags: 'wx',
        mode: 0o600,
        flush: true,
      })
      await pipeline(content, file)
      if (!folder) places.push(place)
    },
    async install() {
      if (folder) {
        await rm(folder, { recursive: true, force: true })
        if (existsSync(staging)) await rename(staging, folder)
        return
      }
      for (const place of places) {
        source.signal.throwIfAborted()
        if (await files.has(place)) continue
        await files.putFile(place, join(staging, place.folder, place.name))
        installed.push(place)
      }
    },
  }
  try {
    return await loadBackup(connection, images, source)
  } catch (error) {
    for (const { folder: key, name } of installed) await files.deleteFolder(key, { first: name })
    if (folder) await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    await rm(staging, { recursive: true, force: true })
    await rm(marker, { force: true })
  }
}

const isFilled = async (folder: string): Promise<boolean> =>
  existsSync(folder) && (await readdir(folder)).length > 0

/**
 * Whether a restore into this data directory was interrupted before its commit. Removes the marker of one interrupted after it.
 *
 * @param client of the database, before its migrations.
 * @throws CannotStart, because a start would create an empty forum in the target of the restore.
 */
export async function checkNotRestoring(client: pg.Client, config: Pick<Config, 'dataDir'>): Promise<void> {
  const marker = markerOf(config)
  const text = await readFile(marker, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return
  const isEmpty = await checkEmpty(client).then(
    () => true,
    () => false,
  )
  if (isEmpty)
    throw new CannotStart(
      `A restore into ${dirname(marker)} was interrupted. Repeat it, or delete ${marker} to start an empty forum.`,
    )
  await rm(join(dirname(marker), stagingName), { recursive: true, force: true })
  await rm(marker, { force: true })
}
