import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from '../../../contract/errors.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import { birthOfProcess } from '../database/processes.ts'
import { Refused } from './refused.ts'

/** Name of the form field that holds the file, in every upload of the API. */
const fileField = 'image'
const bytesPerMib = 1024 * 1024
/** Limits of the form apart from its file. */
const formLimits = { fields: 10, fieldSize: 10_000, fieldNameSize: 100, headerPairs: 50 }

type UploadSettings = Pick<Config, 'dataDir'> & Pick<SettingValues, 'uploadMaxMib'>

/** Folder of temporary files: uploads while they arrive and are processed, exports while they are written. */
export const temporaryFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'incoming')

/** The path of a new temporary file of this process, which does not have to exist until then. */
export const temporaryFile = (config: Pick<Config, 'dataDir'>): string =>
  join(temporaryFolder(config), `${process.pid}-${randomUUID()}`)

/** Deletes temporary files of processes that no longer run. Other running processes may still use theirs. */
export async function deleteUnfinishedUploads(config: Pick<Config, 'dataDir'>): Promise<void> {
  const folder = temporaryFolder(config)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const pid = Number.parseInt(name, 10)
    // In a container, the next server has the same id.
    if (pid === process.pid || !birthOfProcess(pid))
      await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Restricts the routes of a scope to multipart bodies. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', async () => {
    throw new Refused(errors.fileSizeExceeded)
  })
  await scope.register(multipart, { throwFileSizeLimit: false })
}

/**
 * Stores the file of an upload temporarily, calls `use`, and deletes the file afterwards.
 *
 * @param use receives the path of the file, which may be empty, or null if the form has none or is malformed; and a signal that
 *   is aborted when the client leaves.
 * @throws Refused with `file_size_exceeded` for a request that is too large or not a multipart form.
 */
export async function withUpload<T>(
  request: FastifyRequest,
  settings: UploadSettings,
  use: (path: string | null, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const maxBytes = settings.uploadMaxMib * bytesPerMib
  if (!request.isMultipart() || Number(request.headers['content-length'] ?? 0) > maxBytes)
    throw new Refused(errors.fileSizeExceeded)
  await mkdir(temporaryFolder(settings), { recursive: true, mode: 0o700 })
  const path = temporaryFile(settings)
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  const { socket } = request.raw
  socket.once('close', leave)
  try {
    return await use((await receive(request, path, maxBytes)) ? path : null, leaving.signal)
  } finally {
    socket.off('close', leave)
    // Drain the rest of the body, so that the connection can be reused.
    request.raw.unpipe()
    request.raw.resume()
    await rm(path, { force: true })
  }
}

/** Writes the file of the form to `path`. @returns whether there is one, and it is complete. */
async function receive(request: FastifyRequest, path: string, maxBytes: number): Promise<boolean> {
  const part = await request
    .file({ limits: { ...formLimits, files: 1, fileSize: maxBytes } })
    .catch(() => null)
  if (part?.fieldname !== fileField) return false
  let isBroken = false
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await pipeline(part.file, file).catch((error) => {
    // A disk error is not the client's fault.
    if (file.errored && file.errored === error && 'syscall' in error) throw error
    isBroken = true
  })
  if (isBroken) return false
  if (part.file.truncated) throw new Refused(errors.fileSizeExceeded)
  return true
}
