import type { FastifyRequest } from 'fastify'

/** Whether a header that lists what a client takes names this one and does not refuse it by `q=0` (RFC 9110 §12.4.2). */
function lists(header: string | undefined, wanted: string): boolean {
  return (header ?? '').split(',').some((part) => {
    const [token, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return token === wanted && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

/** Whether the client takes an answer in this encoding. */
export const acceptsEncoding = (request: FastifyRequest, encoding: 'gzip' | 'br'): boolean =>
  lists(request.headers['accept-encoding'] as string | undefined, encoding)

/** Whether the client names this media type among those that it takes; that it takes any does not count. */
export const acceptsType = (request: FastifyRequest, type: string): boolean =>
  lists(request.headers.accept, type)
