import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { checkFilePath, type FilePath, type FileStore, type StoredFile } from './store.ts'

/** A bucket of any S3-compatible service. */
export interface S3Place {
  /** Empty for Amazon's own. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Prefix of every key, with a slash at the end; may be empty. */
  readonly prefix: string
}

const connectionTimeoutMs = 5000
const requestTimeoutMs = 30_000
/** The maximum number of keys in one deletion request. */
const keysPerRequest = 1000

/** A client of a bucket. The library is large, so only sites that use it load it. */
export async function openS3(place: S3Place) {
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    region: place.region,
    ...(place.endpoint && { endpoint: place.endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: place.accessKeyId, secretAccessKey: place.secretAccessKey },
    requestHandler: { connectionTimeout: connectionTimeoutMs, requestTimeout: requestTimeoutMs },
    // Not all S3-compatible stores support the checksums that Amazon S3 has required since 2025.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const isMissing = (error: unknown) =>
    error instanceof s3.S3ServiceException && error.$metadata.httpStatusCode === 404
  /** null when there is none. */
  async function openObject(Key: string): Promise<StoredFile | null> {
    try {
      const { Body, ContentLength } = await client.send(
        new s3.GetObjectCommand({ Bucket: place.bucket, Key }),
      )
      return Body && ContentLength !== undefined
        ? { size: ContentLength, content: Body as unknown as Readable }
        : null
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }
  return { s3, client, isMissing, openObject }
}

/** Files in a bucket. */
export async function s3Store(place: S3Place): Promise<FileStore> {
  const { s3, client, isMissing, openObject } = await openS3(place)
  const { bucket: Bucket, prefix } = place
  const keyOf = (file: FilePath) => {
    checkFilePath(file)
    return `${prefix}${file.folder}/${file.name}`
  }
  return {
    async put(file, bytes) {
      await client.send(new s3.PutObjectCommand({ Bucket, Key: keyOf(file), Body: bytes }))
    },

    async putFile(file, path) {
      const { size } = await stat(path)
      const Body = createReadStream(path)
      await client.send(new s3.PutObjectCommand({ Bucket, Key: keyOf(file), Body, ContentLength: size }))
    },

    open: (file) => openObject(keyOf(file)),

    async has(file) {
      try {
        await client.send(new s3.HeadObjectCommand({ Bucket, Key: keyOf(file) }))
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },

    async deleteFolder(folder, { first }) {
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: keyOf({ folder, name: first }) }))
      // Deleted keys are no longer listed, so the first page always contains the remaining ones.
      for (;;) {
        const { Contents = [] } = await client.send(
          new s3.ListObjectsV2Command({ Bucket, Prefix: `${prefix}${folder}/`, MaxKeys: keysPerRequest }),
        )
        const Objects = Contents.map(({ Key }) => ({ Key }))
        if (Objects.length === 0) return
        const { Errors = [] } = await client.send(
          new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
        )
        if (Errors.length > 0)
          throw new Error(`the store does not delete ${Errors[0]?.Key}: ${Errors[0]?.Message}`)
      }
    },

    close: async () => client.destroy(),
  }
}
