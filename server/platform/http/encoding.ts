import type { FastifyRequest } from 'fastify'

/** Whether an `Accept` or `Accept-Encoding` header names this value without `q=0` (RFC 9110 §12.4.2). */
function accepts(header: string | undefined, wanted: string): boolean {
  return (header ?? '').split(',').some((part) => {
    const [token, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return token === wanted && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

/** Whether the client accepts a response in this encoding. */
export const acceptsEncoding = (request: FastifyRequest, encoding: 'gzip' | 'br'): boolean =>
  accepts(request.headers['accept-encoding'], encoding)

/** Whether the `Accept` header names this media type explicitly; wildcards do not count. */
export const acceptsType = (request: FastifyRequest, type: string): boolean =>
  accepts(request.headers.accept, type)
