import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { storedId } from '../../../contract/ids.ts'
import { limits } from '../../../contract/limits.ts'
import { queryOf } from '../../core/api/request.ts'
import { type CopyFormat, createCopies } from '../../core/images/copies.ts'
import type { StoredFormat } from '../../core/images/encode.ts'
import { formatOfStored } from '../../core/images/fileFormat.ts'
import { type ImageKey, originalPath } from '../../core/images/paths.ts'
import { type Box, imageUses } from '../../core/images/sizes.ts'
import type { WithheldImages } from '../../core/images/withheldImages.ts'
import { acceptsType } from '../../platform/http/encoding.ts'
import { reportFailure } from '../../platform/http/failures.ts'
import { TooBusy } from '../../platform/http/workQueue.ts'
import type { FileStore, StoredFile } from '../../platform/storage/store.ts'

const preflightMaxAgeSeconds = 86_400
const retryAfterSeconds = 2

/** Answers without an image are plain text. */
const answers = {
  badRequest: { status: 400, text: 'Bad Request' },
  badSignature: { status: 400, text: 'Bad signature' },
  notFound: { status: 404, text: 'Image not found' },
  busy: { status: 503, text: 'Service Unavailable' },
  failed: { status: 500, text: 'Internal Server Error' },
} as const
type Answer = (typeof answers)[keyof typeof answers]

/** The boxes of all uses, because a URL does not contain the use of its image. */
const boxes: readonly Box[] = Object.values(imageUses).flatMap(({ copies }) => copies)

interface ImageRequest {
  readonly image: ImageKey
  readonly format: StoredFormat
  /** Null for the original. */
  readonly box: Box | null
}

/** Parses `/images/{id}.{format}?fit=&sig=&size=`. The result becomes a file path, so only safe characters pass. */
function parseImageUrl(path: string, query: Record<string, string>): ImageRequest | Answer {
  const [, idText, format] = /^\/images\/([1-9][0-9]{0,18}|[0-9]{24})\.(jpeg|webp|png)$/.exec(path) ?? []
  const id = idText && storedId('image', idText)
  const { sig = '', fit, size } = query
  if (id === undefined || (fit === undefined) !== (size === undefined)) return answers.badRequest
  if (!/^[0-9A-Za-z_]{22}$/.test(sig)) return answers.badSignature
  const asked = { image: { id, secret: sig }, format: format as StoredFormat }
  if (size === undefined) return { ...asked, box: null }
  const [, width, height = width] = /^(\d+)(?:x(\d+))?$/.exec(size) ?? []
  const box = boxes.find(
    (one) => one.fit === fit && String(one.width) === width && String(one.height) === height,
  )
  // Only known sizes: copies are stored, and arbitrary ones would let anyone fill the file store.
  return box ? { ...asked, box } : answers.badSignature
}

const isNotModified = (request: FastifyRequest, tag: string) =>
  (request.headers['if-none-match'] ?? '')
    .split(',')
    .some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')))

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, format, tag }: { file: StoredFile | Buffer; format: StoredFormat; tag: string },
): FastifyReply {
  reply
    .header('Cache-Control', `public, max-age=${limits.imageCacheSeconds}, must-revalidate`)
    .header('ETag', tag)
    .header('Content-Type', `image/${format}`)
  const content = Buffer.isBuffer(file) ? file : file.content
  const discard = () => {
    if (!Buffer.isBuffer(content)) content.destroy()
  }
  if (isNotModified(request, tag)) {
    discard()
    return reply.code(304).send()
  }
  reply.header('Content-Length', Buffer.isBuffer(file) ? file.length : file.size)
  return reply.send(content)
}

/**
 * Serves `GET /images/…` from the file store, without session or database. The secret in the URL is the permission. What a ban removed is
 * not found until it is restored.
 */
export function serveImages(
  app: FastifyInstance,
  { files, withheld }: { files: FileStore; withheld: WithheldImages },
): void {
  const findCopy = createCopies(files)

  const find = async ({ image, box }: ImageRequest, format: CopyFormat) => {
    const copy = box && (await findCopy(image, box, format))
    if (box && copy !== 'original') {
      const tag = `"${image.id}-${box.width}x${box.height}-${box.fit}-${format}"`
      return copy && { file: copy.file, format, tag }
    }
    const file = await files.open(originalPath(image))
    return file && { file, format: await formatOfStored(file.content), tag: `"${image.id}"` }
  }

  const refuse = (reply: FastifyReply, { status, text }: Answer) => {
    reply.code(status).header('Cache-Control', 'no-store').type('text/plain; charset=utf-8')
    if (status === answers.busy.status) reply.header('Retry-After', retryAfterSeconds)
    return reply.send(text)
  }

  app.route({
    method: 'GET',
    url: '/images/*',
    async handler(request, reply) {
      reply
        .header('Access-Control-Allow-Origin', '*')
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
        // A file that a browser takes for a document must not run scripts on our origin.
        .header('Content-Security-Policy', "default-src 'none'; sandbox")
        .header('Vary', 'Accept')
      const [path = ''] = request.url.split('?')
      const parsed = parseImageUrl(path, queryOf(request))
      if ('status' in parsed) return refuse(reply, parsed)
      if (withheld.has(parsed.image.id)) return refuse(reply, answers.notFound)
      try {
        const isWebp = parsed.format !== 'jpeg' || acceptsType(request, 'image/webp')
        const found = await find(parsed, isWebp ? 'webp' : 'jpeg')
        return found ? send(request, reply, found) : refuse(reply, answers.notFound)
      } catch (error) {
        if (error instanceof TooBusy) return refuse(reply, answers.busy)
        reportFailure(request, error, 'an image could not be served')
        return refuse(reply, answers.failed)
      }
    },
  })

  app.options('/images/*', async (_request, reply) =>
    reply
      .code(204)
      .header('Access-Control-Allow-Origin', '*')
      .header('Access-Control-Allow-Methods', 'GET')
      .header('Access-Control-Max-Age', preflightMaxAgeSeconds)
      .send(),
  )
}
