import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from '../../contract/errors.ts'
import type { Config } from '../config.ts'
import { Refused } from './refused.ts'

/** Where the file of every upload stands in its form (API contract 1.1). */
const fileField = 'image'
const bytesPerMib = 1024 * 1024
/** What a form may hold beside its file. */
const besides = { fields: 10, fieldSize: 10_000, fieldNameSize: 100, headerPairs: 50 }

type UploadSettings = Pick<Config, 'dataDir' | 'uploadMaxMib'>

/** Uploads lie here while they arrive and are worked on, and what is being made; memory could not hold many large ones. */
export const incomingFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'incoming')

/** Removes what uploads left behind that were under way when the program last ended. */
export const forgetUnfinishedUploads = (config: Pick<Config, 'dataDir'>): Promise<void> =>
  rm(incomingFolder(config), { recursive: true, force: true })

/** Makes the routes of a scope take multipart bodies and no others. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', async () => {
    throw new Refused(errors.fileSizeExceeded)
  })
  await scope.register(multipart, { throwFileSizeLimit: false })
}

/**
 * Receives the file of an upload, hands it over and forgets it again.
 *
 * @param use gets the path of the file, or null when the form has none or an empty one.
 * @throws Refused with `file_size_exceeded` for a request that is too large or no form, and with `unsupported_image` for a
 *   form that is broken.
 */
export async function withUpload<T>(
  request: FastifyRequest,
  settings: UploadSettings,
  use: (path: string | null) => Promise<T>,
): Promise<T> {
  const maxBytes = settings.uploadMaxMib * bytesPerMib
  if (!request.isMultipart() || Number(request.headers['content-length'] ?? 0) > maxBytes)
    throw new Refused(errors.fileSizeExceeded)
  const folder = incomingFolder(settings)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  try {
    return await use((await receive(request, path, maxBytes)) > 0 ? path : null)
  } finally {
    // What is still to come is thrown away: a connection that nobody reads could not be used again.
    request.raw.unpipe()
    request.raw.resume()
    await rm(path, { force: true })
  }
}

/** @returns the size of the file in bytes, 0 when there is none. */
async function receive(request: FastifyRequest, path: string, maxBytes: number): Promise<number> {
  const part = await request
    .file({ limits: { ...besides, files: 1, fileSize: maxBytes } })
    .catch(refuseBrokenForm)
  if (part?.fieldname !== fileField) return 0
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await pipeline(part.file, file).catch((error) => {
    // The disk's failure, not the sender's.
    if (file.errored && file.errored === error && 'syscall' in error) throw error
    return refuseBrokenForm()
  })
  if (part.file.truncated) throw new Refused(errors.fileSizeExceeded)
  return file.bytesWritten
}

const refuseBrokenForm = (): never => {
  throw new Refused(errors.unsupportedImage)
}
