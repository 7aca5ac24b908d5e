import type { FastifyRequest } from 'fastify'

/** Whether the client takes an answer in this encoding (RFC 9110 §12.5.3; `q=0` refuses it). */
export function acceptsEncoding(request: FastifyRequest, encoding: 'gzip' | 'br'): boolean {
  const accepted = request.headers['accept-encoding']
  if (typeof accepted !== 'string') return false
  return accepted.split(',').some((part) => {
    const [token, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return token === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
