import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/** The values that an `Accept` or `Accept-Encoding` header names without `q=0`, in lower case (RFC 9110 §12.4.2). */
const namedIn = (header: string): ReadonlySet<string> =>
  new Set(
    header
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim().toLowerCase()))
      .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
      .map(([value = '']) => value),
  )

/** Nearly all clients send one of a few headers. */
const parsed = new LRUCache<string, ReadonlySet<string>>({ max: 100 })

function accepts(header: string | undefined, wanted: string): boolean {
  if (!header) return false
  let named = parsed.get(header)
  if (!named) {
    named = namedIn(header)
    parsed.set(header, named)
  }
  return named.has(wanted)
}

/** Whether the client accepts a response in this encoding. */
export const acceptsEncoding = (request: FastifyRequest, encoding: 'gzip' | 'br'): boolean =>
  accepts(request.headers['accept-encoding'], encoding)

/** Whether the `Accept` header names this media type explicitly; wildcards do not count. */
export const acceptsType = (request: FastifyRequest, type: string): boolean =>
  accepts(request.headers.accept, type)
