import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CachedResponse } from '../../platform/cache/guestCache.ts'
import { acceptsEncoding } from '../../platform/http/encoding.ts'
import { TextParts } from '../../platform/http/textParts.ts'
import type { Services } from './route.ts'
import { allowSharing } from './sharedCache.ts'

const compress = promisify(gzip)
const worthCompressingBytes = 1024
/** Up to this size, compressing takes less time than a round trip to another thread. */
const compressedAtOnceBytes = 32 * 1024
const compression = { level: 1 }

export const bestEncoding = (request: FastifyRequest) =>
  acceptsEncoding(request, 'gzip') ? 'gzip' : 'identity'

export function sendShared(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, encoding }: CachedResponse,
): FastifyReply {
  reply.header('Vary', 'Accept-Encoding')
  if (request.mayBeShared) allowSharing(services, reply, request.session)
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply.send(bytes)
}

export async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | TextParts,
): Promise<void> {
  reply.header('Vary', 'Accept-Encoding')
  if (body instanceof TextParts && body.hasShared && acceptsEncoding(request, 'gzip')) {
    reply.header('Content-Encoding', 'gzip').send(await body.gzip())
    return
  }
  const text = String(body)
  const size = Buffer.byteLength(text)
  if (size < worthCompressingBytes || !acceptsEncoding(request, 'gzip')) {
    reply.send(text)
    return
  }
  reply
    .header('Content-Encoding', 'gzip')
    .send(size <= compressedAtOnceBytes ? gzipSync(text, compression) : await compress(text, compression))
}
