import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptsType } from '../http/encoding.ts'
import type { FileStore, StoredFile } from '../storage/store.ts'
import { type CopyFormat, createCopies } from './copies.ts'
import { type ImageKey, originalOf } from './place.ts'
import { TooBusy } from './queue.ts'
import { type Box, imageUses } from './sizes.ts'

const maxAgeSeconds = 31_536_000
const preflightMaxAgeSeconds = 86_400
const retryAfterSeconds = 2

/** What is answered in place of an image, as plain text (API contract 3.9). */
const answers = {
  badRequest: { status: 400, text: 'Bad Request' },
  badSignature: { status: 400, text: 'Bad signature' },
  notFound: { status: 404, text: 'Image not found' },
  busy: { status: 503, text: 'Service Unavailable' },
  failed: { status: 500, text: 'Internal Server Error' },
} as const
type Answer = (typeof answers)[keyof typeof answers]

/** The sizes of all uses: an address does not say what its image is for, and they are few. */
const boxes: readonly Box[] = Object.values(imageUses).flatMap(({ copies }) => copies)

interface Asked {
  readonly image: ImageKey
  /** null: the original. */
  readonly box: Box | null
}

/** Reads `/images/{id}.jpeg?fit=&sig=&size=`; nothing but digits and the characters of a secret get through. */
function readAddress(path: string, query: Record<string, string>): Asked | Answer {
  const id = /^\/images\/([1-9][0-9]{0,18})\.jpeg$/.exec(path)?.[1]
  const { sig = '', fit, size } = query
  if (id === undefined || (fit === undefined) !== (size === undefined)) return answers.badRequest
  if (!/^[0-9A-Za-z_]{22}$/.test(sig)) return answers.badSignature
  const image = { id, secret: sig }
  if (size === undefined) return { image, box: null }
  const [, width, height = width] = /^(\d+)(?:x(\d+))?$/.exec(size) ?? []
  const box = boxes.find(
    (one) => one.fit === fit && String(one.width) === width && String(one.height) === height,
  )
  // Sizes that no image has would fill the store with copies.
  return box ? { image, box } : answers.badSignature
}

const isStillGood = (request: FastifyRequest, tag: string) =>
  (request.headers['if-none-match'] ?? '')
    .split(',')
    .some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')))

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, format, tag }: { file: StoredFile | Buffer; format: CopyFormat; tag: string },
): FastifyReply {
  reply
    .header('Cache-Control', `public, max-age=${maxAgeSeconds}, immutable`)
    .header('ETag', tag)
    .header('Content-Type', `image/${format}`)
  const content = Buffer.isBuffer(file) ? file : file.content
  const leaveOut = () => {
    if (!Buffer.isBuffer(content)) content.destroy()
  }
  if (isStillGood(request, tag)) {
    leaveOut()
    return reply.code(304).send()
  }
  reply.header('Content-Length', Buffer.isBuffer(file) ? file.length : file.size)
  if (request.method !== 'HEAD') return reply.send(content)
  leaveOut()
  return reply.send()
}

/**
 * Serves `GET /images/…` (API contract 3.9) from the store alone: no session, no cookie, no query. Whoever has the
 * address of an image may see it.
 */
export function serveImages(app: FastifyInstance, files: FileStore): void {
  const findCopy = createCopies(files)

  const find = async ({ image, box }: Asked, format: CopyFormat) => {
    const copy = box && (await findCopy(image, box, format))
    if (box && copy !== 'original') {
      const tag = `"${image.id}-${box.width}x${box.height}-${box.fit}-${format}"`
      return copy && { file: copy.file, format, tag }
    }
    const file = await files.open(originalOf(image))
    return file && { file, format: 'jpeg' as const, tag: `"${image.id}"` }
  }

  const refuse = (reply: FastifyReply, { status, text }: Answer) => {
    reply.code(status).header('Cache-Control', 'no-store').type('text/plain; charset=utf-8')
    if (status === answers.busy.status) reply.header('Retry-After', retryAfterSeconds)
    return reply.send(text)
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/images/*',
    async handler(request, reply) {
      reply
        .header('Access-Control-Allow-Origin', '*')
        // Whatever somebody has made a picture look like, opened by itself it can do nothing.
        .header('Content-Security-Policy', "default-src 'none'; sandbox")
        .header('Vary', 'Accept')
      const [path = ''] = request.url.split('?')
      const asked = readAddress(path, request.query as Record<string, string>)
      if ('status' in asked) return refuse(reply, asked)
      try {
        const found = await find(asked, acceptsType(request, 'image/webp') ? 'webp' : 'jpeg')
        return found ? send(request, reply, found) : refuse(reply, answers.notFound)
      } catch (error) {
        if (error instanceof TooBusy) return refuse(reply, answers.busy)
        request.log.error(error, 'an image could not be served')
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
