import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '../errors.ts'
import { openS3, type S3Place } from './s3.ts'
import type { StoredFile } from './store.ts'

/** Storage for large files that operators move and delete: a folder, or a prefix of a bucket. */
export interface ArchiveStore {
  /** For messages: the path, or the bucket and prefix. */
  readonly place: string
  /** Whether the folder exists; true for a bucket. */
  exists(): Promise<boolean>
  /** Stores a file atomically: readers see all of it or nothing. @returns its size in bytes. */
  put(name: string, content: Readable, signal: AbortSignal): Promise<number>
  /** null when there is none. */
  open(name: string): Promise<StoredFile | null>
  /** All archives, the newest first. */
  list(): Promise<{ name: string; size: number; changedAt: Date }[]>
  /** Does nothing if it does not exist. */
  delete(name: string): Promise<void>
  close(): Promise<void>
}

/** Part size of a multipart upload. S3 allows 10,000 parts, so a file may have 160 GB. */
const uploadPartBytes = 16 * 1024 * 1024
const unfinished = '.unfinished-'

const isName = (name: string) => /^[0-9A-Za-z_-][0-9A-Za-z_.-]{0,200}$/.test(name)
const checkName = (name: string) => {
  if (!isName(name)) throw new Error('not the name of an archive')
}
const newestFirst = <File extends { changedAt: Date }>(files: readonly File[]): File[] =>
  files.toSorted((one, other) => other.changedAt.getTime() - one.changedAt.getTime())
const isMissing = (error: unknown) => errorCode(error) === 'ENOENT'

/**
 * Writes a file under a temporary name and renames it once it is completely on disk.
 *
 * @returns its size in bytes.
 */
export async function writeWhole(path: string, content: Readable, signal: AbortSignal): Promise<number> {
  const folder = join(path, '..')
  const draft = join(folder, `${unfinished}${randomUUID()}`)
  try {
    const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(content, file, { signal })
    await rename(draft, path)
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    return file.bytesWritten
  } catch (error) {
    // A failed write does not say where.
    if (errorCode(error) !== undefined) Object.assign(error as Error, { path })
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** @param root created with the first file. */
export function folderArchives(root: string): ArchiveStore {
  const pathOf = (name: string) => {
    checkName(name)
    return join(root, name)
  }
  return {
    place: root,
    exists: () =>
      stat(root).then(
        (found) => found.isDirectory(),
        (error) => {
          if (isMissing(error)) return false
          throw error
        },
      ),
    async put(name, content, signal) {
      await mkdir(root, { recursive: true, mode: 0o700 })
      return writeWhole(pathOf(name), content, signal)
    },
    async open(name) {
      try {
        const { size } = await stat(pathOf(name))
        return { size, content: createReadStream(pathOf(name)) }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async list() {
      const names = await readdir(root).catch((error) => {
        if (isMissing(error)) return []
        throw error
      })
      const found = await Promise.all(
        names.filter(isName).map(async (name) => {
          const file = await stat(pathOf(name)).catch(() => null)
          return file?.isFile() ? [{ name, size: file.size, changedAt: file.mtime }] : []
        }),
      )
      return newestFirst(found.flat())
    },
    delete: (name) => rm(pathOf(name), { force: true }),
    close: async () => {},
  }
}

/** The archives under a prefix of a bucket. */
export async function bucketArchives(place: S3Place): Promise<ArchiveStore> {
  const { s3, client, openObject } = await openS3(place)
  const { bucket: Bucket, prefix } = place
  const keyOf = (name: string) => {
    checkName(name)
    return `${prefix}${name}`
  }
  return {
    place: `${Bucket}/${prefix}`,
    exists: async () => true,
    async put(name, content, signal) {
      const { Upload } = await import('@aws-sdk/lib-storage')
      let bytes = 0
      const counted = async function* () {
        for await (const chunk of content) {
          bytes += chunk.length
          yield chunk
        }
      }
      const upload = new Upload({
        client,
        params: { Bucket, Key: keyOf(name), Body: Readable.from(counted()) },
        partSize: uploadPartBytes,
        queueSize: 2,
      })
      const stop = () => void upload.abort()
      signal.addEventListener('abort', stop)
      try {
        await upload.done()
        return bytes
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
    open: async (name) => openObject(keyOf(name)),
    async list() {
      const found: { name: string; size: number; changedAt: Date }[] = []
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(
          new s3.ListObjectsV2Command({
            Bucket,
            Prefix: prefix,
            ...(ContinuationToken && { ContinuationToken }),
          }),
        )
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
          const name = Key.slice(prefix.length)
          if (isName(name)) found.push({ name, size: Size, changedAt: LastModified ?? new Date(0) })
        }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
      return newestFirst(found)
    },
    async delete(name) {
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: keyOf(name) }))
    },
    close: async () => client.destroy(),
  }
}
